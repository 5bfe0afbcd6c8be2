"""A pass of the summarizer <-> rows: its start, its calls one by one, and what came of it.

Every text is masked before it is stored or used, so that a pass that is taken up again asks exactly what it asked.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from compaction.llm import Reply, Request, Usage
from compaction.qa import COUNTERS, CallFailed, Context, Outcome, PassState, PriorSummary, QaConfig, from_canonical
from compaction.transcripts import Message as Turn
from webui.accounts.actors import person
from webui.accounts.models import Endpoint, User
from webui.audit.trail import Actor, record
from webui.jobs.queue import enqueue
from webui.runs.access import ADVANCE, last_compacted
from webui.runs.models import Call, Pass, Run
from webui.runs.ranges import join
from webui.runs.store.texts import mask
from webui.transcripts import access as transcripts
from webui.transcripts import store
from webui.transcripts.models import Capture, Transcript
from webui.transcripts.store.values import clean, pack, unpack

STEPS = ("Summarize", "Question", "Answer", "Check")
SYSTEM_PLACE = -1
"""Where the hoisted system prompt stands in the places of a pass."""

State = Pass.State


@dataclass(frozen=True, slots=True)
class Start:
    """What a person or a program asks for. `client` is `extractive` or the name of an endpoint."""

    client: str
    endpoint: Endpoint | None
    config: QaConfig
    target_tokens: int
    counter: str = "heuristic"
    instructions: str = ""
    additional_context: tuple[str, ...] = ()
    use_prior: bool = True


def begin(
    run: Run, source: Transcript, user: User | None, asked: Start, *, trigger: str, by: Actor | None = None
) -> Pass:
    """Store a pass and queue its first call. The prior is the last one that compacted the same source."""
    prior = last_compacted(source) if asked.use_prior and asked.config.accumulate else None
    for _ in range(3):
        try:
            with transaction.atomic():
                made = _create(run, source, user, asked, prior, trigger)
                enqueue(run.team_id, ADVANCE, made.pk, STEPS)
                more = {"run": run.pk, "source": source.pk, "client": asked.client}
                record(run.team_id, by or person(user), "started", "pass", made.pk, more=more)
            return made
        except IntegrityError:  # somebody began another pass of the run at the same moment
            continue
    raise IntegrityError


def run_for_source(source: Transcript, user: User | None, *, trigger: str = Capture.Source.PAGE) -> Run:
    """Return the run that holds the passes over a transcript which no compaction of its own came with."""
    found = Run.objects.filter(team=source.team_id, before=source, kind=Run.Kind.QA).order_by("created").first()
    return found or Run.objects.create(
        team=source.team,
        name=source.capture.name,
        kind=Run.Kind.QA,
        source=trigger,
        state=Run.State.READY,
        before=source,
        model=source.model,
        messages_before=source.messages,
        tokens_before=source.tokens,
        tokens_estimated=source.tokens_estimated,
        uploaded_by=user,
    )


def state_of(one: Pass) -> PassState:
    """Return the pass as the library takes it, without replies. Raises: LookupError if the source is gone."""
    if one.source is None:
        raise LookupError("no source")
    config = dict(one.config)
    context = Context(
        one.target_tokens,
        COUNTERS[config.pop("counter")],
        instructions=config.pop("instructions") or None,
        additional_context=tuple(config.pop("additional_context")),
    )
    config.pop("warnings")
    prior = PriorSummary(text_of(one.prior_text) or "", one.prior_number or 0) if one.prior_text else None
    return PassState(from_canonical(turns_of(one.source)), QaConfig(**config), context, prior)


def turns_of(source: Transcript) -> tuple[Turn, ...]:
    """Return the canonical messages of a transcript, its system prompt first."""
    system = store.system_of(source)
    head = (Turn(SYSTEM_PLACE, "system", system, "/system", b""),) if system else ()
    rows = transcripts.rows_of(source).select_related("body").order_by("index").iterator(chunk_size=200)
    body = (Turn(row.index, row.body.role, store.blocks_of(row), row.origin, store.native_of(row.body)) for row in rows)
    return (*head, *body)


def replies_of(one: Pass) -> dict[str, Reply | CallFailed]:
    """Return what the stored calls of a pass came to, by the digest of their request."""
    return {call.digest: _reply(call) for call in one.calls.all()}


def put_reply(one: Pass, number: int, request: Request, reply: Reply, *, tries: int, milliseconds: int) -> Reply:
    """Store a reply, and return it as the pass is to use it: masked."""
    text = clean(mask(one.team, reply.text))
    call = _call(one, number, request, tries, milliseconds)
    call.reply, call.truncated = pack(text.encode()), reply.truncated
    if reply.usage is not None:
        call.input_tokens, call.output_tokens = reply.usage.input_tokens, reply.usage.output_tokens
    call.estimated = reply.usage is None
    call.save(force_insert=True)
    return Reply(text, reply.usage, reply.truncated)


def put_failure(one: Pass, number: int, request: Request, code: str, *, tries: int, milliseconds: int) -> None:
    """Store that no reply came, however often it was tried."""
    call = _call(one, number, request, tries, milliseconds)
    call.error_code = clean(code, 60)
    call.save(force_insert=True)


def set_asking(one: Pass) -> None:
    """Say that a worker has the pass."""
    one.started, one.state, one.error_code = one.started or timezone.now(), State.ASKING, ""
    one.save(update_fields=["started", "state", "error_code"])


def put_outcome(one: Pass, outcome: Outcome, *, measures: Mapping[str, Any]) -> None:
    """Store what came of a pass; an estimate is written to the calls that lack usage."""
    spend = outcome.spend
    one.state, one.outcome, one.ended = State.DONE, outcome.kind, timezone.now()
    one.step, one.reason = outcome.step or "", outcome.reason or ""
    one.number = outcome.prior.number if outcome.kind == "compacted" and outcome.prior else None
    one.budget, one.tail_budget = outcome.budget, outcome.tail_budget
    one.places = _places(one, outcome)
    one.draft = None if outcome.draft is None else pack(outcome.draft.encode("utf-8", "replace"))
    one.final = None if outcome.summary is None else pack(outcome.summary.encode("utf-8", "replace"))
    one.tokens_before, one.tokens_after = outcome.tokens_before, outcome.tokens_after
    one.tokens_saved = outcome.tokens_saved
    one.input_tokens, one.output_tokens = spend.input_tokens, spend.output_tokens
    one.spend_estimated = spend.estimated
    one.measures = dict(measures)
    one.save()
    for call in outcome.calls:
        if call.estimated and call.usage is not None:
            Call.objects.filter(of=one, digest=call.digest).update(
                input_tokens=call.usage.input_tokens, output_tokens=call.usage.output_tokens
            )


def break_off(one: Pass, state: str, code: str) -> None:
    """Say that a pass ended without an outcome; its calls are kept."""
    Pass.objects.filter(pk=one.pk).exclude(state=State.DONE).update(state=state, error_code=code, ended=timezone.now())


def text_of(column: bytes | memoryview | None) -> str | None:
    """Return a packed text of a pass or call."""
    return None if column is None else unpack(column).decode("utf-8", "replace")


def _create(run: Run, source: Transcript, user: User | None, asked: Start, prior: Pass | None, trigger: str) -> Pass:
    attempt = (Pass.objects.filter(run=run).aggregate(last=Max("attempt"))["last"] or 0) + 1
    return Pass.objects.create(
        team_id=run.team_id,
        run=run,
        source=source,
        attempt=attempt,
        trigger=trigger,
        started_by=user,
        client=asked.client,
        endpoint=asked.endpoint,
        model=asked.endpoint.model if asked.endpoint else "",
        config=_config(run, asked),
        target_tokens=asked.target_tokens,
        prior=prior,
        prior_number=prior.number if prior else None,
        prior_text=prior.final if prior else None,
    )


def _config(run: Run, asked: Start) -> dict[str, Any]:
    config = asked.config
    instructions = config.summary_instructions
    return {
        "summary_budget_pct": config.summary_budget_pct,
        "max_summary_tokens": config.max_summary_tokens,
        "min_messages": config.min_messages,
        "preserve_recent": config.preserve_recent,
        "accumulate": config.accumulate,
        "transcript_max_chars": config.transcript_max_chars,
        "summary_instructions": None if instructions is None else clean(mask(run.team, instructions)),
        "warnings": list(config.warnings),
        "counter": asked.counter,
        "instructions": clean(mask(run.team, asked.instructions)),
        "additional_context": [clean(mask(run.team, text)) for text in asked.additional_context],
    }


def _call(one: Pass, number: int, request: Request, tries: int, milliseconds: int) -> Call:
    return Call(
        of=one,
        number=number,
        step=request.step,
        digest=request.digest(),
        system=pack(request.system.encode("utf-8", "replace")),
        user=pack(request.user.encode("utf-8", "replace")),
        tries=tries,
        milliseconds=milliseconds,
    )


def _reply(call: Call) -> Reply | CallFailed:
    if call.reply is None:
        return CallFailed(call.error_code, "")
    usage = None if call.estimated else Usage(call.input_tokens or 0, call.output_tokens or 0)
    return Reply(text_of(call.reply) or "", usage, call.truncated)


def _places(one: Pass, outcome: Outcome) -> dict[str, Any]:
    """Places count in the list that the pass was given, whose first entry may be the system prompt."""
    shift = 1 if one.source and one.source.system else 0
    split = outcome.split_index
    return {
        "split": None if split is None else split - shift,
        "evicted": [[start - shift, stop - shift] for start, stop in join(outcome.evicted_at)],
        "pulled": [[start - shift, stop - shift] for start, stop in join(outcome.pulled_at)],
    }
