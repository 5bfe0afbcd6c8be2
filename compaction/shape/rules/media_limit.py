"""Images and documents stay within the limits."""

from collections import Counter
from collections.abc import Iterator

from compaction.findings import Confidence, Severity
from compaction.shape import samples_bedrock as aws
from compaction.shape.bodies import anthropic, bedrock_converse
from compaction.shape.images import HEADER, decoded, dimensions, encoded_size, pdf_pages
from compaction.shape.rule import Breach, Group, Phase, Refusal, Rule, on
from compaction.shape.samples import PIXEL, body, image, user
from compaction.transcripts import Dialect


def check_anthropic(request: anthropic.Request) -> Iterator[Breach]:
    """Yield each image too large in bytes or pixels, each document of too many pages, and the first of too many."""
    media = request.media
    images = [held for held in media if held[2].type == "image"]
    many = len(images) > MANY
    for turn, pointer, block in images:
        if isinstance(block.source, anthropic.Source):
            behaviour = fault(block.source.data, MANY_SIDE if many else LONGEST_SIDE)
            if behaviour:
                yield Breach(turn, pointer, behaviours=(behaviour,))
    most = LONG_CONTEXT if request.knows("long-context") else USUAL
    if len(media) > most:
        yield Breach(media[most][0], media[most][1], severity=sure(request), behaviours=("AM-54",))
    for turn, pointer, block in media:
        data = block.source.data if isinstance(block.source, anthropic.Source) else None
        if block.type == "document" and pdf_pages(data) > most:
            yield Breach(turn, pointer, severity=Severity.WARNING, behaviours=("AM-55",))


def fault(data: object, longest: int) -> str:
    """Return the behaviour that an image meets, empty where it is fine."""
    if encoded_size(data) > MOST_BYTES:
        return "AM-52"
    size = dimensions(decoded(data, HEADER))
    return "AM-53" if size and max(size) > longest else ""


def sure(request: anthropic.Request) -> Severity | None:
    return None if request.knows("long-context") is not None else Severity.WARNING


def check_bedrock(request: bedrock_converse.Request) -> Iterator[Breach]:
    """Yield each image and document that is too large, and the first of too many.

    Source: provider-rules 6, BC-15.
    """
    counts: Counter[bool] = Counter()
    for turn, place, block in request.media:
        is_image = isinstance(block.image, bedrock_converse.Media)
        held = block.image or block.document
        counts[is_image] += 1
        too_many = counts[is_image] == (BEDROCK_IMAGES if is_image else BEDROCK_DOCUMENTS) + 1
        if too_many or is_too_large(held, is_image):
            yield Breach(turn, request.pointer(turn, "content", place), confidence=Confidence.FAIR)


def is_too_large(held: bedrock_converse.Media | None, is_image: bool) -> bool:
    source = held.source if held is not None else None
    data = source.bytes if isinstance(source, bedrock_converse.MediaSource) else None
    if encoded_size(data) * 3 // 4 > (BEDROCK_IMAGE_BYTES if is_image else BEDROCK_DOCUMENT_BYTES):
        return True
    size = dimensions(decoded(data, HEADER)) if is_image else None
    return size is not None and max(size) > LONGEST_SIDE


MOST_BYTES = 5_242_880
MANY, MANY_SIDE, LONGEST_SIDE = 20, 2_000, 8_000
USUAL, LONG_CONTEXT = 100, 600
WIDE = "iVBORw0KGgoAAAANSUhEUgAAIygAAAAIAQAAAADsdIMm"
"""The head of a PNG of 9,000 by 8."""


BEDROCK_IMAGES, BEDROCK_DOCUMENTS = 20, 5
BEDROCK_IMAGE_BYTES, BEDROCK_DOCUMENT_BYTES = 3_932_160, 4_718_592

RULE = Rule(
    id="media-limit",
    title="Images and documents stay within the limits",
    what="Image or document above a limit",
    why=("Providers limit the bytes, the pixels and the number of images and the pages of documents in one request."),
    fix="Scale the image down, or replace older ones by a short text.",
    repair="Scale images when they enter the conversation; count all of them again before each request.",
    compaction="Text is compacted while images stay, until more than twenty of them lower the limit for each.",
    group=Group.LIMITS,
    phase=Phase.STRUCTURE,
    severity={
        Dialect.ANTHROPIC: Severity.ERROR,
        Dialect.BEDROCK_CONVERSE: Severity.ERROR,
    },
    severity_reason="The limits of bytes and pixels hold on every model; how many images are taken depends on it.",
    refused_by={
        Dialect.ANTHROPIC: Refusal(
            sentence=(
                "Anthropic limits images to 5 MB of base64 and 8,000 pixels a side, 2,000 with more than twenty images."
            ),
            fix="Scale {part} in message {message} down, or replace older images by a short text.",
            words="image dimensions exceed max allowed size: 8000 pixels",
            behaviours=("AM-52", "AM-53", "AM-54", "AM-55"),
        ),
        Dialect.BEDROCK_CONVERSE: Refusal(
            sentence=("Bedrock takes 20 images of 3.75 MB and 8,000 pixels a side, and 5 documents of 4.5 MB."),
            fix="Scale {part} in message {message} down, or replace it by a short text.",
            words="You can't include more than 5 documents in a request.",
            behaviours=("BC-15",),
        ),
    },
    patterns=(
        r"image exceeds 5 MB maximum: \d+ bytes > 5242880 bytes",
        r"exceed max allowed size(: 8000 pixels| for many-image requests: 2000 pixels)",
        r"too many images and documents: \d+ \+ \d+ > \d+",
        r"can't include more than \d+ (images|documents) in a request",
        r"A maximum of \d+ PDF pages may be provided",
    ),
    evidence=(
        "anthropics/claude-code#19631",
        "lobehub/lobehub#14711",
        "anthropics/claude-code#4778",
        "anthropics/claude-code#23392",
        "anthropics/claude-code#6231",
        "API reference, Message",
        "aws-samples/generative-ai-use-cases#1685",
    ),
    bad={
        Dialect.ANTHROPIC: body(user("Look.", image(WIDE))),
        Dialect.BEDROCK_CONVERSE: aws.body(aws.user("Look.", aws.image(WIDE))),
    },
    good={
        Dialect.ANTHROPIC: body(user("Look.", image(PIXEL))),
        Dialect.BEDROCK_CONVERSE: aws.body(aws.user("Look.", aws.image(PIXEL))),
    },
    provider={
        Dialect.ANTHROPIC: on(anthropic.Request, check_anthropic),
        Dialect.BEDROCK_CONVERSE: on(bedrock_converse.Request, check_bedrock),
    },
)
