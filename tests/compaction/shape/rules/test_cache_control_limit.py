"""Cache marks."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import text, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "cache-control-limit"
MARKED = text("a", cache_control={})

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "five in messages": ([user(*[MARKED] * 5)], {}, [("/messages/0/content/4/cache_control", "error")]),
    "tools and system prompt count first": (
        [user(*[MARKED] * 3)],
        {"tools": [{"name": "t", "cache_control": {}}], "system": [MARKED]},
        [("/messages/0/content/2/cache_control", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "four": ([user(*[MARKED] * 4)], {}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
