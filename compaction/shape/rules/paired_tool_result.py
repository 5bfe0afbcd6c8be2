"""A tool result names a call that stands earlier in the list."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape import pairs_bedrock, pairs_chat, pairs_responses, turns_gemini
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_chat as chat
from compaction.shape import samples_gemini as google
from compaction.shape import samples_responses as responses
from compaction.shape.bodies import anthropic, bedrock_converse, gemini, openai_chat, openai_responses
from compaction.shape.native import Native
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, use, user
from compaction.transcripts import Dialect


def check(native: Native) -> Iterator[Breach]:
    """Yield each result whose id no earlier message called; any distance will do.

    The counterpart is the first call of that id further down, if there is one.

    Source: message-shape 6.3.
    """
    called_at = native.first_calls.get
    for number, (turn, call_id) in enumerate(zip(native.result_turns, native.result_ids, strict=True)):
        if called_at(call_id, turn) >= turn and call_id:
            later = native.first_call_pointers.get(call_id)
            yield Breach(turn, native.result_pointers[number], native.result_part(number), later)


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each result without its call in the assistant turn before it; the counterpart is a call elsewhere.

    Source: provider-rules 2.2.
    """
    for exchange in request.exchanges:
        called = {call.id for call in exchange.calls}
        for result in exchange.run + exchange.late:
            if result.id not in called and isinstance(result.id, str) and result.id:
                yield Breach(result.turn, request.pointer_of(result), counterpart=elsewhere(request, result.id))


def elsewhere(request: anthropic.Request, call_id: str) -> str | None:
    """Return the pointer of the first call of an id, one on the wrong side of the conversation too."""
    uses = request.blocks_of("tool_use")
    return next((request.pointer(turn, "content", place) for turn, place, block in uses if block.id == call_id), None)


QUESTION = user("How many orders are open?")
SUMMARY = user("Summary: the user asked for the open orders.")
TAIL = user("And how many are late?")
RULE = Rule(
    id="paired-tool-result",
    title="A tool result has its call earlier in the list",
    what="Tool result without its call",
    why=(
        "A result answers a call. Without the call, the provider cannot tell what was answered and refuses the request."
    ),
    fix="Put the message with the call back before the result, or remove the result.",
    repair="Move the cut forward, past the results, until it stands before a message that is no tool result.",
    compaction=(
        "The cut falls between a call and its result: the summary takes the call, the kept tail opens with the result."
    ),
    group=Group.PAIRS,
    phase=Phase.PAIRING,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.OPENAI_CHAT: Severity.ERROR,
        Dialect.OPENAI_RESPONSES: Severity.ERROR,
        Dialect.GEMINI: Severity.WARNING,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses a result when no message before it holds the call with the same id.",
            fix="Put the message with the call back before message {message}, or remove {part}.",
            words="unexpected `tool_use_id` found in `tool_result` blocks",
            behaviours=("AM-11",),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence=(
                "OpenAI refuses a tool message when no assistant message before it holds the call with the same id."
            ),
            fix="Put the message with the call back before message {message}, or remove message {message}.",
            words="messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
            behaviours=("OC-01", "OC-03"),
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI refuses an output item when no call item before it has the same call_id.",
            fix="Put the call item back before item {message}, or remove item {message}.",
            words="No tool call found for function call output with call_id call_01.",
            behaviours=("OR-03", "OR-05", "OR-18"),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock refuses a result whose call is not in the message right before.",
            fix="Put the call back into message {previous}, or remove {part}.",
            words=(
                "The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of "
                "previous turn"
            ),
            behaviours=("BC-01",),
        ),
        Dialect.GEMINI: Refusal(
            sentence="Gemini counts responses; whether each must name its call is contested.",
            fix="Give {part} of content {message} the name and the id of its call.",
            words="",
            outcome="depends",
            behaviours=("GM-16",),
        ),
    },
    patterns=(
        r"unexpected `tool_use_id` found in `tool_result` blocks",
        r"(?i)messages with role 'tool' must be a response to a prece+ding message with 'tool_calls'",
        r"'tool_call_id' .* not found in 'tool_calls'",
        r"tool_call_id does not exist",
        r"Missing (required )?parameter: 'messages\[\d+\]\.tool_call_id'",
        r"No tool call found for .*call output",
        r"Missing required parameter: 'input\[\d+\]\.call_id'",
        r"number of toolResult blocks( at \S+)? exceeds the number of toolUse blocks of previous turn",
    ),
    evidence=(
        "anthropics/claude-code#13460",
        "anthropics/claude-code#18947",
        "smarter-sh/smarter#264",
        "dimagi/open-chat-studio#1659",
        "continuedev/continue#10092",
        "openai/codex#42088",
        "pydantic/pydantic-ai#2327",
        "langgenius/dify-official-plugins#765",
    ),
    bad={
        Dialect.ANTHROPIC: {"messages": [SUMMARY, user(answer("toolu_01", "42")), TAIL]},
        Dialect.OPENAI_CHAT: {"messages": [SUMMARY, chat.tool("call_01", "42"), TAIL]},
        Dialect.OPENAI_RESPONSES: responses.body(
            responses.user("Summary: they were counted."), responses.output("call_01")
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant("The plan is ready."), aws.user(aws.answer("tooluse_1"))
        ),
        Dialect.GEMINI: google.body(
            google.user("Test it."), google.model(google.call()), google.user(google.response("list_files"))
        ),
    },
    good={
        Dialect.ANTHROPIC: {
            "messages": [QUESTION, assistant(use("toolu_01", "count_orders")), user(answer("toolu_01", "42")), TAIL]
        },
        Dialect.OPENAI_CHAT: {
            "messages": [
                QUESTION,
                chat.calling(chat.call("call_01", name="count_orders")),
                chat.tool("call_01", "42"),
                TAIL,
            ]
        },
        Dialect.OPENAI_RESPONSES: responses.body(
            responses.user("Count them."), responses.call("call_01"), responses.output("call_01")
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant("The plan is ready."), aws.user("16 passed")
        ),
        Dialect.GEMINI: google.body(
            google.user("Test it."), google.model(google.call()), google.user(google.response())
        ),
    },
    core=check,
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_CHAT: on(openai_chat.Request, pairs_chat.unpaired),
        Dialect.OPENAI_RESPONSES: on(openai_responses.Request, pairs_responses.unpaired),
        Dialect.GEMINI: on(gemini.Request, turns_gemini.unmatched),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, pairs_bedrock.unpaired),
    },
)
