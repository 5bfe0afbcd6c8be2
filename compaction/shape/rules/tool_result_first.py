"""Results open the turn that answers a call."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.bodies import anthropic
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, body, use, user
from compaction.transcripts import Dialect


def check(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each result that answers a call of the turn before, but stands behind something else than results.

    Source: provider-rules 2.2.
    """
    for exchange in request.exchanges:
        if exchange.late and exchange.calls:
            answered = {result.id for result in exchange.run}
            calls = {call.id: call for call in reversed(exchange.calls) if call.id not in answered}
            for result in exchange.late:
                call = calls.pop(result.id, None)
                if call is not None:
                    yield Breach(result.turn, request.pointer_of(result), counterpart=request.pointer_of(call))


RULE = Rule(
    id="tool-result-first",
    title="Results open the turn that answers a call",
    what="Tool result behind other content",
    why=("Results count only as long as nothing else stands before them in the turn; the call is taken as unanswered."),
    fix="Move the results to the front of the turn, before any text or image.",
    repair="When texts are added to a turn of results, append them; never put them in front.",
    compaction="The summary or a reminder is put in front of a turn that holds results, or between two of them.",
    group=Group.PAIRS,
    phase=Phase.PAIRING,
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence=(
                "Anthropic takes only the results that open the turn after the call; any text or image before "
                "them ends the run."
            ),
            fix="Move {part} to the front of message {message}, or right after message {previous}.",
            words="",
            behaviours=("AM-12",),
        ),
    },
    patterns=(
        r"tool_result.{1,40}must (come|be) first",
        r"must begin with a matching number of `?tool_result`? blocks",
        r"`tool_use` ids were found without `tool_result` blocks",
    ),
    evidence=("Provider documentation, Handle tool calls", "A public probe of four layouts, July 2026"),
    bad={
        Dialect.ANTHROPIC: body(
            user("Test it."), assistant(use("toolu_01")), user("Summary: so far so good.", answer("toolu_01"))
        )
    },
    good={
        Dialect.ANTHROPIC: body(
            user("Test it."), assistant(use("toolu_01")), user(answer("toolu_01"), "Summary: so far so good.")
        )
    },
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check)},
    explains=("answered-tool-use",),
)
