"""Call ids are unique."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape import pairs_bedrock, pairs_chat, pairs_responses
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_chat as chat
from compaction.shape import samples_responses as responses
from compaction.shape.bodies import anthropic, bedrock_converse, openai_chat, openai_responses
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, body, use, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each further call with an id that an earlier one has, over the whole request."""
    if len(request.calls_by_id) == len(request.calls):
        return
    for first, *others in request.calls_by_id.values():
        for call in others:
            yield Breach(call.turn, request.pointer_of(call), counterpart=request.pointer_of(first))


RULE = Rule(
    id="unique-tool-use-id",
    title="Every call has an id of its own",
    what="Call id used twice",
    why="Results name their call by its id; with two calls of one id it is not clear which one was answered.",
    fix="Give the later call and its result an id of their own.",
    repair="Never number calls anew after a cut; keep the ids that the model gave, or make random ones.",
    compaction=(
        "Ids were rewritten and both halves now start at the same number, or a kept message stands in the list twice."
    ),
    group=Group.PAIRS,
    phase=Phase.PAIRING,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.OPENAI_CHAT: Severity.WARNING,
        Dialect.OPENAI_RESPONSES: Severity.WARNING,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole; other dialects see it less strictly.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses a second call with the same id anywhere in the request.",
            fix="Give {part} of message {message} and its result an id of their own.",
            words="`tool_use` ids must be unique",
            behaviours=("AM-13",),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence="Two calls of one message with one id cannot be told apart; compatible servers refuse them.",
            fix="Give {part} of message {message} and its tool message an id of their own.",
            words="",
            outcome="depends",
            behaviours=("OC-04",),
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI pairs by call_id over the whole list; strict servers refuse a second call of one id.",
            fix="Give item {message} and its output a call_id of their own.",
            words="Each function_call must have exactly one matching function_call_output",
            outcome="depends",
            behaviours=("OR-08",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock refuses two calls with one id in one message.",
            fix="Give {part} of message {message} and its result an id of their own.",
            words="The toolUse blocks at messages.1.content contain duplicate Ids: tooluse_1",
            behaviours=("BC-03",),
        ),
    },
    patterns=(
        r"tool_use`? ids must be unique",
        r"Each function_call must have exactly one matching function_call_output",
        r"toolUse blocks( at \S+)? contain duplicate Ids",
    ),
    evidence=(
        "anthropics/claude-code#21317",
        "openclaw/openclaw#4700",
        "NVIDIA-NeMo/Switchyard#502",
        "BerriAI/litellm#23510",
        "BerriAI/litellm#15178",
    ),
    bad={
        Dialect.ANTHROPIC: body(
            user("Test twice."),
            assistant(use("toolu_01")),
            user(answer("toolu_01")),
            assistant(use("toolu_01")),
            user(answer("toolu_01")),
        ),
        Dialect.OPENAI_CHAT: chat.body(
            chat.user("Test twice."),
            chat.calling(chat.call("call_1"), chat.call("call_1")),
            chat.tool("call_1"),
            chat.tool("call_1"),
        ),
        Dialect.OPENAI_RESPONSES: responses.body(
            responses.user("Test twice."),
            responses.call("call_1"),
            responses.output("call_1"),
            responses.call("call_1"),
            responses.output("call_1"),
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test twice."),
            aws.assistant(aws.use("tooluse_1"), aws.use("tooluse_1")),
            aws.user(aws.answer("tooluse_1"), aws.answer("tooluse_1")),
        ),
    },
    good={
        Dialect.ANTHROPIC: body(
            user("Test twice."),
            assistant(use("toolu_01")),
            user(answer("toolu_01")),
            assistant(use("toolu_02")),
            user(answer("toolu_02")),
        ),
        Dialect.OPENAI_CHAT: chat.body(
            chat.user("Test twice."),
            chat.calling(chat.call("call_1"), chat.call("call_2")),
            chat.tool("call_1"),
            chat.tool("call_2"),
        ),
        Dialect.OPENAI_RESPONSES: responses.body(
            responses.user("Test twice."),
            responses.call("call_1"),
            responses.output("call_1"),
            responses.call("call_2"),
            responses.output("call_2"),
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test twice."),
            aws.assistant(aws.use("tooluse_1"), aws.use("tooluse_2")),
            aws.user(aws.answer("tooluse_1"), aws.answer("tooluse_2")),
        ),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_CHAT: on(openai_chat.Request, pairs_chat.repeated),
        Dialect.OPENAI_RESPONSES: on(openai_responses.Request, pairs_responses.repeated),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, pairs_bedrock.repeated_calls),
    },
)
