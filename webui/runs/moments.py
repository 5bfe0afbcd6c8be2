"""The compactions of a capture, for its timeline."""

from collections.abc import Iterator

from django.urls import reverse

from webui.common.words import number
from webui.runs import access
from webui.runs.models import Run
from webui.runs.views import found, outcome
from webui.transcripts.models import Capture
from webui.transcripts.moments import Moment


def moments_of(capture: Capture) -> Iterator[Moment]:
    """Yield the runs that a capture gave, in file order, each with its verdict."""
    rows = list(access.runs_found_in(capture))
    edits = sum(found.is_edit(row) for row in rows)
    totals = {True: edits, False: len(rows) - edits}
    seen = {True: 0, False: 0}
    for row in rows:
        edit = found.is_edit(row)
        seen[edit] += 1
        yield _moment(row, capture.team.slug, seen[edit], totals[edit])


def _moment(run: Run, slug: str, place: int, total: int) -> Moment:
    said, row = run.boundary or {}, outcome.row(run)
    noun = "Context edit" if found.is_edit(run) else "Compaction"
    return Moment(
        before=said.get("before_list"),
        after=said.get("list"),
        words=f"{noun} {place} of {total}" if total > 1 else noun,
        how=row.how,
        counts=row.messages,
        link=reverse("runs:detail", args=[slug, run.pk]),
        seen=row.outcome,
        shape=_shape(run),
        code=row.reason,
    )


def _shape(run: Run) -> str:
    if not run.layers:
        return "Not compared"
    return f"{number(run.introduced)} introduced" if run.introduced else "None introduced"
