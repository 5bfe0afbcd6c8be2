"""Who opens the list."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import assistant, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "first-role"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "the assistant": ([assistant("a"), user("b")], {}, [("/messages/0", "error")]),
    "the assistant behind a system message": (
        [{"role": "system", "content": "x"}, assistant("a")],
        {},
        [("/messages/1", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "the user": ([user("a"), assistant("b")], {}),
    "a compaction block": ([assistant({"type": "compaction", "content": "x"}), user("b")], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
