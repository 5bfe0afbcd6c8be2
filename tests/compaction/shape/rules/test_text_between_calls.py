"""Text between calls."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, thinking, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "text-between-calls"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "one text": (
        [user("Test it."), assistant(use("x"), "a", use("y")), user(answer("x"), answer("y"))],
        {},
        [("/messages/1/content/1", "warning")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "text before and behind": (
        [user("Test it."), assistant("a", use("x"), use("y"), "b"), user(answer("x"), answer("y"))],
        {},
    ),
    "thinking between them": (
        [user("Test it."), assistant(use("x"), thinking(), use("y")), user(answer("x"), answer("y"))],
        {},
    ),
    "an empty text between them": (
        [user("Test it."), assistant(use("x"), "", use("y")), user(answer("x"), answer("y"))],
        {},
    ),
    "calls of two messages": (
        [user("Test it."), assistant(use("x"), "a"), assistant("b", use("y")), user(answer("x"), answer("y"))],
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
