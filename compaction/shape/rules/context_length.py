"""A request fits the context window, as far as its bytes tell."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape.bodies import anthropic, bedrock_converse, gemini
from compaction.shape.embedded import embedded as openai_media
from compaction.shape.images import encoded_size
from compaction.shape.models import window
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule
from compaction.shape.sent import Sent
from compaction.transcripts import Dialect

BYTES_A_TOKEN = 4
"""A coarse mean over prose, code and JSON; the true count needs the model's own vocabulary."""


def check(sent: Sent) -> Iterator[Breach]:
    """Yield one breach, at the whole request, where its bytes without embedded media are more than a window takes."""
    limit = window(sent.model) * BYTES_A_TOKEN
    if len(sent.request) > limit and len(sent.request) - media_bytes(sent) > limit:
        yield Breach(None, "", confidence=Confidence.FAIR)


def media_bytes(sent: Sent) -> int:
    return sum(encoded_size(data) for data in embedded(sent))


def embedded(sent: Sent) -> Iterator[object]:
    """Yield the data of each embedded image and document."""
    match sent:
        case anthropic.Request():
            sources = (block.source for _, _, block in sent.media)
            yield from (source.data for source in sources if isinstance(source, anthropic.Source))
        case gemini.Request():
            yield from (media.data for _, _, media in sent.media)
        case bedrock_converse.Request():
            held = (block.image or block.document for _, _, block in sent.media)
            found = (media.source for media in held if isinstance(media, bedrock_converse.Media))
            yield from (source.bytes for source in found if isinstance(source, bedrock_converse.MediaSource))
        case _:
            yield from (url for _, _, url in openai_media(sent))


def refusal(name: str, words: str, *behaviours: str) -> Refusal:
    return Refusal(
        sentence=f"{name} refuses a request whose tokens, counted with its own vocabulary, exceed the window.",
        fix="Compact the list further, or send it to a model with a larger window.",
        words=words,
        outcome="depends",
        behaviours=behaviours,
    )


RULE = Rule(
    id="context-length",
    title="A request fits the context window",
    what="Request that is probably too long",
    why="A request with more tokens than the model's window is refused; this one has that many by its bytes.",
    fix="Compact the list further, or send it to a model with a larger window.",
    repair="Count the tokens of the whole request, tools and system prompt included, and compact before the limit.",
    compaction="The trigger counts messages alone, or the summary and the kept tail together are as long as before.",
    group=Group.LIMITS,
    phase=Phase.MODEL,
    severity=dict.fromkeys(Dialect, Severity.WARNING),
    severity_reason="Estimated from bytes; only the provider counts exactly.",
    refused_by={
        Dialect.ANTHROPIC: refusal("Anthropic", "prompt is too long: 212000 tokens > 200000 maximum", "AM-38"),
        Dialect.OPENAI_CHAT: refusal("OpenAI", "This model's maximum context length is 128000 tokens", "OC-21"),
        Dialect.OPENAI_RESPONSES: refusal("OpenAI", "context_length_exceeded", "OC-21"),
        Dialect.GEMINI: refusal("Gemini", "The input token count exceeds the maximum number of tokens allowed"),
        Dialect.BEDROCK_CONVERSE: refusal("Bedrock", "Input is too long for requested model", "BC-16"),
    },
    patterns=(
        r"prompt is too long: \d+ tokens > \d+ maximum",
        r"maximum context length is \d+ tokens",
        r"context_length_exceeded",
        r"input token count.{0,20} exceeds the maximum number of tokens",
        r"Input is too long for requested model",
    ),
    evidence=("anthropics/claude-code#820", "anthropics/claude-code#14274", "earendil-works/pi#102"),
    bad={},
    good={},
    provider=dict.fromkeys(Dialect, check),
)
