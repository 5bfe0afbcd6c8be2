"""Results behind other content."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "tool-result-first"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "text in front": (
        [user("Test it."), assistant(use("x")), user("a", answer("x"))],
        {},
        [("/messages/2/content/1", "error")],
    ),
    "text of an earlier message in front": (
        [user("Test it."), assistant(use("x"), use("y")), user(answer("x"), "a"), user(answer("y"))],
        {},
        [("/messages/3/content/0", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "text behind": ([user("Test it."), assistant(use("x")), user(answer("x"), "a")], {}),
    "results over two messages in any order": (
        [user("Test it."), assistant(use("x"), use("y")), user(answer("y")), user(answer("x"), "a")],
        {},
    ),
    "a result without any call": ([user("Test it."), user("a", answer("x"))], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []


def test_the_call_is_not_said_to_be_unanswered_as_well(said: Said) -> None:
    assert said("answered-tool-use", user("a"), assistant(use("x")), user("b", answer("x"))) == []


def test_text_alone_between_results_ends_the_run(said: Said) -> None:
    calls, late = assistant(use("x"), use("y")), user(answer("y"))
    assert said(RULE, user("a"), calls, user(answer("x")), user("b"), late) == [("/messages/4/content/0", "error")]
