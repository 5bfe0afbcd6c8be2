"""Two messages of one role."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples_chat import assistant, call, calling, system, tool, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "alternating-roles"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "two user messages": ([user("a"), user("b")], {"variant": "strict-alternation"}, [("/messages/1", "error")]),
    "two assistant messages": (
        [user("a"), assistant("b"), assistant("c")],
        {"variant": "strict-alternation"},
        [("/messages/2", "error")],
    ),
    "three": (
        [user("a"), user("b"), user("c")],
        {"variant": "strict-alternation"},
        [("/messages/1", "error"), ("/messages/2", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "without the variant": ([user("a"), user("b")], {}),
    "in turn, with tools": (
        [system("s"), user("a"), calling(call("c"), call("d")), tool("c"), tool("d"), assistant("b")],
        {"variant": "strict-alternation"},
    ),
    "two system messages": ([system("s"), system("t"), user("a")], {"variant": "strict-alternation"}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, dialect="openai-chat", **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, dialect="openai-chat", **more) == []
