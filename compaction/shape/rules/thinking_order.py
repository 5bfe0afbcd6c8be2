"""Thinking stands where the mode wants it."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape.bodies import anthropic, bedrock_converse
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, body, thinking, use, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield what the mode does not take: an open tool turn without thinking at its start, thinking at the end of a
    message, and thinking in a final message when it is switched off.
    """
    mode = request.body.thinking.type if isinstance(request.body.thinking, anthropic.Thinking) else None
    if mode == "enabled":
        yield from check_start(request)
    last = len(request.roles) - 1
    for turn, place, _ in request.blocks_of(*THINKING):
        pointer = request.pointer(turn, "content", place)
        if mode == "disabled" and turn == last:
            yield Breach(turn, pointer, severity=Severity.WARNING, behaviours=("AM-46",), confidence=Confidence.FAIR)
        elif place == len(request.content_of(turn)) - 1 and is_end_of_turn(request, turn):
            yield Breach(
                turn,
                pointer,
                severity=Severity.ERROR if turn == last else Severity.WARNING,
                behaviours=("AM-47",),
                confidence=Confidence.CONTESTED,
            )


def check_start(request: anthropic.Request) -> Iterator[Breach]:
    """Look at the replies since the user last said something else than results: one of them opens with thinking. On
    models whose manual mode is newer than the reports it is a warning.
    """
    turns = open_turn(request)
    starts = [blocks[0].type for turn in turns if (blocks := request.content_of(turn))]
    if starts and not any(kind in THINKING for kind in starts):
        sure = request.knows("thinking-first")
        yield Breach(
            turns[-1],
            request.pointer(turns[-1], "content", 0),
            severity=None if sure else Severity.WARNING,
            behaviours=("AM-45",),
            confidence=Confidence.FIRM if sure else Confidence.CONTESTED,
        )


def open_turn(request: anthropic.Request) -> list[int]:
    """Return the assistant turns that wait for the answer to the results at the end of the list."""
    found: list[int] = []
    for turn in reversed(request.speakers):
        if request.roles[turn] == "assistant":
            found.insert(0, turn)
        elif not any(block.type == "tool_result" for block in request.content_of(turn)):
            break
    return found if found and found[-1] != len(request.roles) - 1 else []


def is_end_of_turn(request: anthropic.Request, turn: int) -> bool:
    """Whether no further assistant message is merged with this one."""
    return turn + 1 == len(request.roles) or request.roles[turn + 1] != "assistant"


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield what models of Anthropic do not take: an open tool turn without thinking at its start in manual mode, and
    thinking at the end of a message.
    """
    if not request.is_claude:
        return
    last = len(request.roles) - 1
    is_open = last in request.results_by_turn and last - 1 in request.calls_by_turn
    if is_open and bedrock_mode(request) == "enabled" and all(turn != last - 1 for turn, _, _ in request.thoughts):
        yield Breach(last - 1, request.pointer(last - 1, "content", 0), confidence=Confidence.FAIR)
    for turn, place, _ in request.thoughts:
        if place == len(request.content_of(turn)) - 1:
            yield Breach(turn, request.pointer(turn, "content", place), confidence=Confidence.CONTESTED)


def bedrock_mode(request: bedrock_converse.Request) -> object:
    extra = request.body.extra
    thinking = extra.thinking if isinstance(extra, bedrock_converse.Extra) else None
    return thinking.type if isinstance(thinking, bedrock_converse.Thinking) else None


THINKING = ("thinking", "redacted_thinking")
MODE = {"type": "enabled", "budget_tokens": 1024}


RULE = Rule(
    id="thinking-order",
    title="Thinking stands where the mode wants it",
    what="Thinking missing or misplaced",
    why="In manual mode an open tool turn starts with thinking, and no message may end in it.",
    fix="Put the thinking back in front of the call, or finish the turn.",
    repair="Compact between turns, not while a call waits for its answer; keep the thinking of an open turn.",
    compaction="Thinking was stripped from the newest assistant message while its call was still open.",
    group=Group.THINKING,
    phase=Phase.MODEL,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.WARNING,
    },
    severity_reason="Sure for manual thinking; which positions are refused at the end of a message is contested.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence=(
                "Anthropic wants an open tool turn to start with thinking in manual mode, and no message to end in it."
            ),
            fix="Put the thinking back at the start of message {message}, or move {part} away from its end.",
            words="Expected `thinking` or `redacted_thinking`, but found `tool_use`",
            outcome="depends",
            behaviours=("AM-45", "AM-46", "AM-47"),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence=(
                "Claude on Bedrock wants an open tool turn to start with thinking in manual mode, and no "
                "message to end in it."
            ),
            fix="Put the thinking back at the start of message {message}, or move {part} away from its end.",
            words=(
                "The model returned the following errors: The final block in an assistant message cannot be `thinking`"
            ),
            outcome="depends",
            behaviours=("BC-16",),
        ),
    },
    patterns=(
        r"Expected `thinking` or `redacted_thinking`, but found `\w+`",
        r"When thinking is disabled, an `assistant` message in the final position cannot contain `thinking",
        r"The final block in an assistant message cannot be `thinking",
    ),
    evidence=(
        "anomalyco/opencode#3077",
        "mastra-ai/mastra#7799",
        "Kilo-Org/kilocode#5219",
        "tailcallhq/forgecode#1853",
    ),
    bad={
        Dialect.ANTHROPIC: body(user("Test it."), assistant(use("toolu_01")), user(answer("toolu_01")), thinking=MODE),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant("Done.", aws.thinking()), aws.user("Go on."), modelId=aws.CLAUDE
        ),
    },
    good={
        Dialect.ANTHROPIC: body(
            user("Test it."), assistant(thinking(), use("toolu_01")), user(answer("toolu_01")), thinking=MODE
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant(aws.thinking(), "Done."), aws.user("Go on."), modelId=aws.CLAUDE
        ),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
