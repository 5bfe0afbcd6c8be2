"""Calls without a list of tools."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "tools-declared"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a whole request": (
        [user("Test it."), assistant(use("x")), user(answer("x"))],
        {"model": "m"},
        [("/messages/1/content/0", "warning")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "a bare list": ([user("Test it."), assistant(use("x")), user(answer("x"))], {}),
    "declared": (
        [user("Test it."), assistant(use("x")), user(answer("x"))],
        {"model": "m", "tools": [{"name": "run_tests"}]},
    ),
    "no calls": ([user("Test it.")], {"model": "m"}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
