"""Where runs begin and end in a transcript."""

from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from compaction.boundary import Fate
from webui.runs import access
from webui.runs.models import Run
from webui.transcripts.models import Transcript
from webui.transcripts.points import Point
from webui.transcripts.views.places import place

SHOWN = 20
"""Runs of one transcript whose points are shown: the newest."""

REMOVED = (Fate.SUMMARISED.value, Fate.DROPPED.value)
COLUMNS = ("pk", "name", "kind", "boundary", "edit", "before", "fates__before", "observed__inserted__0")


def points_of(transcript: Transcript) -> Iterator[Point]:
    """Yield the cut of each run that begins here, and the first new message of each that ends here."""
    rows = access.runs_of(transcript).filter(state=Run.State.READY).exclude(verdict=Run.Verdict.NOT_ATTEMPTED)
    for row in rows.values(*COLUMNS)[:SHOWN]:
        found = _cut(row, transcript) if row["before"] == transcript.pk else _begin(row)
        if found is None:
            continue
        position, words = found
        yield Point(position, words, row["name"], reverse("runs:detail", args=[transcript.team.slug, row["pk"]]))


def _cut(row: dict[str, Any], transcript: Transcript) -> tuple[int, str]:
    """Messages were removed up to here; a contract covers all that its input holds."""
    if row["edit"]:
        return transcript.messages, "Context edit behind this"
    removed = [one["stop"] for one in row["fates__before"] or () if one["fate"] in REMOVED]
    if not removed:
        return transcript.messages, "Compaction of all messages before this"
    return max(removed), "Compaction of messages before this"


def _begin(row: dict[str, Any]) -> tuple[int, str] | None:
    said = row["boundary"] or {}
    if row["edit"]:
        return (0, "After a context edit") if row["before"] else None
    if said.get("list") is not None and said["list"] == said["before_list"]:
        return None  # the block in the list is shown as what it is
    first = row["observed__inserted__0"]
    return (place(first).position or 0, "New from a compaction") if first else (0, "After a compaction")
