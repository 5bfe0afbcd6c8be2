"""Two ways of compaction at once."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import user

Said = Callable[..., list[tuple[str, str]]]
RULE = "compaction-request"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "both": (
        [user("Test it.")],
        {"compaction": {"type": "summarize"}, "context_management": {"edits": []}},
        [("/compaction", "warning")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "one": ([user("Test it.")], {"compaction": {"type": "summarize"}}),
    "the other": ([user("Test it.")], {"context_management": {"edits": []}}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
