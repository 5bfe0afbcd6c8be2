"""Inputs of calls."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "tool-input-object"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a text": (
        [user("Test it."), assistant(use("x", input="{}")), user(answer("x"))],
        {},
        [("/messages/1/content/0/input", "error")],
    ),
    "a list": (
        [user("Test it."), assistant(use("x", input=[])), user(answer("x"))],
        {},
        [("/messages/1/content/0/input", "error")],
    ),
    "null": (
        [user("Test it."), assistant(use("x", input=None)), user(answer("x"))],
        {},
        [("/messages/1/content/0/input", "error")],
    ),
    "a number": (
        [user("Test it."), assistant(use("x", input=5)), user(answer("x"))],
        {},
        [("/messages/1/content/0/input", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "an object": ([user("Test it."), assistant(use("x", input={"a": [1]})), user(answer("x"))], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
