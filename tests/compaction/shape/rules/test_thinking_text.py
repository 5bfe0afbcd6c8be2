"""Text of thinking."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import assistant, thinking, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "thinking-text"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "neither text nor signature": (
        [user("Test it."), assistant(thinking("", signature=""), "b"), user("c")],
        {},
        [("/messages/1/content/0", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "signed": ([user("Test it."), assistant(thinking(""), "b"), user("c")], {}),
    "text": ([user("Test it."), assistant(thinking(signature=""), "b"), user("c")], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
