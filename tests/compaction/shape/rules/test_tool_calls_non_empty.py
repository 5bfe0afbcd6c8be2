"""Empty lists of calls."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples_chat import assistant, call, calling, tool, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "tool-calls-non-empty"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "an empty list": ([user("a"), assistant("b", tool_calls=[]), user("c")], {}, [("/messages/1/tool_calls", "error")]),
    "beside null, where the content is judged too": (
        [user("a"), assistant(None, tool_calls=[])],
        {},
        [("/messages/1/tool_calls", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "null": ([user("a"), assistant("b", tool_calls=None)], {}),
    "one call": ([user("a"), calling(call("c")), tool("c")], {}),
    "an empty list of a user": ([{**user("a"), "tool_calls": []}], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, dialect="openai-chat", **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, dialect="openai-chat", **more) == []
