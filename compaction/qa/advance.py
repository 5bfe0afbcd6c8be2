"""The next step of a pass: a request to send, or the outcome.

Source: qa-summarizer 1.5, architecture 4.
"""

from collections.abc import Mapping, Sequence

from compaction.errors import ClientError
from compaction.llm import Client, Exchange, Reply, Request, Usage
from compaction.qa.call import SYSTEM, Call, Notes, Refused
from compaction.qa.conclusion import compacted, failed, no_change
from compaction.qa.config import Context, QaConfig
from compaction.qa.counting import HEURISTIC, estimated_tokens
from compaction.qa.messages import Message
from compaction.qa.outcome import CallRecord, Outcome
from compaction.qa.plan import Plan, make_plan
from compaction.qa.prior import PriorSummary
from compaction.qa.registry import CALLS
from compaction.qa.state import Ask, CallFailed, Done, Next, PassState


def advance(state: PassState) -> Next:
    """Return what to ask next, or what came of the pass. Pure: equal states give equal steps."""
    return _step(make_plan(state), state, CALLS)


def resume(state: PassState, stored: Mapping[str, Reply | CallFailed]) -> tuple[PassState, Next]:
    """Return the pass as far as the stored replies carry it; they are keyed by the digest of their request.

    A reply to anything but the exact request is not used, so a pass whose prompts have changed asks again.
    """
    plan = make_plan(state)
    while True:
        following = _step(plan, state, CALLS)
        if not isinstance(following, Ask) or following.request.digest() not in stored:
            return state, following
        state = state.with_reply(stored[following.request.digest()])


def run(
    messages: Sequence[Message],
    *,
    config: QaConfig,
    context: Context,
    prior: PriorSummary | None = None,
    client: Client,
    calls: Sequence[Call] = CALLS,
) -> Outcome:
    """Return the outcome of a whole pass; an error of the client makes it a failed one. Nothing is tried twice."""
    state = PassState(tuple(messages), config, context, prior)
    plan = make_plan(state)
    while isinstance(following := _step(plan, state, calls), Ask):
        state = state.with_reply(complete(client, following.request))
    return following.outcome


def complete(client: Client, request: Request) -> Reply | CallFailed:
    """Return the reply, or that none came."""
    try:
        return client.complete(request)
    except ClientError as error:
        return CallFailed(error.code, error.text)


def _step(plan: Plan, state: PassState, calls: Sequence[Call]) -> Next:
    if not plan.evicted_at:
        return Done(no_change(plan, state))
    notes = _first_notes(plan, state)
    taken: list[CallRecord] = []
    for call in calls:
        if not call.due(notes):
            break
        request = _request(call, notes, taken)
        if len(taken) == len(state.replies):
            return Ask(request, len(taken) + 1)
        reply = state.replies[len(taken)]
        taken.append(_record(request, reply))
        if isinstance(reply, CallFailed):
            return Done(failed(plan, state, notes, taken, "api_error", reply.text))
        came = call.read(notes, reply.text)
        if isinstance(came, Refused):
            return Done(failed(plan, state, notes, taken, came.reason, came.cause))
        notes = came
    return Done(compacted(plan, state, notes, taken))


def _first_notes(plan: Plan, state: PassState) -> Notes:
    context = state.context
    return Notes(
        budget=plan.budget,
        summary_counter=context.summary_counter or HEURISTIC,
        transcript=plan.transcript.text,
        recent=plan.recent,
        prior=plan.prior.text if plan.prior else "",
        host_instructions=state.config.summary_instructions or "",
        hook_instructions=context.instructions or "",
        hook_context=tuple(context.additional_context),
    )


def _request(call: Call, notes: Notes, taken: Sequence[CallRecord]) -> Request:
    earlier = tuple(Exchange(record.step, record.user, record.reply or "") for record in taken)
    return Request(call.step, SYSTEM, call.ask(notes), notes.budget, call.most_tokens(notes), earlier)


def _record(request: Request, reply: Reply | CallFailed) -> CallRecord:
    sent = (request.step, request.system, request.user, request.digest())
    if isinstance(reply, CallFailed):
        return CallRecord(*sent, error=reply.code)
    estimate = Usage(estimated_tokens(request.user), estimated_tokens(reply.text))
    return CallRecord(*sent, reply.text, reply.usage or estimate, estimated=reply.usage is None)
