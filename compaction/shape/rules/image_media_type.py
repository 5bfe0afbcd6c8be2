"""An image is what it says it is."""

from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape import samples_chat as chat
from compaction.shape import samples_gemini as google
from compaction.shape import samples_responses as responses
from compaction.shape.bodies import anthropic, bedrock_converse, gemini
from compaction.shape.embedded import embedded
from compaction.shape.images import decoded, media_type
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import PIXEL, body, image, user
from compaction.shape.sent import Sent
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each embedded image of a type that is not taken, of another type's bytes, or of none that decode."""
    for turn, pointer, block in request.media:
        source = block.source
        if block.type == "image" and isinstance(source, anthropic.Source) and source.type == "base64":
            behaviour = fault(source.media_type, source.data)
            if behaviour:
                yield Breach(turn, pointer, behaviours=(behaviour,))


def fault(declared: object, data: object) -> str:
    """Return the behaviour that a source meets, empty where it is fine."""
    if declared not in TAKEN:
        return "AM-50"
    content = decoded(data)
    if not content:
        return "AM-57"
    found = media_type(content)
    return "AM-51" if found and found != declared else ""


TAKEN = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})


def check_embedded(sent: Sent) -> Iterator[Breach]:
    """Yield each image in a data URL of a type that is not taken, or of another type's bytes."""
    for turn, pointer, url in embedded(sent):
        head, _, data = url[:256].partition(",")
        declared = head.removeprefix("data:").partition(";")[0]
        found = media_type(decoded(data[: len(data) // 4 * 4], len(data) // 4 * 4)) if "base64" in head else declared
        if declared not in TAKEN or (found and found != declared):
            yield Breach(turn, pointer, confidence=Confidence.FAIR)


def check_gemini(request: gemini.Request) -> Iterator[Breach]:
    """Yield each embedded image whose bytes do not decode, or are of another type."""
    for turn, place, media in request.media:
        declared = media.type
        if isinstance(declared, str) and declared.startswith("image/") and embedded_fault(declared, media.data):
            yield Breach(turn, request.pointer(turn, "parts", place), confidence=Confidence.FAIR)


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield each image of a format that is not taken, of bytes that do not decode, or of another format's bytes."""
    for turn, place, block in request.media:
        held = block.image
        if isinstance(held, bedrock_converse.Media) and isinstance(held.source, bedrock_converse.MediaSource):
            data = held.source.bytes
            declared = f"image/{held.format}"
            if data is not MISSING and (declared not in TAKEN or embedded_fault(declared, data)):
                yield Breach(turn, request.pointer(turn, "content", place), confidence=Confidence.FAIR)


def embedded_fault(declared: str, data: object) -> bool:
    content = decoded(data)
    found = media_type(content)
    return not content or bool(found and found != declared.replace("image/jpg", "image/jpeg"))


MISSING = bedrock_converse.MISSING

RULE = Rule(
    id="image-media-type",
    title="An image is what it says it is",
    what="Image that is not what it says",
    why="The declared type of an image must be one that the provider takes, and that of its bytes.",
    fix="Declare the type that the bytes have, or convert the image.",
    repair="Take the type from the first bytes of the image, not from its file name.",
    compaction="Long base64 was shortened like text, so an image no longer decodes.",
    group=Group.LIMITS,
    phase=Phase.STRUCTURE,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.OPENAI_CHAT: Severity.WARNING,
        Dialect.OPENAI_RESPONSES: Severity.WARNING,
        Dialect.GEMINI: Severity.WARNING,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The request is refused as a whole.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence="Anthropic takes JPEG, PNG, GIF and WebP images whose bytes are of the declared type.",
            fix="Declare the true type of {part} in message {message}, or replace it by a text.",
            words="Image does not match the provided media type image/jpeg",
            behaviours=("AM-50", "AM-51", "AM-57"),
        ),
        Dialect.OPENAI_CHAT: Refusal(
            sentence="OpenAI takes PNG, JPEG, WebP and GIF images whose bytes are of the declared type.",
            fix="Declare the true type of the image, or replace it by a text.",
            words="You uploaded an unsupported image",
            outcome="depends",
        ),
        Dialect.OPENAI_RESPONSES: Refusal(
            sentence="OpenAI takes PNG, JPEG, WebP and GIF images whose bytes are of the declared type.",
            fix="Declare the true type of the image, or replace it by a text.",
            words="You uploaded an unsupported image",
            outcome="depends",
        ),
        Dialect.GEMINI: Refusal(
            sentence="Gemini reads an image by its declared type and fails on bytes of another.",
            fix="Declare the true type of {part} in content {message}, or replace it by a text.",
            words="Unable to process input image. Please retry",
            outcome="depends",
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence="Bedrock takes PNG, JPEG, GIF and WebP images whose bytes are of the declared format.",
            fix="Declare the true format of {part} in message {message}, or replace it by a text.",
            words="Could not process image",
            behaviours=("BC-16",),
        ),
    },
    patterns=(
        r"media_type: Input should be 'image/jpeg'",
        r"Image does not match the provided media type",
        r"specified using the image/\w+ media type, but the image appears to be an? image/\w+",
        r"invalid base64 data",
        r"image cannot be empty",
        r"You uploaded an unsupported image",
        "Unable to process input image",
        "Could not process image",
    ),
    evidence=(
        "anthropics/claude-code#8184",
        "anthropics/claude-code#15746",
        "BerriAI/litellm#24900",
        "home-assistant/core#167208",
    ),
    bad={
        Dialect.ANTHROPIC: body(user("Look.", image(PIXEL, "image/jpeg"))),
        Dialect.OPENAI_CHAT: chat.body(
            chat.user([{"type": "image_url", "image_url": {"url": "data:image/jpeg;base64," + PIXEL}}])
        ),
        Dialect.OPENAI_RESPONSES: responses.body(
            {**responses.user(""), "content": [{"type": "input_image", "image_url": "data:image/jpeg;base64," + PIXEL}]}
        ),
        Dialect.GEMINI: google.body(google.user("Look.", google.image(PIXEL, "image/jpeg"))),
        Dialect.BEDROCK_CONVERSE: aws.body(aws.user("Look.", aws.image(PIXEL, "jpeg"))),
    },
    good={
        Dialect.ANTHROPIC: body(user("Look.", image(PIXEL))),
        Dialect.OPENAI_CHAT: chat.body(
            chat.user([{"type": "image_url", "image_url": {"url": "data:image/png;base64," + PIXEL}}])
        ),
        Dialect.OPENAI_RESPONSES: responses.body(
            {**responses.user(""), "content": [{"type": "input_image", "image_url": "data:image/png;base64," + PIXEL}]}
        ),
        Dialect.GEMINI: google.body(google.user("Look.", google.image(PIXEL))),
        Dialect.BEDROCK_CONVERSE: aws.body(aws.user("Look.", aws.image(PIXEL))),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.OPENAI_CHAT: check_embedded,
        Dialect.OPENAI_RESPONSES: check_embedded,
        Dialect.GEMINI: on(gemini.Request, check_gemini),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
