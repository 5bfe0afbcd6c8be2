"""Gather, decide, apply: explain what became of one transcript in another."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from compaction.boundary import Cause, CauseKind, Fate, Origin, PairReport, explain_pair
from compaction.dialects import mapping_of
from compaction.errors import UnreadableRequest
from compaction.formats import Boundary
from compaction.transcripts import Dialect
from webui.jobs.models import Job
from webui.jobs.progress import JobFailed, Progress
from webui.runs import listeners
from webui.runs.measuring import Found, measure_run
from webui.runs.models import Run
from webui.runs.ranges import fate_rows
from webui.runs.store import pairs
from webui.runs.store.carried import carried_row
from webui.transcripts import access
from webui.transcripts.models import Capture, Transcript
from webui.transcripts.reading import LAYER, RULE_VERSION


def explain(job: Job, progress: Progress) -> None:
    """Do one `explain-run` job. Safe to do again.

    Raises: JobFailed with the code of a side that cannot be read.
    """
    rows = Run.objects.select_related("team", "before", "after")
    run = rows.filter(pk=job.target, team=job.team_id).first()
    if run is None:
        raise JobFailed("run-gone")
    progress.start("Compare")
    if run.kind == Run.Kind.CONTRACT:
        carried, measured = carried_row(run, None), measure_run(run)
        with progress.holding():
            Run.objects.filter(pk=run.pk).update(carried=carried)
            _put(run, measured)
            listeners.tell_explained(run)
        progress.done("Compare")
        return
    with progress.holding():
        if not pairs.begin(run):
            progress.done("Compare")
            return
    code = _explain(run, progress)
    if code:
        raise JobFailed(code)
    progress.done("Compare")


def _explain(run: Run, progress: Progress) -> str:
    before, after = run.before, run.after
    dialect = _dialect(before, after)
    measured = measure_run(run)
    if before is None or after is None or not dialect or not _comparable(dialect, before, after):
        with progress.holding():
            _put(run, measured)
            pairs.finish(run)
            listeners.tell_judged(run)
            listeners.tell_explained(run)
        return ""
    report, code = None, ""
    try:
        old, new = (pairs.body_of(side, list_key(dialect)) for side in (before, after))
        report = explain_pair(old, new, dialect, layer=LAYER, keep_last=run.given.get(pairs.KEEP_LAST))
    except UnreadableRequest as error:
        code = error.code
    if report is not None and (after.reconstructed or not after.dialect):
        report = _agreed(report, after)
    if report is not None:
        fates = {"before": fate_rows(report.before), "after": fate_rows(report.after)}
        roles, carried = _roles(report, before.wire_roles, after.wire_roles), carried_row(run, fates)
        with progress.holding():
            _put(run, measured)
            pairs.put_explanation(
                run, report, fates, roles=roles, carried=carried, layers=LAYER, rule_version=RULE_VERSION
            )
            listeners.tell_judged(run)
            listeners.tell_explained(run)
    return code


def _put(run: Run, measured: Found) -> None:
    pairs.put_measured(run, measured.measures, measured.flags, measured.lost)


def _agreed(report: PairReport, after: Transcript) -> PairReport:
    """Of an ambiguous list, what holds in all its dialects; of a log, what holds of what was sent. Its check knows."""
    known = set(after.violations.values_list("rule", "pointer"))
    held = tuple(one for one in report.violations if (one.violation.rule, one.violation.pointer) in known)
    return replace(report, violations=held)


def ended(job: Job) -> None:
    """Say on the run that its job failed or was cancelled."""
    run = Run.objects.filter(pk=job.target, team=job.team_id).exclude(state=Run.State.READY).first()
    if run is not None:
        pairs.fail(run, job.error_code or "cancelled")


def boundary_found(capture: Capture, number: int, boundary: Boundary, transcripts: Sequence[str]) -> None:
    """Make a run of a compaction that a capture shows."""
    sides = {row.pk: row for row in Transcript.objects.filter(capture=capture, pk__in=_named(boundary, transcripts))}
    before, after = (_side(place, transcripts, sides) for place in (boundary.before_list, boundary.list))
    pairs.keep_boundary(capture, number, boundary, before if before != after else None, after)


def capture_over(capture: Capture) -> None:
    """End the runs that a capture was to give and did not."""
    pairs.settle_capture(capture)


def _named(boundary: Boundary, transcripts: Sequence[str]) -> list[str]:
    places = (boundary.before_list, boundary.list)
    return [transcripts[place] for place in places if place is not None and place < len(transcripts)]


def _side(place: int | None, transcripts: Sequence[str], sides: dict[str, Transcript]) -> Transcript | None:
    return sides.get(transcripts[place]) if place is not None and place < len(transcripts) else None


def _dialect(*sides: Transcript | None) -> str:
    known = next((side.dialect for side in sides if side and side.dialect), "")
    return known or next((side.dialect_alternatives[0] for side in sides if side and side.dialect_alternatives), "")


def list_key(dialect: str) -> str:
    """Return the name under which bodies of a dialect hold their list."""
    return mapping_of(Dialect(dialect)).list_key


def _comparable(dialect: str, *sides: Transcript) -> bool:
    """Whether both lists are of the dialect: the input of a contract is laid out in its own way."""
    firsts = [access.rows_of(side, 0, 1).values_list("origin", flat=True).first() for side in sides]
    return all(first is None or first.startswith(f"/{list_key(dialect)}/") for first in firsts)


def _roles(report: PairReport, before: list[dict[str, Any]], after: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Unknown roles after: inherited where the message that it was had the same role before."""
    known = {(one["index"], one["role"]) for one in before}
    rows = []
    for role in after:
        fate = report.after[role["index"]]
        inherited = fate.fate is not Fate.INSERTED and any((other, role["role"]) in known for other in fate.others)
        cause = Cause(CauseKind.SUMMARY_ROLE) if fate.fate is Fate.INSERTED else None
        origin = Origin.INHERITED if inherited else Origin.INTRODUCED
        rows.append(pairs.role_row(role, origin, cause))
    return rows
