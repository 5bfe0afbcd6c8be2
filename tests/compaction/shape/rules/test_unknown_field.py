"""Fields that do not belong."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import assistant, text, thinking, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "unknown-field"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a cache mark on a message": ([{**user("a"), "cache_control": {}}], {}, [("/messages/0/cache_control", "error")]),
    "a cache mark on thinking": (
        [user("Test it."), assistant(thinking(cache_control={}), "a"), user("b")],
        {},
        [("/messages/1/content/0/cache_control", "error")],
    ),
    "a client's own fields": (
        [{**user("a"), "timestamp": 5, "id": "m"}],
        {},
        [("/messages/0/timestamp", "warning"), ("/messages/0/id", "warning")],
    ),
}
SPEAKS |= {
    "an answer sent back with all that it came with": (
        [user("Test it."), {**assistant("a"), "id": "msg_1", "stop_reason": "end_turn"}, user("b")],
        {"model": "claude-haiku-4-5"},
        [("/messages/1/id", "error"), ("/messages/1/stop_reason", "error")],
    ),
    "a field that nobody knows": (
        [{**user("a"), "mood/tone": "calm"}],
        {"model": "claude-haiku-4-5"},
        [("/messages/0/mood~1tone", "warning")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "a cache mark on a text": ([user(text("a", cache_control={}))], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
