"""Tokens by the bytes."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import image, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "context-length"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a short window": ([user("word " * 170_000)], {"model": "claude-haiku-4-5"}, [("", "warning")]),
    "nobody names the model": ([user("word " * 820_000)], {}, [("", "warning")]),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "a long window": ([user("word " * 170_000)], {"model": "claude-opus-4-6"}),
    "media do not count": ([user(image("A" * 900_000))], {"model": "claude-haiku-4-5"}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []


@pytest.mark.parametrize("dialect", ["gemini", "bedrock-converse"])
def test_embedded_media_count_for_nothing_in_other_dialects(dialect: str, said: Said) -> None:
    data = "A" * 4_100_000
    seen = {"inlineData": {"mimeType": "application/pdf", "data": data}}
    shown = {"document": {"format": "pdf", "source": {"bytes": data}}}
    content = {"role": "user", "parts": [seen], "content": [{"text": "a"}, shown]}
    del content["content" if dialect == "gemini" else "parts"]
    assert said("context-length", content, dialect=dialect) == []
    words = {"role": "user", "parts": [{"text": data}], "content": [{"text": data}]}
    assert said("context-length", words, dialect=dialect) == [("", "warning")]
