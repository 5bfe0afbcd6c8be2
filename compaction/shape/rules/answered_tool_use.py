"""A tool call is answered in the run of results that directly follows it."""

from bisect import bisect_right
from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape import pairs_bedrock, pairs_chat, pairs_responses
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_chat as chat
from compaction.shape import samples_responses as responses
from compaction.shape.bodies import anthropic, bedrock_converse, openai_chat, openai_responses
from compaction.shape.native import Native
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, use, user
from compaction.shape.sent import Call
from compaction.transcripts import Dialect


def check(native: Native) -> Iterator[Breach]:
    """Yield each call with an id that no result of the run right after its message names.

    Source: message-shape 6.2.
    """
    for turn, ids, answers in native.callers:
        unanswered = [place for place, call_id in enumerate(ids) if answers.get(call_id, turn) <= turn and call_id]
        if unanswered:
            pointers = native.call_pointers(turn)
            for place in unanswered:
                yield Breach(turn, pointers[place], counterpart=counterpart(native, turn, ids[place]))


def counterpart(native: Native, turn: int, call_id: str | None) -> str | None:
    """Return the pointer of a result of that id elsewhere, a later one first; else of the place where it was due."""
    numbers = native.results_by_id.get(call_id)
    if numbers:
        later = bisect_right(numbers, turn, key=native.result_turns.__getitem__)
        return native.result_pointers[numbers[min(later, len(numbers) - 1)]]
    due = native.position(turn) + 1
    return f"/messages/{due}" if due < native.request.size else None


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each call that no result of its run answers; the counterpart is a result elsewhere, or where it was due.

    Source: provider-rules 2.2.
    """
    for exchange in request.exchanges:
        if exchange.calls:
            answered = {result.id for result in exchange.run}
            for call in exchange.calls:
                if call.id not in answered and isinstance(call.id, str) and call.id:
                    yield Breach(call.turn, request.pointer_of(call), counterpart=due(request, call))


def due(request: anthropic.Request, call: Call) -> str | None:
    """Return the pointer of the first later result of that id, of an earlier one, or of the message after the call."""
    results = request.results_by_id.get(call.id, ())
    if results:
        return request.pointer_of(next((result for result in results if result.turn > call.turn), results[-1]))
    return request.pointer(call.turn + 1) if call.turn + 1 < len(request.roles) else None


QUESTION = user("Which files mention the old name?")
TAIL = user("Summary: the search ran. Now rename them.")
RULE = Rule(
    id="answered-tool-use",
    title="A tool call has its result directly after it",
    what="Tool call without a result",
    why="A model cannot go on from a call that was never answered, so the provider refuses the request until it is.",
    fix="Add the result right after the message with the call, or remove the call.",
    repair=(
        "Keep a call and its results on one side of the cut; after an interruption, answer open calls with an error."
    ),
    compaction=(
        "A kept head ends with a call whose result went into the summary, or a rebuilt list lost the turn of results."
    ),
    group=Group.PAIRS,
    phase=Phase.PAIRING,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.OPENAI_CHAT: Severity.ERROR,
        Dialect.OPENAI_RESPONSES: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole, on every model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses the request until the results right after the message answer every call in it.",
            fix="Add a tool_result for this call right after message {message}, or remove {part}.",
            words="`tool_use` ids were found without `tool_result` blocks immediately after",
            behaviours=("AM-10",),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence=(
                "OpenAI refuses the request until every call has an answering tool message before any other message."
            ),
            fix="Add a tool message for this call right after message {message}, or remove {part}.",
            words=(
                "An assistant message with 'tool_calls' must be followed by tool messages responding to "
                "each 'tool_call_id'"
            ),
            behaviours=("OC-02",),
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI refuses the request until every call item has an output item anywhere later in the list.",
            fix="Add an output item for this call after item {message}, or remove item {message}.",
            words="No tool output found for function call call_07.",
            behaviours=("OR-04", "OR-18"),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock refuses the request until the very next message answers every call.",
            fix="Add a toolResult for this call to the message right after message {message}, or remove {part}.",
            words="Expected toolResult blocks at messages.2.content for the following Ids: tooluse_1",
            behaviours=("BC-02",),
        ),
    },
    patterns=(
        r"`tool_use` ids were found without `tool_result` blocks immediately after",
        r"Did not find \d+ `?tool_result`? block\(s\) at the beginning",
        r"must be followed by tool messages responding to each 'tool_call_id'",
        r"The following tool_call_ids did not have response messages",
        r"insufficient tool messages following tool_calls message",
        r"matching number of `?tool_result`? blocks",
        r"No tool output found for .*call",
        r"Expected toolResult blocks( at \S+)? for the following Ids",
    ),
    evidence=(
        "anthropics/claude-code#2697",
        "anthropics/claude-code#5989",
        "BerriAI/litellm#10083",
        "aliasrobotics/cai#111",
        "Gitlawb/openclaude#187",
        "MicrosoftLearning/mslearn-ai-agents#114",
        "agno-agi/agno#6698",
    ),
    bad={
        Dialect.ANTHROPIC: {"messages": [QUESTION, assistant(use("toolu_07", "search_files")), TAIL]},
        Dialect.OPENAI_CHAT: {"messages": [QUESTION, chat.calling(chat.call("call_07", name="search_files")), TAIL]},
        Dialect.OPENAI_RESPONSES: responses.body(
            responses.user("Find it."), responses.call("call_07"), responses.user("Go on.")
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant(aws.use("tooluse_1")), aws.user("Summary: the tests ran.")
        ),
    },
    good={
        Dialect.ANTHROPIC: {
            "messages": [
                QUESTION,
                assistant(use("toolu_07", "search_files")),
                user(answer("toolu_07", "Three files.")),
                TAIL,
            ]
        },
        Dialect.OPENAI_CHAT: {
            "messages": [
                QUESTION,
                chat.calling(chat.call("call_07", name="search_files")),
                chat.tool("call_07", "Three files."),
                TAIL,
            ]
        },
        Dialect.OPENAI_RESPONSES: responses.body(
            responses.user("Find it."), responses.call("call_07"), responses.user("Go on."), responses.output("call_07")
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."),
            aws.assistant(aws.use("tooluse_1")),
            aws.user(aws.answer("tooluse_1"), "Summary: the tests ran."),
        ),
    },
    core=check,
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_CHAT: on(openai_chat.Request, pairs_chat.unanswered),
        Dialect.OPENAI_RESPONSES: on(openai_responses.Request, pairs_responses.unanswered),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, pairs_bedrock.unanswered),
    },
)
