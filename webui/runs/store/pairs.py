"""Two transcripts and what became of one in the other -> a run."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.utils import timezone

from compaction.boundary import Cause, ExplainedViolation, Origin, PairReport
from compaction.findings import Flag, Severity
from compaction.formats import Boundary
from webui.accounts.models import Team, User
from webui.audit.trail import Actor, record
from webui.jobs.queue import enqueue
from webui.runs.access import EXPLAIN
from webui.runs.models import Fact, Run, Summary
from webui.runs.store.contracts import STEPS, check_row, end_of
from webui.runs.store.facts import flag_row, put_facts
from webui.runs.store.texts import mask, put_text
from webui.runs.verdicts import judge_alone
from webui.transcripts import access, store
from webui.transcripts.models import Capture, Transcript
from webui.transcripts.store.values import clean

State = Run.State
KEEP_LAST = "keep_last"
CLEARING = "clearing"
"""The kind of a boundary that is a context edit: contents were cleared, nothing was summarised."""

NOTHING_ENDED = {
    **dict.fromkeys(("code", "field", "reason", "section"), ""),
    **dict.fromkeys(("line", "column", "measured", "limit"), None),
}


@transaction.atomic
def keep_pair(
    team: Team,
    user: User | None,
    before: Transcript,
    after: Transcript,
    *,
    name: str = "",
    summary: str = "",
    keep_last: int | None = None,
    source: str = Capture.Source.PAGE,
) -> Run:
    """Store a run of two transcripts of the team, and queue its explanation.

    `keep_last` is how many messages were to be kept at the tail, where the upload says so.
    """
    run = Run.objects.create(
        team=team,
        name=clean(mask(team, name), 200) or after.capture.name,
        kind=Run.Kind.TRANSCRIPTS,
        source=source,
        uploaded_by=user,
        given=_kept(keep_last),
    )
    _fill(run, before, after, summary)
    return run


@transaction.atomic
def expect_pair(capture: Capture, keep_last: int | None = None) -> Run:
    """Return the run that a pair will give once its capture is read; until then it has no sides."""
    defaults = _of_capture(capture) | {"given": _kept(keep_last)}
    return Run.objects.get_or_create(capture=capture, number=0, defaults=defaults)[0]


def keep_boundary(
    capture: Capture, number: int, boundary: Boundary, before: Transcript | None, after: Transcript | None
) -> Run:
    """Store the run of a compaction that a capture shows, in the place of the one of an earlier reading."""
    run = Run.objects.get_or_create(capture=capture, number=number, defaults=_of_capture(capture))[0]
    run.summaries.all().delete()
    run.boundary, run.edit = _boundary_row(boundary), boundary.kind == CLEARING
    _fill(run, before, after, boundary.summary_text or "")
    if boundary.prior_text and boundary.prior_text.strip():
        put_text(run, Summary.Origin.PRIOR, boundary.prior_text)
    if boundary.summary == "encrypted":
        run.flags = [flag_row(Flag("opaque-summary", severity=Severity.NOTE))]
        run.save(update_fields=["flags"])
    return run


def _boundary_row(boundary: Boundary) -> dict[str, Any]:
    return {
        "kind": boundary.kind,
        "marker": clean(boundary.marker, 120),
        "at": clean(boundary.at, 200),
        "list": boundary.list,
        "before_list": boundary.before_list,
        "before": boundary.before_messages,
        "after": boundary.after_messages,
        "kept": boundary.kept_messages,
        "summary": boundary.summary,
        "written_by": clean(boundary.written_by, 40),
        "trigger": clean(boundary.trigger, 40),
        "pre_tokens": boundary.pre_tokens,
    }


def settle_capture(capture: Capture) -> None:
    """End the runs of a capture that came without sides: it could not be read, or shows fewer compactions by now."""
    bare = Run.objects.filter(capture=capture, before=None, after=None)
    if capture.state == Capture.State.READY:
        bare.filter(number__gt=0).delete()
    code = capture.error_code or "no-compaction"
    bare.update(state=State.FAILED, error_code=code, fates=None, breaches=None, observed=None, carried=None)


def begin(run: Run) -> bool:
    """Take a run for explaining; False where it is ready already."""
    waiting = Run.objects.filter(pk=run.pk).exclude(state=State.READY)
    return bool(waiting.update(state=State.CHECKING, error_code=""))


@transaction.atomic
def again(run: Run, by: Actor) -> bool:
    """Queue the comparison of a run that failed once more, from there; False where it did not fail, or has no sides."""
    failed = Run.objects.filter(pk=run.pk, state=State.FAILED).exclude(before=None).exclude(after=None)
    if not failed.update(state=State.QUEUED, error_code=""):
        return False
    enqueue(run.team_id, EXPLAIN, run.pk, STEPS)
    record(run.team_id, by, "compared-again", "run", run.pk, was=run.error_code)
    return True


def fail(run: Run, code: str) -> None:
    """Note why a run could not be explained."""
    Run.objects.filter(pk=run.pk).update(state=State.FAILED, error_code=code)


def body_of(transcript: Transcript, list_key: str) -> bytes:
    """Return the transcript's messages as a request body that holds its list under `list_key`."""
    return b'{"%b":[%b]}' % (list_key.encode(), b",".join(_natives(transcript)))


def put_explanation(
    run: Run,
    report: PairReport,
    fates: dict[str, Any],
    *,
    roles: list[dict[str, Any]],
    carried: dict[str, Any] | None,
    layers: str,
    rule_version: str,
) -> None:
    """Store what the two sides tell; `fates` are its ranges, `roles` rows of unknown roles after."""
    rows = [*map(_violation_row, report.violations), *roles]
    run.fates, run.carried = fates, carried
    run.breaches = rows
    run.observed = {
        "kept_from": report.observed.end_pointer,
        "cuts": _cut_rows(report),
        "kept_messages": sum(one.fate == "kept" for one in report.before),
        "inserted": [clean(pointer) for pointer in report.observed.inserted],
        "removed": [clean(pointer) for pointer in report.observed.removed],
        "lost": [cause_row(cause) for cause in report.lost],
    }
    run.introduced = sum(row["origin"] == Origin.INTRODUCED for row in rows)
    run.inherited = len(rows) - run.introduced
    run.layers, run.rule_version = layers, rule_version
    finish(run)


def put_measured(run: Run, measures: dict[str, Any] | None, flags: list[dict[str, Any]], lost: Iterable[Fact]) -> None:
    """Store what a summary kept and lost."""
    run.measures, run.flags = measures, flags
    Run.objects.filter(pk=run.pk).update(measures=measures, flags=flags)
    put_facts(run, None, lost)


def finish(run: Run) -> None:
    """Say that all is computed."""
    run.state = State.READY
    run.judged = timezone.now()
    run.save()


def _cut_rows(report: PairReport) -> dict[str, dict[str, Any] | None]:
    """Return the cut as it was made, the one that was to be made, and the nearest correct one."""
    observed, nearest = report.observed, report.nearest
    wanted = report.expected
    return {
        "observed": {**asdict(observed.cut), "pointer": observed.end_pointer},
        "expected": None if wanted is None else {**asdict(wanted), "pointer": report.expected_pointer},
        "nearest": {**asdict(nearest), "pointer": report.nearest_pointer},
    }


def role_row(role: Mapping[str, Any], origin: Origin, cause: Cause | None) -> dict[str, Any]:
    """Return an unknown role for storing."""
    found = cause_row(cause) if cause else None
    return {"origin": origin.value, "violation": None, "role": dict(role), "cause": found, "earlier": None}


def cause_row(cause: Cause) -> dict[str, Any]:
    """Return a cause for storing."""
    return {"kind": cause.kind.value, "at": list(cause.at), "instead": cause.instead}


def _violation_row(found: ExplainedViolation) -> dict[str, Any]:
    return {
        "origin": found.origin.value,
        "violation": _plain(asdict(found.violation)),
        "role": None,
        "cause": cause_row(found.cause) if found.cause else None,
        "earlier": clean(found.counterpart) if found.counterpart else None,
    }


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Pointers name keys of the body, which may hold what no database takes."""
    lists = {name: [clean(one) for one in value] for name, value in values.items() if isinstance(value, tuple)}
    return values | {name: clean(value) for name, value in values.items() if isinstance(value, str)} | lists


def _of_capture(capture: Capture) -> dict[str, Any]:
    return {
        "team": capture.team,
        "name": capture.name,
        "kind": Run.Kind.PAIR,
        "source": capture.source,
        "uploaded_by": capture.uploaded_by,
    }


def _fill(run: Run, before: Transcript | None, after: Transcript | None, summary: str) -> None:
    run.before, run.after, run.state, run.error_code = before, after, State.QUEUED, ""
    run.model = next((side.model for side in (after, before) if side and side.model), "")
    _judge(run, summary)
    run.messages_before = before.messages if before else _told_before(run)
    run.messages_after = after.messages if after else None
    if after and _in_one_list(run):
        run.messages_after = after.messages - (run.messages_before or 0)
    run.tokens_before = before.tokens if before else None
    run.tokens_after = after.tokens if after else None
    run.tokens_estimated = any(side.tokens_estimated for side in (before, after) if side)
    run.fates = run.breaches = run.observed = run.carried = run.measures = run.flags = None
    run.introduced = run.inherited = 0
    run.save()
    if summary.strip():
        put_text(run, Summary.Origin.CAPTURED, summary)
    enqueue(run.team_id, EXPLAIN, run.pk, STEPS)


def _told_before(run: Run) -> int | None:
    """How many messages a compaction replaced whose before side is no list of its own."""
    return (run.boundary or {}).get("before") or None


def _in_one_list(run: Run) -> bool:
    said = run.boundary or {}
    return said.get("list") is not None and said["list"] == said["before_list"]


def _judge(run: Run, summary: str) -> None:
    """Note what the contract says of the summary alone: a form that it is not in is no refusal."""
    run.given = {name: value for name, value in run.given.items() if name == KEEP_LAST}
    judged = judge_alone(summary)
    if summary.strip():
        run.given["summary_form"] = judged.form
    run.checks = [check_row(check) for check in judged.checks]
    run.verdict = judged.verdict
    for name, value in (NOTHING_ENDED | end_of(judged.error)).items():
        setattr(run, name, value)


def _kept(keep_last: int | None) -> dict[str, Any]:
    return {} if keep_last is None else {KEEP_LAST: keep_last}


def _natives(transcript: Transcript) -> Iterator[bytes]:
    return (store.native_of(row.body) for row in access.bodies_of(transcript))
