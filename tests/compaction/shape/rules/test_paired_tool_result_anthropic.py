"""Results in the provider layer."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "paired-tool-result"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "no call": ([user("Test it."), user(answer("x"))], {}, [("/messages/1/content/0", "error")]),
    "two turns after its call": (
        [user("Test it."), assistant(use("x")), user(answer("x")), assistant("a"), user(answer("x"))],
        {},
        [("/messages/4/content/0", "error")],
    ),
    "beside one that has its call": (
        [user("Test it."), assistant(use("x")), user(answer("x"), answer("y"))],
        {},
        [("/messages/2/content/1", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "in the turn after its call": ([user("Test it."), assistant(use("x")), user(answer("x"))], {}),
    "without an id, which another rule sees": (
        [user("Test it."), assistant(use("x")), user(answer("x"), answer(None))],
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
