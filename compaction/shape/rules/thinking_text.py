"""Thinking has text, unless it is signed."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape.bodies import anthropic
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import assistant, body, thinking, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each thinking block with neither text nor signature; signed and empty is legal."""
    for turn, place, block in request.blocks_of("thinking"):
        if block.thinking == "" and not (isinstance(block.signature, str) and block.signature):
            yield Breach(turn, request.pointer(turn, "content", place), confidence=Confidence.FAIR)


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
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="The request is refused as a whole; signed and empty is legal where thinking is hidden.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses thinking with neither text nor signature.",
            fix="Remove {part} of message {message}.",
            words="each thinking block must contain thinking",
            behaviours=("AM-43",),
        ),
    },
    patterns=(r"each thinking block must contain thinking",),
    evidence=("Public probes",),
    bad={Dialect.ANTHROPIC: body(user("Test it."), assistant(thinking("", signature=""), "Done."), user("Go on."))},
    good={Dialect.ANTHROPIC: body(user("Test it."), assistant(thinking(""), "Done."), user("Go on."))},
    provider={Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic)},
)
