"""An error result says what went wrong."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape.bodies import anthropic, bedrock_converse
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import answer, assistant, body, use, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each result marked as an error that has no content."""
    for turn, place, block in request.blocks_of("tool_result"):
        if block.is_error is True and not block.content:
            yield Breach(turn, request.pointer(turn, "content", place), confidence=Confidence.FAIR)


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield each result of the status error that has no content."""
    for turn, place, result in request.answers:
        if result.status == "error" and not (isinstance(result.content, list) and result.content):
            yield Breach(turn, request.pointer(turn, "content", place))


RULE = Rule(
    id="error-result-content",
    title="An error result says what went wrong",
    what="Error result without content",
    why="A failed call must say how it failed; an error without a word is refused.",
    fix="Put a word into the result, for instance that its output was removed.",
    repair="When outputs are emptied to save room, leave a short placeholder in those marked as errors.",
    compaction="Old tool outputs were emptied, those of failed calls too.",
    group=Group.CONTENT,
    phase=Phase.STRUCTURE,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="Known from the workarounds of several clients; an empty result without the mark is accepted.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses an empty result that is marked as an error.",
            fix="Put a short text into {part} of message {message}.",
            words="tool_result: content cannot be empty if `is_error` is true",
            behaviours=("AM-20",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock refuses an empty result whose status is error.",
            fix="Put a short text into {part} of message {message}.",
            words="The content field at messages.2.content.0.toolResult cannot be empty when status value is error",
            behaviours=("BC-05a",),
        ),
    },
    patterns=(
        r"content cannot be empty if `is_error` is true",
        r"toolResult cannot be empty when status value is error",
    ),
    evidence=(
        "Workarounds in several public clients",
        "aws-samples/sample-multi-agent-orchestration-chat-on-agentcore#15",
    ),
    bad={
        Dialect.ANTHROPIC: body(
            user("Test it."), assistant(use("toolu_01")), user(answer("toolu_01", "", is_error=True))
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."),
            aws.assistant(aws.use("tooluse_1")),
            aws.user({"toolResult": {"toolUseId": "tooluse_1", "content": [], "status": "error"}}),
        ),
    },
    good={
        Dialect.ANTHROPIC: body(
            user("Test it."), assistant(use("toolu_01")), user(answer("toolu_01", "interrupted", is_error=True))
        ),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Test it."),
            aws.assistant(aws.use("tooluse_1")),
            aws.user(aws.answer("tooluse_1", "interrupted", status="error")),
        ),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
