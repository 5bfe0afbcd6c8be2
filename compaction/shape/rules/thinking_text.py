"""Thinking has text, unless it is signed."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape.bodies import anthropic, bedrock_converse
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import assistant, body, thinking, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each thinking block with neither text nor signature; signed and empty is legal."""
    for turn, place, block in request.blocks_of("thinking"):
        if block.thinking == "" and not (isinstance(block.signature, str) and block.signature):
            yield Breach(turn, request.pointer(turn, "content", place), confidence=Confidence.FAIR)


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """As for Anthropic, on its models."""
    if request.model and not request.is_claude:
        return
    unsure = None if request.is_claude else Severity.WARNING
    for turn, place, reasoning in request.thoughts:
        thought = reasoning.thought
        if not isinstance(thought, bedrock_converse.ReasoningText):
            continue
        if thought.text == "" and not (isinstance(thought.signature, str) and thought.signature):
            pointer = request.pointer(turn, "content", place)
            yield Breach(turn, pointer, severity=unsure, confidence=Confidence.FAIR)


RULE = Rule(
    id="thinking-text",
    title="Thinking has text, unless it is signed",
    what="Thinking with neither text nor signature",
    why="A block of thinking that holds nothing and that nobody signed cannot be the provider’s own.",
    fix="Remove the block.",
    repair="Drop thinking whole when it is to go; do not empty its text.",
    compaction="Thinking was emptied to save room, signature and all.",
    group=Group.THINKING,
    phase=Phase.STRUCTURE,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole; signed and empty is legal where thinking is hidden.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses thinking with neither text nor signature.",
            fix="Remove {part} of message {message}.",
            words="each thinking block must contain thinking",
            behaviours=("AM-43",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Claude on Bedrock refuses thinking with neither text nor signature.",
            fix="Remove {part} of message {message}.",
            words="The model returned the following errors: each thinking block must contain thinking",
            behaviours=("BC-16",),
        ),
    },
    patterns=(r"each thinking block must contain thinking",),
    evidence=("Public probes",),
    bad={
        Dialect.ANTHROPIC: body(user("Test it."), assistant(thinking("", signature=""), "Done."), user("Go on.")),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant(aws.thinking("", ""), "Done."), aws.user("Go on."), modelId=aws.CLAUDE
        ),
    },
    good={
        Dialect.ANTHROPIC: body(user("Test it."), assistant(thinking(""), "Done."), user("Go on.")),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."), aws.assistant(aws.thinking(""), "Done."), aws.user("Go on."), modelId=aws.CLAUDE
        ),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
