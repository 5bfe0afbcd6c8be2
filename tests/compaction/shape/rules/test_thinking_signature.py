"""Signatures."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import assistant, thinking, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "thinking-signature"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "no signature": (
        [user("Test it."), assistant({"type": "thinking", "thinking": "a"}, "b"), user("c")],
        {},
        [("/messages/1/content/0", "error")],
    ),
    "an empty one": (
        [user("Test it."), assistant(thinking(signature=""), "b"), user("c")],
        {},
        [("/messages/1/content/0", "error")],
    ),
    "no text field": (
        [user("Test it."), assistant({"type": "thinking", "signature": "a"}, "b"), user("c")],
        {},
        [("/messages/1/content/0", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "signed": ([user("Test it."), assistant(thinking(), "b"), user("c")], {}),
    "signed without text": ([user("Test it."), assistant(thinking(""), "b"), user("c")], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
