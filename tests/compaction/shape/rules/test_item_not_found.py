"""References where nothing is stored."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples_responses import assistant, reasoning, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "item-not-found"
REFERENCE = {"type": "item_reference", "id": "fc_1"}

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a reference": ([user("a"), REFERENCE], {"store": False, "model": "gpt-5.2"}, [("/input/1", "warning")]),
    "reasoning by id alone": (
        [user("a"), reasoning(encrypted_content=None), assistant("b")],
        {"store": False},
        [("/input/1", "warning")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "where items are stored": ([user("a"), REFERENCE], {"store": True}),
    "where nothing is said": ([user("a"), REFERENCE], {}),
    "whole reasoning": ([user("a"), reasoning(), assistant("b")], {"store": False}),
    "open reasoning": (
        [reasoning(encrypted_content=None, content=[{"type": "reasoning_text", "text": "Hm"}]), assistant("b")],
        {"store": False},
    ),
    "reasoning without an id": ([{"type": "reasoning", "summary": []}, assistant("b")], {"store": False}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, dialect="openai-responses", **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, dialect="openai-responses", **more) == []
