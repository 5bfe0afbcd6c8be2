"""The Before and After tabs: a transcript's page with the fate of every message beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.urls import reverse

from webui.runs import store
from webui.runs.models import Run
from webui.runs.store import FateRange
from webui.runs.views.fates import CLASSES
from webui.runs.views.found import is_inside
from webui.transcripts.models import Transcript
from webui.transcripts.views import reading
from webui.transcripts.views.rows import Row

SIZE = "50"
"""Messages on a page: each has its fate beside it."""

SHARED = ("transcript", "base", "span", "system", "partial", "previous_link", "next_link")
"""What a side takes from a transcript's page; the verdict above the tabs is that of the run."""


@dataclass(frozen=True, slots=True)
class Fated:
    """A message and its fate; empty words where no fate is known. `ask` leads to where it went, or came from."""

    row: Row
    fate: str
    look: str
    ask: str


def side(run: Run, name: str, query: QueryDict) -> dict[str, Any]:
    """Return the context of one side."""
    transcript = _transcript(run, name)
    if transcript is None:
        return {"transcript": None, "side": name}
    found = reading.page(transcript, _sized(query), _base(run, transcript), also=(("tab", name),), with_list=False)
    ranges = _ranges(run, name)
    fated = [_fated(run, name, row, ranges) for row in found["rows"]]
    return {key: found[key] for key in SHARED} | {"side": name, "fated": fated}


def row(run: Run, name: str, query: QueryDict) -> tuple[str, dict[str, Any]] | None:
    """Return template and context of one message in its place, opened or folded."""
    transcript = _transcript(run, name)
    if transcript is None:
        return None
    found = reading.one(transcript, _sized(query), _base(run, transcript), also=(("tab", name),))
    return "transcripts/_row.html", found | {"transcript": transcript}


def _sized(query: QueryDict) -> QueryDict:
    sized = query.copy()
    sized.setdefault("per", SIZE)
    return sized


def _transcript(run: Run, name: str) -> Transcript | None:
    if name == "after" or (run.before is None and is_inside(run)):
        return run.after
    return run.before


def _base(run: Run, transcript: Transcript) -> str:
    return reverse("transcripts:detail", args=[run.team.slug, transcript.pk])


def _ranges(run: Run, name: str) -> Sequence[FateRange]:
    explained = store.explanation_of(run)
    if explained is None:
        return ()
    return explained.fates.before if name == "before" else explained.fates.after


def _fated(run: Run, name: str, message: Row, ranges: Sequence[FateRange]) -> Fated:
    found = store.fate_at(ranges, message.index)
    given = found is None and name == "before" and run.carried is not None
    if found is None and not given:
        return Fated(message, "", "", "")
    ask = reverse("runs:trace", args=[run.team.slug, run.pk, name, message.index])
    return Fated(message, found.fate.value, CLASSES[found.fate], ask) if found else Fated(message, "", "", ask)
