"""Tool blocks stand alone in their message, where the model wants it."""

from collections.abc import Iterator

from msgspec import UNSET

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape.bodies import bedrock_converse
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.transcripts import Dialect

VARIANT = "bedrock-exclusive-tool-turn"


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield the first block beside tool blocks: beside results on models that are known to refuse it, beside calls as
    well where the stricter reading was asked for.
    """
    strict = request.is_variant(VARIANT)
    if not strict and not request.knows("exclusive-tool-turn"):
        return
    turns = {*request.results_by_turn, *(request.calls_by_turn if strict else ())}
    for turn in sorted(turns):
        place = beside(request.content_of(turn))
        if place is not None:
            severity = Severity.ERROR if strict else None
            sure = Confidence.FIRM if strict else Confidence.FAIR
            yield Breach(turn, request.pointer(turn, "content", place), severity=severity, confidence=sure)


def beside(blocks: object) -> int | None:
    """Return the place of the first block that is words or media."""
    for place, block in enumerate(blocks if isinstance(blocks, list) else ()):
        if block.text is not UNSET or block.image is not None or block.document is not None or block.video is not None:
            return place
    return None


ASKED = aws.user("Test it.")
CALL = aws.assistant(aws.use("tooluse_1"))
RAN = aws.answer("tooluse_1")

RULE = Rule(
    id="tool-turn-exclusive",
    title="Tool blocks stand alone in their message",
    what="Text beside a tool block",
    why="The templates of several models know either words or tool blocks in one turn, not both.",
    fix="Move the text into a message of its own.",
    repair="Append a reminder to the next user message, not to the one that carries results.",
    compaction="A summary or a reminder is appended to the message that carries the newest results.",
    group=Group.PAIRS,
    phase=Phase.MODEL,
    severity={Dialect.BEDROCK_CONVERSE: Severity.WARNING},
    severity_reason="Several models of other vendors refuse it; error where the stricter reading was asked for.",
    refused_by={
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock refuses words and tool blocks in one turn for several models of other vendors.",
            fix="Move {part} of message {message} into a message of its own.",
            words="Conversation blocks and tool result blocks cannot be provided in the same turn.",
            outcome="depends",
            behaviours=("BC-13",),
        ),
    },
    patterns=(r"Conversation blocks and tool (use|result) blocks cannot be provided in the same turn",),
    evidence=("quarkiverse/quarkus-langchain4j#1983", "langchain-ai/langchain-aws#141"),
    bad={Dialect.BEDROCK_CONVERSE: aws.body(ASKED, CALL, aws.user(RAN, "Summarise it."))},
    good={
        Dialect.BEDROCK_CONVERSE: aws.body(
            ASKED, CALL, aws.user(RAN), aws.assistant("All passed."), aws.user("Summarise it.")
        )
    },
    variants={Dialect.BEDROCK_CONVERSE: VARIANT},
    provider={Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock)},
)
