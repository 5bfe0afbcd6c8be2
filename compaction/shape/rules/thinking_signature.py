"""Thinking carries its signature."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape.bodies import anthropic, bedrock_converse
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import assistant, body, thinking, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each thinking block without a signature or without its text field."""
    for turn, place, block in request.blocks_of("thinking"):
        signed = isinstance(block.signature, str) and block.signature
        if not signed and block.thinking != "" or not isinstance(block.thinking, str):
            yield Breach(turn, request.pointer(turn, "content", place))


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """As for Anthropic, on its models; other models sign nothing."""
    if request.model and not request.is_claude:
        return
    unsure = None if request.is_claude else Severity.WARNING
    for turn, place, reasoning in request.thoughts:
        thought = reasoning.thought
        if isinstance(thought, bedrock_converse.ReasoningText):
            signed = isinstance(thought.signature, str) and thought.signature
            if not signed and thought.text != "" or not isinstance(thought.text, str):
                yield Breach(turn, request.pointer(turn, "content", place), severity=unsure)


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
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole. Whether a signature is true cannot be told from the request.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses thinking without a signature.",
            fix="Put the signature of {part} in message {message} back, or remove the block.",
            words="messages.1.content.0.thinking.signature: Field required",
            behaviours=("AM-40",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Claude on Bedrock refuses thinking without a signature.",
            fix="Put the signature of {part} in message {message} back, or remove the block.",
            words="The model returned the following errors: messages.1.content.0.thinking.signature: Field required",
            behaviours=("BC-16",),
        ),
    },
    patterns=(
        r"thinking\.signature: Field required",
        r"thinking\.thinking: Field required",
        r"Invalid `signature` in `thinking` block",
    ),
    evidence=("LibreChat-AI/agents#279", "anthropics/claude-code#10627", "anthropics/anthropic-sdk-python#1598"),
    bad={
        Dialect.ANTHROPIC: body(user("Test it."), assistant(thinking(signature=""), "Done."), user("Go on.")),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."),
            aws.assistant(aws.thinking(signature=""), "Done."),
            aws.user("Go on."),
            modelId=aws.CLAUDE,
        ),
    },
    good={
        Dialect.ANTHROPIC: body(user("Test it."), assistant(thinking(), "Done."), user("Go on.")),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant(aws.thinking(), "Done."), aws.user("Go on."), modelId=aws.CLAUDE
        ),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
