"""One id for two calls."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "unique-tool-use-id"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "in one message": (
        [user("Test it."), assistant(use("x"), use("x")), user(answer("x"))],
        {},
        [("/messages/1/content/1", "error")],
    ),
    "far apart": (
        [user("Test it."), assistant(use("x")), user(answer("x")), assistant(use("x")), user(answer("x"))],
        {},
        [("/messages/3/content/0", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "ids of their own": ([user("Test it."), assistant(use("x"), use("y")), user(answer("x"), answer("y"))], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
