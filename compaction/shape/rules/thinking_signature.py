"""Thinking carries its signature."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.bodies import anthropic
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import assistant, body, thinking, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each thinking block without a signature or without its text field."""
    for turn, place, block in request.blocks_of("thinking"):
        signed = isinstance(block.signature, str) and block.signature
        if not signed and block.thinking != "" or not isinstance(block.thinking, str):
            yield Breach(turn, request.pointer(turn, "content", place))


RULE = Rule(
    id="thinking-signature",
    title="Thinking carries its signature",
    what="Thinking without its signature",
    why="The provider knows its own thinking by the signature and refuses blocks that lack it.",
    fix="Put the signature back as it was received, or remove the block.",
    repair="Keep thinking blocks whole or drop them whole; never write them from text alone.",
    compaction=(
        "Messages were rebuilt from their visible text and thinking was put back as text without what came with it."
    ),
    group=Group.THINKING,
    phase=Phase.STRUCTURE,
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="The request is refused as a whole. Whether a signature is true cannot be told from the request.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses thinking without a signature.",
            fix="Put the signature of {part} in message {message} back, or remove the block.",
            words="messages.1.content.0.thinking.signature: Field required",
            behaviours=("AM-40",),
        ),
    },
    patterns=(
        r"thinking\.signature: Field required",
        r"thinking\.thinking: Field required",
        r"Invalid `signature` in `thinking` block",
    ),
    evidence=("LibreChat-AI/agents#279", "anthropics/claude-code#10627", "anthropics/anthropic-sdk-python#1598"),
    bad={Dialect.ANTHROPIC: body(user("Test it."), assistant(thinking(signature=""), "Done."), user("Go on."))},
    good={Dialect.ANTHROPIC: body(user("Test it."), assistant(thinking(), "Done."), user("Go on."))},
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic)},
)
