"""Messages before a compaction block."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import assistant, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "compaction-position"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "the newest block": (
        [
            user("Test it."),
            assistant({"type": "compaction", "content": "x"}, "a"),
            user("b"),
            assistant({"type": "compaction", "content": "y"}, "c"),
            user("d"),
        ],
        {},
        [("/messages/3/content/0", "note")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "the list starts at the block": ([assistant({"type": "compaction", "content": "x"}, "a"), user("b")], {}),
    "a failed block, which is passed over": (
        [user("Test it."), assistant({"type": "compaction", "content": None}, "a"), user("b")],
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
