"""White space at the end of a begun reply."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import assistant, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "trailing-whitespace"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a text": ([user("Test it."), assistant("It ")], {}, [("/messages/1/content", "error")]),
    "the last block": (
        [user("Test it."), assistant("a ", "b\n")],
        {"model": "claude-haiku-4-5"},
        [("/messages/1/content/1", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "an earlier reply": ([user("Test it."), assistant("It "), user("Go on.")], {}),
    "a model that takes no begun reply": ([user("Test it."), assistant("It ")], {"model": "claude-opus-4-6"}),
    "white space in the middle": ([user("Test it."), assistant("a ", "b")], {}),
    "nothing else than white space": ([user("Test it."), assistant(" ")], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
