"""Compaction blocks without a summary."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import assistant, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "compaction-content"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "empty text": (
        [assistant({"type": "compaction", "content": ""}, "a"), user("b")],
        {},
        [("/messages/0/content/0", "error")],
    ),
    "null": (
        [assistant({"type": "compaction", "content": None}, "a"), user("b")],
        {},
        [("/messages/0/content/0", "warning")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "a summary": ([assistant({"type": "compaction", "content": "x"}, "a"), user("b")], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
