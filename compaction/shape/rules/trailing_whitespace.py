"""A begun reply does not end in white space."""

from collections.abc import Iterator

from compaction.findings import Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape.bodies import anthropic, bedrock_converse
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import assistant, body, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield the text that ends the list, where it ends in white space and the model would continue it."""
    turn = request.final_reply
    if turn is None or request.knows("prefill") is False:
        return
    content, pointer = request.messages[turn].content, request.pointer(turn, "content")
    blocks = request.content_of(turn)
    if blocks and blocks[-1].type == "text":
        content, pointer = blocks[-1].text, f"{pointer}/{len(blocks) - 1}"
    if isinstance(content, str) and content.strip() and content[-1].isspace():
        yield Breach(turn, pointer)


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """As for Anthropic, on its models."""
    turn = request.final_reply
    takes = request.knows("prefill")
    if turn is None or takes is False or (request.model and not request.is_claude):
        return
    blocks = request.content_of(turn)
    words = blocks[-1].text if blocks else None
    if isinstance(words, str) and words.strip() and words[-1].isspace():
        unsure = None if takes else Severity.WARNING
        yield Breach(turn, request.pointer(turn, "content", len(blocks) - 1), severity=unsure)


RULE = Rule(
    id="trailing-whitespace",
    title="A reply begun for the model does not end in white space",
    what="Begun reply ends in white space",
    why=("The model would go on right after the white space, which it was never trained to do, so it is refused."),
    fix="Strip the white space at the end of the last assistant text.",
    repair="Strip the end of a text before it is sent as the last assistant message.",
    compaction="A summary or a kept reply at the end of the list was cut after a line break.",
    group=Group.CONTENT,
    phase=Phase.STRUCTURE,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="Models that take a begun reply refuse this; the others refuse the begun reply itself.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses a last assistant text that ends in white space.",
            fix="Strip the end of {part}.",
            words="final assistant content cannot end with trailing whitespace",
            behaviours=("AM-09",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Claude on Bedrock refuses a last assistant text that ends in white space.",
            fix="Strip the end of {part}.",
            words=(
                "The model returned the following errors: messages: final assistant content cannot end with "
                "trailing whitespace"
            ),
            behaviours=("BC-16",),
        ),
    },
    patterns=(r"final assistant content cannot end with trailing whitespace",),
    evidence=("anomalyco/opencode#1295", "tailcallhq/forgecode#1872", "aaif-goose/goose#5967"),
    bad={
        Dialect.ANTHROPIC: body(user("Write the file body."), assistant("<contents>\n"), model="claude-haiku-4-5"),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Write the file body."), aws.assistant("<contents>\n"), modelId=aws.CLAUDE
        ),
    },
    good={
        Dialect.ANTHROPIC: body(user("Write the file body."), assistant("<contents>"), model="claude-haiku-4-5"),
        Dialect.BEDROCK_CONVERSE: aws.body(
            aws.user("Write the file body."), aws.assistant("<contents>"), modelId=aws.CLAUDE
        ),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
