"""Two results for one call."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "single-tool-result"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "in one run": (
        [user("Test it."), assistant(use("x")), user(answer("x"), answer("x"))],
        {},
        [("/messages/2/content/1", "error")],
    ),
    "behind text": (
        [user("Test it."), assistant(use("x")), user(answer("x"), "a", answer("x"))],
        {},
        [("/messages/2/content/2", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "one each": ([user("Test it."), assistant(use("x"), use("y")), user(answer("x"), answer("y"))], {}),
    "two calls of one id": ([user("Test it."), assistant(use("x"), use("x")), user(answer("x"), answer("x"))], {}),
    "a result in a later turn, which has no call there": (
        [user("Test it."), assistant(use("x")), user(answer("x")), assistant("a"), user(answer("x"))],
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
