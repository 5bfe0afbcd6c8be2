"""The thinking of the newest reply is as it was received."""

from collections.abc import Iterator, Sequence

from msgspec import Raw

from compaction.findings import Severity
from compaction.shape.bodies import anthropic, bedrock_converse
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield the first block of thinking in the newest reply that the same reply had otherwise before the compaction, or
    the reply itself where one is gone. Without the body before, nothing can be said.
    """
    turn = newest(request)
    before = request.before
    if turn is None or not isinstance(before, anthropic.Request):
        return
    origin = twin(before, request.content_of(turn))
    if origin is None:
        return
    now, then = thoughts(request.content_of(turn)), thoughts(origin)
    for (place, said), (_, known) in zip(now, then, strict=False):
        if said != known:
            yield Breach(turn, request.pointer(turn, "content", place))
            return
    if len(now) != len(then):
        yield Breach(turn, request.pointer(turn))


def newest(request: anthropic.Request) -> int | None:
    turns = [turn for turn, role in enumerate(request.roles) if role == "assistant"]
    return turns[-1] if turns else None


def twin(before: anthropic.Request, blocks: Sequence[anthropic.Block]) -> Sequence[anthropic.Block] | None:
    """Return the blocks of the reply that is this one: with the same calls or, without calls, with the same text."""
    wanted = mark(blocks)
    if not wanted:
        return None
    replies = [before.content_of(turn) for turn, role in enumerate(before.roles) if role == "assistant"]
    return next((reply for reply in reversed(replies) if mark(reply) == wanted), None)


def mark(blocks: Sequence[anthropic.Block]) -> tuple[str, ...]:
    calls = tuple(block.id for block in blocks if block.type == "tool_use" and block.id)
    return calls or tuple(block.text for block in blocks if block.type == "text" and block.text)


def thoughts(blocks: Sequence[anthropic.Block]) -> list[tuple[int, object]]:
    return [
        (place, (block.type, block.thinking, block.signature, block.data))
        for place, block in enumerate(blocks)
        if block.type in ("thinking", "redacted_thinking")
    ]


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """As for Anthropic, on its models."""
    before = request.before
    turns = [turn for turn, role in enumerate(request.roles) if role == "assistant"]
    if not turns or not request.is_claude or not isinstance(before, bedrock_converse.Request):
        return
    blocks = request.content_of(turns[-1])
    replies = [before.content_of(turn) for turn, role in enumerate(before.roles) if role == "assistant"]
    wanted = keyed_mark(blocks)
    origin = next((reply for reply in reversed(replies) if keyed_mark(reply) == wanted), None) if wanted else None
    if origin is not None and keyed_thoughts(blocks) != keyed_thoughts(origin):
        yield Breach(turns[-1], request.pointer(turns[-1]))


def keyed_mark(blocks: Sequence[bedrock_converse.Block]) -> tuple[object, ...]:
    calls = tuple(block.use.id for block in blocks if isinstance(block.use, bedrock_converse.ToolUse))
    return calls or tuple(block.text for block in blocks if isinstance(block.text, str))


def keyed_thoughts(blocks: Sequence[bedrock_converse.Block]) -> list[object]:
    held = [block.reasoning for block in blocks if isinstance(block.reasoning, bedrock_converse.Reasoning)]
    return [(one.thought, bytes(one.redacted) if isinstance(one.redacted, Raw) else one.redacted) for one in held]


RULE = Rule(
    id="thinking-immutable",
    title="The thinking of the newest reply is as it was received",
    what="Thinking of the newest reply was changed",
    why="Thinking of the newest reply is checked as a whole: none may be dropped, added, moved or edited.",
    fix="Send the newest reply with its thinking as it was received.",
    repair="Leave the newest reply alone in every rewriting step; compact what stands before it.",
    compaction=(
        "A rewriting step shortens long texts everywhere and takes the thinking of the newest reply with them."
    ),
    group=Group.THINKING,
    phase=Phase.MODEL,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole; seen only where the body before the compaction is at hand.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses a newest reply whose thinking is not exactly as it was received.",
            fix="Put the thinking of message {message} back as it was received.",
            words="`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified",
            behaviours=("AM-44",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Claude on Bedrock refuses a newest reply whose thinking is not exactly as it was received.",
            fix="Put the thinking of message {message} back as it was received.",
            words=(
                "The model returned the following errors: thinking blocks in the latest assistant message "
                "cannot be modified"
            ),
            behaviours=("BC-16",),
        ),
    },
    patterns=(r"thinking.{1,40}blocks in the latest assistant message cannot be modified",),
    evidence=("anthropics/claude-code#19539", "anthropics/claude-code#63203", "anthropics/claude-code#12973"),
    bad={},
    good={},
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
