"""A message has only fields that its provider knows."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_gemini as google
from compaction.shape import samples_responses as responses
from compaction.shape import strict
from compaction.shape.bodies import anthropic, bedrock_converse, gemini, openai_responses
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import body, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield cache marks on messages and on thinking, and a client's bookkeeping in a request that was sent; all else
    that a message does not have is a warning.
    """
    sure = {"cache_control", *(BOOKKEEPING if request.body.model else ())}
    for turn, name, pointer in strict.fields_beyond(request, anthropic.StrictBody, anthropic.Message):
        severity, confidence = (None, Confidence.FIRM) if name in sure else (Severity.WARNING, Confidence.FAIR)
        yield Breach(turn, pointer, severity=severity, behaviours=("AM-36",), confidence=confidence)
    for turn, place, block in request.blocks_of("thinking", "redacted_thinking"):
        if block.cache_control is not MISSING:
            yield Breach(turn, f"{request.pointer(turn, 'content', place)}/cache_control", behaviours=("AM-62",))


MISSING = anthropic.MISSING
BOOKKEEPING = ("id", "uuid", "timestamp", "created_at", "usage", "model", "stop_reason", "stop_sequence")
"""Fields of answers and of stored messages; in a bare list they may be taken out before it is sent."""


def check_responses(request: openai_responses.Request) -> Iterator[Breach]:
    """Yield fields of other dialects on items."""
    for turn, item in enumerate(request.items):
        if (
            item.tool_calls is not UNSENT
            or item.tool_call_id is not UNSENT
            or item.cache_control is not UNSENT
            or item.reasoning_content is not UNSENT
        ):
            for name in (name for name in FOREIGN if getattr(item, name) is not UNSENT):
                yield Breach(turn, request.pointer(turn, name), confidence=Confidence.FAIR)


def check_gemini(request: gemini.Request) -> Iterator[Breach]:
    """Yield each field of a content or a part that the API does not have."""
    for turn, pointer in strict.unknown_fields(request, gemini.StrictBody, gemini.Content, gemini.Part):
        yield Breach(turn, pointer, confidence=Confidence.FAIR)


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """As for Gemini."""
    for turn, pointer in strict.unknown_fields(
        request, bedrock_converse.StrictBody, bedrock_converse.Message, bedrock_converse.Block
    ):
        yield Breach(turn, pointer, confidence=Confidence.FAIR)


UNSENT = openai_responses.MISSING
FOREIGN = ("tool_calls", "tool_call_id", "cache_control", "reasoning_content")


RULE = Rule(
    id="unknown-field",
    title="A message has only fields that the provider knows",
    what="Field that does not belong here",
    why="Requests are read strictly: a field that does not exist at its place refuses the whole request.",
    fix="Remove the field, or move it to the block where it belongs.",
    repair="Build messages from the fields that are to be sent, instead of removing the others from stored ones.",
    compaction=(
        "Stored messages are sent back with the client's own bookkeeping, or a cache mark is put on the message."
    ),
    group=Group.CONTENT,
    phase=Phase.STRUCTURE,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.OPENAI_RESPONSES: Severity.WARNING,
        Dialect.GEMINI: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="Sure for cache marks on messages and on thinking; a warning for other fields.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic refuses fields that it does not know in their place, such as cache marks on messages.",
            fix="Remove the field from {part} of message {message}; a cache mark belongs on a text block.",
            words="messages.0.cache_control: Extra inputs are not permitted",
            behaviours=("AM-36", "AM-62"),
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI refuses fields on items that it does not know, such as those of chat messages.",
            fix="Remove the field from item {message}; send calls and results as items of their own.",
            words="Unknown parameter: 'input[1].tool_calls'.",
            outcome="depends",
        ),
        Dialect.GEMINI: Refusal(
            sentence="Gemini refuses fields that the API does not have.",
            fix="Remove the field from {part} of content {message}.",
            words="Invalid JSON payload received. Unknown name \"timestamp\" at 'contents[0]': Cannot find field.",
            behaviours=("GM-14",),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock and its clients refuse fields that the API does not have.",
            fix="Remove the field from {part} of message {message}.",
            words='Unknown parameter in messages[0]: "timestamp", must be one of: role, content',
        ),
    },
    patterns=(
        r"Extra inputs are not permitted",
        r"Invalid JSON payload received\. Unknown name",
        r"Unknown parameter: 'input\[\d+\]",
        "Unknown parameter in messages\\[\\d+\\]",
    ),
    evidence=(
        "Mirascope/mirascope#618",
        "ax-llm/ax#517",
        "cortexkit/anthropic-auth#50",
        "API reference, Content",
    ),
    bad={
        Dialect.ANTHROPIC: body({**user("Go on."), "cache_control": {"type": "ephemeral"}}),
        Dialect.OPENAI_RESPONSES: responses.body({**responses.user("Go on."), "cache_control": {"type": "ephemeral"}}),
        Dialect.GEMINI: google.body({**google.user("Go on."), "timestamp": 7}),
        Dialect.BEDROCK_CONVERSE: aws.body({**aws.user("Go on."), "timestamp": 7}),
    },
    good={
        Dialect.ANTHROPIC: body(user({"type": "text", "text": "Go on.", "cache_control": {"type": "ephemeral"}})),
        Dialect.OPENAI_RESPONSES: responses.body(responses.user("Go on.")),
        Dialect.GEMINI: google.body(google.user("Go on.")),
        Dialect.BEDROCK_CONVERSE: aws.body(aws.user("Go on.")),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_RESPONSES: on(openai_responses.Request, check_responses),
        Dialect.GEMINI: on(gemini.Request, check_gemini),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
