"""Reasoning of the open tool turn."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples_chat import assistant, call, calling, tool, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "reasoning-passback"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a call without reasoning": (
        [user("a"), calling(call("c")), tool("c")],
        {"variant": "deepseek-thinking"},
        [("/messages/1", "error")],
    ),
    "null": (
        [user("a"), calling(call("c"), reasoning_content=None), tool("c")],
        {"variant": "deepseek-thinking"},
        [("/messages/1", "error")],
    ),
    "the second step alone": (
        [user("a"), calling(call("c"), reasoning_content="x"), tool("c"), calling(call("d")), tool("d")],
        {"variant": "deepseek-thinking"},
        [("/messages/3", "error")],
    ),
    "by model and mode": (
        [user("a"), calling(call("c")), tool("c")],
        {"model": "deepseek-v4-pro", "thinking": {"type": "enabled"}},
        [("/messages/1", "warning")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "empty text": ([user("a"), calling(call("c"), reasoning_content=""), tool("c")], {"variant": "deepseek-thinking"}),
    "an earlier turn": (
        [user("a"), calling(call("c")), tool("c"), assistant("b"), user("d")],
        {"variant": "deepseek-thinking"},
    ),
    "without calls": ([user("a"), assistant("b")], {"variant": "deepseek-thinking"}),
    "another model": (
        [user("a"), calling(call("c")), tool("c")],
        {"model": "gpt-4.1", "thinking": {"type": "enabled"}},
    ),
    "thinking switched off": (
        [user("a"), calling(call("c")), tool("c")],
        {"model": "deepseek-v4-pro", "thinking": {"type": "disabled"}},
    ),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, dialect="openai-chat", **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, dialect="openai-chat", **more) == []
