"""The list is not longer than its provider takes."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule
from compaction.shape.sent import Sent
from compaction.transcripts import Dialect

LIMIT = 100_000


def check(sent: Sent) -> Iterator[Breach]:
    """Yield one breach, at the first message above the limit."""
    if len(sent.roles) > LIMIT:
        yield Breach(LIMIT, sent.pointer(LIMIT), confidence=Confidence.FAIR)


RULE = Rule(
    id="message-count",
    title="A list holds at most 100,000 messages",
    what="More messages than the provider takes",
    why="The list of messages has an upper limit; a longer one is refused whatever the messages hold.",
    fix="Compact the list, or drop its oldest exchanges as a whole.",
    repair="Compact long before the limit; a list of that length does not fit a context window anyway.",
    compaction=(
        "A loop appends to the list and compaction never takes anything away, or counts another list than the one sent."
    ),
    group=Group.LIMITS,
    phase=Phase.STRUCTURE,
    severity={Dialect.ANTHROPIC: Severity.ERROR},
    severity_reason="The limit is documented and the same for every model.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic takes at most 100,000 messages in one request.",
            fix="Compact the list, or drop its oldest exchanges as a whole.",
            words="messages: List should have at most 100000 items",
            behaviours=("AM-07",),
        ),
    },
    patterns=(r"messages: List should have at most \d+ items",),
    evidence=("Provider documentation, reference of the SDK",),
    bad={},
    good={},
    provider={Dialect.ANTHROPIC: check},
)
