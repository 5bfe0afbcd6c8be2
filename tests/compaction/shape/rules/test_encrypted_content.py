"""Encrypted content before and after."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples_responses import assistant, reasoning

Said = Callable[..., list[tuple[str, str]]]
RULE = "encrypted-content"
BEFORE = json.dumps({"input": [reasoning("rs_1"), assistant("b")]}).encode()

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "another content": (
        [reasoning("rs_1", encrypted_content="YQ=="), assistant("b")],
        {"before": BEFORE},
        [("/input/0/encrypted_content", "warning")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "the same": ([reasoning("rs_1"), assistant("b")], {"before": BEFORE}),
    "another item": ([reasoning("rs_2", encrypted_content="YQ=="), assistant("b")], {"before": BEFORE}),
    "without the body before": ([reasoning("rs_1", encrypted_content="YQ=="), assistant("b")], {}),
    "content without an id": (
        [reasoning("rs_1"), assistant("b")],
        {"before": json.dumps({"input": [reasoning(id=None, encrypted_content="YQ==")]}).encode()},
    ),
    "left out": ([reasoning("rs_1", encrypted_content=None), assistant("b")], {"before": BEFORE}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, dialect="openai-responses", **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, dialect="openai-responses", **more) == []
