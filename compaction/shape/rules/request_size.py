"""A request is not larger than its provider takes."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule
from compaction.shape.sent import Sent
from compaction.transcripts import Dialect

LIMIT = 32 * 1024 * 1024


def check(sent: Sent) -> Iterator[Breach]:
    """Yield one breach, at the whole request, above the limit of bytes."""
    if len(sent.request) > LIMIT:
        yield Breach(None, "")


RULE = Rule(
    id="request-size",
    title="A request holds at most 32 MB",
    what="Request above the limit of bytes",
    why="A body above the limit is refused before anything in it is read.",
    fix="Remove images and long outputs, or send files by reference.",
    repair="Count the bytes of the body, base64 included, not only its tokens.",
    compaction="Tokens are counted and bytes are not; images and documents add many bytes for few tokens.",
    group=Group.LIMITS,
    phase=Phase.STRUCTURE,
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="The limit is documented and the same for every model; the status is 413.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses a body above 32 MB with status 413.",
            fix="Remove images and long outputs, or send files by reference.",
            words="request_too_large: Request exceeds the maximum size",
            behaviours=("AM-56",),
        ),
    },
    patterns=(r"request_too_large|Request exceeds the maximum size",),
    evidence=("Provider documentation, Errors",),
    bad={},
    good={},
    provider={Dialect.ANTHROPIC: check},
    explains=("context-length",),
)
