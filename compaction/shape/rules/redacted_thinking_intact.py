"""Hidden thinking carries its data."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape.bodies import anthropic, bedrock_converse
from compaction.shape.lenient import payload
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import assistant, body, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each block of hidden thinking without data."""
    for turn, place, block in request.blocks_of("redacted_thinking"):
        if not (isinstance(block.data, str) and block.data):
            yield Breach(turn, request.pointer(turn, "content", place), confidence=Confidence.FAIR)


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield each block of hidden thinking without data."""
    for turn, place, reasoning in request.thoughts:
        if reasoning.thought is None and payload(reasoning.redacted) in (None, ""):
            yield Breach(turn, request.pointer(turn, "content", place), confidence=Confidence.FAIR)


HIDDEN = {"type": "redacted_thinking"}


RULE = Rule(
    id="redacted-thinking-intact",
    title="Hidden thinking carries its data",
    what="Hidden thinking without its data",
    why="Hidden thinking is its encrypted data; without it nothing is left that the provider could read.",
    fix="Put the data back as it was received, or remove the block.",
    repair="Keep blocks of hidden thinking whole or drop them whole.",
    compaction="Long opaque strings were cut out of old messages, and this data with them.",
    group=Group.THINKING,
    phase=Phase.STRUCTURE,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole. Whether the data is true cannot be told from the request.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses hidden thinking whose data is missing or changed.",
            fix="Put the data of {part} in message {message} back, or remove the block.",
            words="Invalid `data` in `redacted_thinking` block",
            behaviours=("AM-42",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock refuses hidden thinking whose data is missing; the model, one whose data was changed.",
            fix="Put the data of {part} in message {message} back, or remove the block.",
            words="The model returned the following errors: Invalid `data` in `redacted_thinking` block",
            behaviours=("BC-16",),
        ),
    },
    patterns=(
        r"Invalid `data` in `redacted_thinking` block",
        r"redacted_thinking\.data: Field required",
    ),
    evidence=("Schema of the SDK", "Reports of several clients"),
    bad={
        Dialect.ANTHROPIC: body(user("Test it."), assistant(HIDDEN, "Done."), user("Go on.")),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."),
            aws.assistant({"reasoningContent": {"redactedContent": ""}}, "Done."),
            aws.user("Go on."),
        ),
    },
    good={
        Dialect.ANTHROPIC: body(user("Test it."), assistant({**HIDDEN, "data": "b3BhcXVl"}, "Done."), user("Go on.")),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."),
            aws.assistant({"reasoningContent": {"redactedContent": "b3BhcXVl"}}, "Done."),
            aws.user("Go on."),
        ),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
