"""A document comes with words."""

from collections.abc import Iterator

from msgspec import UNSET

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape.bodies import bedrock_converse
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.transcripts import Dialect


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield the first document of each message of the user that has no text."""
    told: set[int] = set()
    for turn, place, block in request.media:
        if block.document is None or turn in told or request.roles[turn] != "user":
            continue
        told.add(turn)
        if all(other.text is UNSET for other in request.content_of(turn)):
            yield Breach(turn, request.pointer(turn, "content", place), confidence=Confidence.FAIR)


RULE = Rule(
    id="document-needs-text",
    title="A document comes with words",
    what="Document without text beside it",
    why="A document alone asks nothing; the provider wants at least one text in the same message.",
    fix="Put a text beside the document.",
    repair="Keep the question when a message with a document is shortened, or replace both by a text.",
    compaction="The text of an old message was cut away, and its document stayed.",
    group=Group.CONTENT,
    phase=Phase.STRUCTURE,
    severity={Dialect.BEDROCK_CONVERSE: Severity.ERROR},
    severity_reason="Documented for every model.",
    refused_by={
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock refuses a message with a document and without any text.",
            fix="Put a text into message {message}, or remove {part}.",
            words="A text block must be included when using documents. Add a text block and retry your request.",
            behaviours=("BC-15",),
        ),
    },
    patterns=(r"text block must be included when using documents",),
    evidence=("API reference, Message", "maximhq/bifrost#5817", "BerriAI/litellm#36499"),
    bad={Dialect.BEDROCK_CONVERSE: aws.body(aws.user(aws.document()))},
    good={Dialect.BEDROCK_CONVERSE: aws.body(aws.user(aws.document(), "What does it say?"))},
    provider={Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock)},
)
