"""The form of calls without ids."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples_chat import assistant, call, calling, tool, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "deprecated-role"
OLD = {"name": "run", "arguments": "{}"}

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a call and its result": (
        [user("a"), assistant(None, function_call=OLD), {"role": "function", "name": "run", "content": "ok"}],
        {},
        [("/messages/1/function_call", "note"), ("/messages/2/role", "note")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "the form of today": ([user("a"), calling(call("c")), tool("c")], {}),
    "a field that is null": ([user("a"), assistant("b", function_call=None)], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, dialect="openai-chat", **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, dialect="openai-chat", **more) == []
