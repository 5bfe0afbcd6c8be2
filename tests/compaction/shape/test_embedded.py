"""Images in data URLs of chat and responses."""

import json

import pytest

from compaction.shape import check
from compaction.shape.context import Context
from compaction.shape.embedded import embedded
from compaction.shape.reading import read
from compaction.shape.samples import PIXEL, body, image, user
from compaction.transcripts import Dialect

URL = "data:image/png;base64," + "A" * 4_100_000
PARTS = {
    "openai-chat": ("messages", {"type": "image_url", "image_url": {"url": URL}}),
    "openai-responses": ("input", {"type": "input_image", "image_url": URL}),
}


@pytest.mark.parametrize("dialect", PARTS)
def test_an_image_does_not_count_as_text(dialect: str) -> None:
    name, part = PARTS[dialect]
    body = json.dumps({name: [{"role": "user", "content": [part]}]}).encode()
    assert "context-length" not in [one.rule for one in check(body, dialect=dialect).violations]


def test_text_of_that_size_does() -> None:
    body = json.dumps({"input": [{"role": "user", "content": URL}]}).encode()
    assert [one.rule for one in check(body, dialect="openai-responses").violations] == ["context-length"]


def test_only_the_images_of_a_message_are_found_and_told_by_their_place() -> None:
    words = {"type": "input_text", "text": "See this."}
    picture = {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}
    linked = {"type": "input_image", "image_url": "https://example.org/a.png"}
    request = json.dumps({"input": [{"role": "user", "content": [words, picture, linked]}]}).encode()
    sent = read(request, Dialect.OPENAI_RESPONSES, Context())
    assert list(embedded(sent)) == [(0, "/input/0/content/1", "data:image/png;base64,AAAA")]


def test_other_dialects_have_no_data_urls() -> None:
    sent = read(json.dumps(body(user(image(PIXEL)))).encode(), Dialect.ANTHROPIC, Context())
    assert list(embedded(sent)) == []
