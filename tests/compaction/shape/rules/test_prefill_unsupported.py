"""A list that ends with the assistant."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import assistant, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "prefill-unsupported"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a newer model": ([user("Test it."), assistant("It")], {"model": "claude-opus-4-6"}, [("/messages/1", "error")]),
    "nobody names the model": ([user("Test it."), assistant("It")], {}, [("/messages/1", "warning")]),
    "an unknown model": ([user("Test it."), assistant("It")], {"model": "some-model"}, [("/messages/1", "warning")]),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "an older model": ([user("Test it."), assistant("It")], {"model": "claude-sonnet-4-5"}),
    "a call that waits for its result": ([user("Test it."), assistant(use("x"))], {"model": "claude-opus-4-6"}),
    "a system message at the end": (
        [user("Test it."), assistant("It"), {"role": "system", "content": "x"}],
        {"model": "claude-opus-4-8"},
    ),
    "a paused turn of server tools": (
        [user("Test it."), assistant({"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}})],
        {"model": "claude-opus-4-8"},
    ),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
