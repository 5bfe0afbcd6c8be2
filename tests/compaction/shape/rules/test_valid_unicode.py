"""Halves of characters."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "valid-unicode"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "in a text": ([user("a\ud83d")], {}, [("/messages/0/content", "error")]),
    "the second half": ([user("\ude00")], {}, [("/messages/0/content", "error")]),
    "in an input that is not decoded": (
        [user("Test it."), assistant(use("x", input={"a/b": "\ud83d"})), user(answer("x"))],
        {},
        [("/messages/1/content/0/input/a~1b", "error")],
    ),
    "outside the list": ([user("Test it.")], {"system": "\ud83d"}, [("/system", "error")]),
    "an item of another dialect": (
        [{"role": "user", "content": "\ud83d"}],
        {"dialect": "openai-responses"},
        [("/input/0/content", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "a whole character": ([user("a\U0001f600")], {}),
    "an escaped escape": ([user("\\ud83d")], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
