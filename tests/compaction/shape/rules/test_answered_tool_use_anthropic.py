"""Calls in the provider layer."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "answered-tool-use"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "no result": ([user("Test it."), assistant(use("x")), user("a")], {}, [("/messages/1/content/0", "error")]),
    "the last message": ([user("Test it."), assistant(use("x"))], {}, [("/messages/1/content/0", "error")]),
    "a result two turns later": (
        [user("Test it."), assistant(use("x")), user("a"), assistant("b"), user(answer("x"))],
        {},
        [("/messages/1/content/0", "error")],
    ),
    "one of two merged messages": (
        [user("Test it."), assistant(use("x")), assistant(use("y")), user(answer("y"))],
        {},
        [("/messages/1/content/0", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "results of merged messages": (
        [user("Test it."), assistant(use("x")), assistant(use("y")), user(answer("y"), answer("x"))],
        {},
    ),
    "results over two messages": (
        [user("Test it."), assistant(use("x"), use("y")), user(answer("y")), user(answer("x"))],
        {},
    ),
    "a system message between": (
        [user("Test it."), assistant(use("x")), {"role": "system", "content": "s"}, user(answer("x"))],
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


def test_a_system_message_does_not_part_two_messages_of_one_turn(said: Said) -> None:
    system = {"role": "system", "content": "s"}
    results = user(answer("x"), answer("y"))
    assert said(RULE, user("a"), assistant(use("x")), system, assistant(use("y")), results) == []
