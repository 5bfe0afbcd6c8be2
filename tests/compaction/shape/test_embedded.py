"""Images in data URLs of chat and responses."""

import json

import pytest

from compaction.shape import check

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
