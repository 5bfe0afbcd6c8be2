"""A judged contract -> a run, its before side and its texts."""

from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.utils import timezone

from compaction.contract import Check, CompactionInput, NotUploaded, State
from compaction.errors import ContractError, InputTooLarge, InvalidInput, InvalidSummary, SummaryTooLarge
from webui.accounts.models import Team, User
from webui.jobs.queue import enqueue
from webui.runs import listeners
from webui.runs.access import EXPLAIN
from webui.runs.models import Run, Summary
from webui.runs.parts import Parts
from webui.runs.store.inputs import put_input
from webui.runs.store.texts import mask, put_text
from webui.runs.store.timelines import timeline_row
from webui.runs.verdicts import Judgement
from webui.transcripts.models import Capture
from webui.transcripts.store.values import clean

NAME_CHARACTERS = 120
STEPS = ("Compare",)


@transaction.atomic
def keep_contract(
    team: Team, user: User | None, parts: Parts, judged: Judgement, *, name: str, source: str = Capture.Source.PAGE
) -> Run:
    """Store what was judged on the exact bytes. Texts are masked first; places may move inside what is masked."""
    before = put_input(team, user, parts.input, source) if parts.input is not None and judged.input else None
    model = judged.input.model if judged.input else None
    run = Run.objects.create(
        team=team,
        name=clean(mask(team, name), 200) or "contract",
        kind=Run.Kind.CONTRACT,
        source=source,
        state=Run.State.READY,
        before=before,
        verdict=judged.verdict,
        reject_number=judged.reject_number,
        model="/".join(_label(team, part) for part in (model.provider, model.model)) if model else "",
        given=_given(team, parts, judged),
        checks=[check_row(check) for check in judged.checks],
        timeline=timeline_row(judged.terms.timeline) if judged.terms.timeline else None,
        messages_before=before.messages if before else None,
        tokens_before=before.tokens if before else None,
        tokens_estimated=before.tokens_estimated if before else True,
        uploaded_by=user,
        judged=timezone.now(),
        **end_of(judged.error),
    )
    if judged.summary is not None:
        put_text(run, Summary.Origin.CAPTURED, judged.summary)
        if before is not None:
            enqueue(team.pk, EXPLAIN, run.pk, STEPS)
    if judged.reply is not None and (judged.summary is None or _in_reply(judged.checks)):
        put_text(run, Summary.Origin.REPLY, judged.reply.decode(errors="replace"))
    listeners.tell_judged(run)
    return run


def check_row(check: Check) -> dict[str, Any]:
    """Return a check for storing."""
    return asdict(check)


def _in_reply(checks: tuple[Check, ...]) -> bool:
    """Whether the fault stands in the reply around the summary."""
    failed = next((check for check in checks if check.state is State.FAILED), None)
    return failed is not None and failed.id not in ("xml", "replacement")


def end_of(error: ContractError | None) -> dict[str, Any]:
    """Return what ended an attempt, by the columns of a run."""
    found: dict[str, Any] = {"code": error.code if error else ""}
    match error:
        case InvalidInput():
            found["field"] = error.field
        case InputTooLarge():
            found |= {"measured": error.size, "limit": error.limit}
        case SummaryTooLarge():
            found |= {"measured": error.measured, "limit": error.limit}
        case InvalidSummary():
            found |= {"reason": error.reason, "section": error.section or "", "line": error.line}
            found["column"] = error.column
    return found


def _given(team: Team, parts: Parts, judged: Judgement) -> dict[str, Any]:
    terms = judged.terms
    found: dict[str, Any] = {**terms.limits}
    if judged.input:
        found |= _contract(team, judged.input)
    if not isinstance(terms.usage, NotUploaded):
        found["usage"] = asdict(terms.usage) if terms.usage else None
    for name in ("output_schema", "measured_tokens"):
        if not isinstance(value := getattr(terms, name), NotUploaded):
            found[name] = value
    for name, data in (("input_size", parts.input), ("output_size", judged.reply)):
        if data is not None:
            found[name] = len(data)
    return found


def _contract(team: Team, given: CompactionInput) -> dict[str, Any]:
    return {
        "revision": given.basis.revision,
        "through_event_id": str(given.basis.through_event_id),
        "provider": _label(team, given.model.provider),
        "model": _label(team, given.model.model),
        "request_fingerprint": given.request_fingerprint.hex(),
        "max_summary_tokens": given.max_summary_tokens,
    }


def _label(team: Team, text: str) -> str:
    return clean(mask(team, text), NAME_CHARACTERS - 1)
