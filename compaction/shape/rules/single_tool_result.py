"""A call has one result."""

from collections import Counter
from collections.abc import Iterator, Sequence

from compaction.findings import Severity
from compaction.shape import pairs_bedrock, pairs_chat, pairs_responses
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_chat as chat
from compaction.shape import samples_responses as responses
from compaction.shape.bodies import anthropic, bedrock_converse, openai_chat, openai_responses
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, body, use, user
from compaction.shape.sent import Call
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each result of the answering turn beyond one a call; a later turn's is one without a call."""
    for exchange in request.exchanges:
        results = exchange.run + exchange.late if exchange.late else exchange.run
        if len(results) > 1 and len({result.id for result in results}) < len(results):
            yield from surplus(request, exchange.calls, results)


def surplus(request: anthropic.Request, calls: Sequence[Call], results: Sequence[Call]) -> Iterator[Breach]:
    due = Counter(call.id for call in calls if isinstance(call.id, str))
    first: dict[object, Call] = {}
    for result in results:
        if isinstance(result.id, str) and result.id in due:
            first.setdefault(result.id, result)
            due[result.id] -= 1
            if due[result.id] < 0:
                yield Breach(result.turn, request.pointer_of(result), counterpart=request.pointer_of(first[result.id]))


RULE = Rule(
    id="single-tool-result",
    title="A call has exactly one result",
    what="Second result for one call",
    why=("A call returns once. Two results for one call contradict each other, and the provider refuses the request."),
    fix="Keep one of the results, usually the later one.",
    repair="Before a placeholder is written for an open call, look whether its result arrived meanwhile.",
    compaction="A repair step answers an open call with a placeholder, then the real result is appended as well.",
    group=Group.PAIRS,
    phase=Phase.PAIRING,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.OPENAI_CHAT: Severity.WARNING,
        Dialect.OPENAI_RESPONSES: Severity.WARNING,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses a second result for one call.",
            fix="Remove {part} of message {message}, or the other result for the same call.",
            words="each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_01",
            behaviours=("AM-14",),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence="OpenAI takes a second tool message for one call; compatible servers refuse it.",
            fix="Remove message {message}, or the other tool message for the same call.",
            words="Duplicate value for 'tool_call_id' of call_1",
            outcome="depends",
            behaviours=("OC-04",),
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI is not known to refuse a second output for one call; compatible servers do.",
            fix="Remove item {message}, or the other output for the same call.",
            words="Duplicate function_call_output for call_id call_1",
            outcome="depends",
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock refuses two results for one call in one message.",
            fix="Remove {part} of message {message}, or the other result for the same call.",
            words="The toolResult blocks at messages.2.content contain duplicate Ids: tooluse_1",
            behaviours=("BC-03",),
        ),
    },
    patterns=(
        r"each tool_use must have a single result",
        r"Duplicate value for 'tool_call_id' of \S+",
        r"Duplicate function_call_output for call_id",
        r"toolResult blocks( at \S+)? contain duplicate Ids",
    ),
    evidence=(
        "Regression tests of LiteLLM",
        "Patterns of malformed histories of OpenHands",
        "openclaw/openclaw#40996",
        "BerriAI/litellm#15178",
    ),
    bad={
        Dialect.ANTHROPIC: body(
            user("Test it."), assistant(use("toolu_01")), user(answer("toolu_01", "interrupted"), answer("toolu_01"))
        ),
        Dialect.OPENAI_CHAT: chat.body(
            chat.user("Test it."),
            chat.calling(chat.call("call_1")),
            chat.tool("call_1", "interrupted"),
            chat.tool("call_1"),
        ),
        Dialect.OPENAI_RESPONSES: responses.body(
            responses.user("Test it."),
            responses.call("call_1"),
            responses.output("call_1", "interrupted"),
            responses.output("call_1"),
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."),
            aws.assistant(aws.use("tooluse_1")),
            aws.user(aws.answer("tooluse_1", "interrupted"), aws.answer("tooluse_1")),
        ),
    },
    good={
        Dialect.ANTHROPIC: body(user("Test it."), assistant(use("toolu_01")), user(answer("toolu_01"))),
        Dialect.OPENAI_CHAT: chat.body(chat.user("Test it."), chat.calling(chat.call("call_1")), chat.tool("call_1")),
        Dialect.OPENAI_RESPONSES: responses.body(
            responses.user("Test it."), responses.call("call_1"), responses.output("call_1")
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant(aws.use("tooluse_1")), aws.user(aws.answer("tooluse_1"))
        ),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_CHAT: on(openai_chat.Request, pairs_chat.surplus),
        Dialect.OPENAI_RESPONSES: on(openai_responses.Request, pairs_responses.surplus),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, pairs_bedrock.repeated_results),
    },
)
