"""Results of a provider's own tools."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import assistant, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "server-tool-pairing"
SEARCH = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
FOUND = {"type": "web_search_tool_result", "tool_use_id": "s", "content": []}

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "no call": ([user("Test it."), assistant(FOUND), user("b")], {}, [("/messages/1/content/0", "error")]),
    "the call behind": (
        [user("Test it."), assistant(FOUND, SEARCH), user("b")],
        {},
        [("/messages/1/content/0", "error")],
    ),
    "the call in an earlier turn": (
        [user("Test it."), assistant(SEARCH), user("a"), assistant(FOUND), user("b")],
        {},
        [("/messages/3/content/0", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "the call in front": ([user("Test it."), assistant(SEARCH, FOUND), user("b")], {}),
    "the call in the message merged with it": (
        [user("Test it."), assistant(SEARCH), assistant(FOUND, "a"), user("b")],
        {},
    ),
    "an error instead of results": (
        [
            user("Test it."),
            assistant(SEARCH, {**FOUND, "content": {"type": "web_search_tool_result_error"}}),
            user("b"),
        ],
        {},
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
