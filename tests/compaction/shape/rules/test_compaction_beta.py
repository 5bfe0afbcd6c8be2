"""The header of compaction."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import assistant, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "compaction-beta"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "other features alone": (
        [assistant({"type": "compaction", "content": "x"}), user("b")],
        {"headers": {"Anthropic-Beta": "files-api-2025-04-14"}},
        [("/messages/0/content/0", "warning")],
    ),
    "headers without any": (
        [assistant({"type": "compaction", "content": "x"}), user("b")],
        {"headers": {"content-type": "application/json"}},
        [("/messages/0/content/0", "warning")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "the feature": (
        [assistant({"type": "compaction", "content": "x"}), user("b")],
        {"headers": {"anthropic-beta": "a,compact-2026-01-12"}},
    ),
    "no headers captured": ([assistant({"type": "compaction", "content": "x"}), user("b")], {}),
    "no block": ([user("Test it.")], {"headers": {"a": "b"}}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
