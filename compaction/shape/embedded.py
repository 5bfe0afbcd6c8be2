"""Media inside data URLs, as the two dialects of OpenAI carry them."""

from collections.abc import Iterator

from compaction.shape.bodies import openai_chat, openai_responses
from compaction.shape.sent import Sent


def embedded(sent: Sent) -> Iterator[tuple[int, str, str]]:
    """Yield turn, pointer and address of each image that stands in the body itself; none in other dialects."""
    found: Iterator[tuple[int, int, object]] = iter(())
    if isinstance(sent, openai_chat.Request):
        found = in_chat(sent)
    elif isinstance(sent, openai_responses.Request):
        found = in_responses(sent)
    for turn, place, url in found:
        if isinstance(url, str) and url.startswith("data:"):
            yield turn, sent.pointer(turn, "content", place), url


def in_chat(request: openai_chat.Request) -> Iterator[tuple[int, int, object]]:
    for turn, place, part in request.parts.get("image_url", ()):
        image = part.image_url
        yield turn, place, image.url if isinstance(image, openai_chat.Image) else image


def in_responses(request: openai_responses.Request) -> Iterator[tuple[int, int, object]]:
    if not any(kind == "input_image" for _, kind in request.part_kinds):
        return
    for turn in request.by_kind["message"]:
        content = request.items[turn].content
        for place, part in enumerate(content if isinstance(content, list) else ()):
            if part.type == "input_image":
                yield turn, place, part.image_url
