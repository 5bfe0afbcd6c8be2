"""Two transcripts and what became of one in the other -> a run."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.utils import timezone

from compaction.boundary import Cause, ExplainedViolation, Origin, PairReport
from compaction.formats import Boundary
from webui.accounts.models import Team, User
from webui.jobs.queue import enqueue
from webui.runs.access import EXPLAIN
from webui.runs.models import Run, Summary
from webui.runs.store.contracts import STEPS, check_row
from webui.runs.store.texts import mask, put_text
from webui.runs.verdicts import nothing_uploaded
from webui.transcripts import store
from webui.transcripts.models import Capture, Transcript
from webui.transcripts.store.values import clean

State = Run.State


@transaction.atomic
def keep_pair(
    team: Team,
    user: User | None,
    before: Transcript,
    after: Transcript,
    *,
    name: str = "",
    summary: str = "",
    source: str = Capture.Source.PAGE,
) -> Run:
    """Store a run of two transcripts of the team, and queue its explanation."""
    run = Run.objects.create(
        team=team,
        name=clean(mask(team, name), 200) or after.capture.name,
        kind=Run.Kind.TRANSCRIPTS,
        source=source,
        uploaded_by=user,
    )
    _fill(run, before, after, summary)
    return run


@transaction.atomic
def expect_pair(capture: Capture) -> Run:
    """Return the run that a pair will give once its capture is read; until then it has no sides."""
    return Run.objects.get_or_create(capture=capture, number=0, defaults=_of_capture(capture))[0]


def keep_boundary(
    capture: Capture, number: int, boundary: Boundary, before: Transcript | None, after: Transcript | None
) -> Run:
    """Store the run of a compaction that a capture shows, in the place of the one of an earlier reading."""
    run = Run.objects.get_or_create(capture=capture, number=number, defaults=_of_capture(capture))[0]
    run.summaries.all().delete()
    _fill(run, before, after, boundary.summary_text or "")
    return run


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


def fail(run: Run, code: str) -> None:
    """Note why a run could not be explained."""
    Run.objects.filter(pk=run.pk).update(state=State.FAILED, error_code=code)


def body_of(transcript: Transcript) -> bytes:
    """Return the transcript's messages as a request body with a `messages` list."""
    return b'{"messages":[' + b",".join(_natives(transcript)) + b"]}"


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
        "kept_messages": sum(one.fate == "kept" for one in report.before),
        "inserted": [clean(pointer) for pointer in report.observed.inserted],
        "removed": [clean(pointer) for pointer in report.observed.removed],
        "lost": [cause_row(cause) for cause in report.lost],
    }
    run.introduced = sum(row["origin"] == Origin.INTRODUCED for row in rows)
    run.inherited = len(rows) - run.introduced
    run.layers, run.rule_version = layers, rule_version
    finish(run)


def finish(run: Run) -> None:
    """Say that all is computed."""
    run.state = State.READY
    run.judged = timezone.now()
    run.save()


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
    run.checks = [check_row(check) for check in nothing_uploaded()]
    run.messages_before = before.messages if before else None
    run.messages_after = after.messages if after else None
    run.tokens_before = before.tokens if before else None
    run.tokens_after = after.tokens if after else None
    run.tokens_estimated = any(side.tokens_estimated for side in (before, after) if side)
    run.fates = run.breaches = run.observed = run.carried = None
    run.introduced = run.inherited = 0
    run.save()
    if summary.strip():
        put_text(run, Summary.Origin.CAPTURED, summary)
    enqueue(run.team_id, EXPLAIN, run.pk, STEPS)


def _natives(transcript: Transcript) -> Iterator[bytes]:
    if transcript.continues and transcript.shared:
        for index, native in enumerate(_natives(transcript.continues)):
            if index == transcript.shared:
                break
            yield native
    rows = transcript.rows.filter(index__gte=transcript.shared if transcript.continues else 0)
    for row in rows.select_related("body").order_by("index").iterator(chunk_size=500):
        yield store.native_of(row.body)
