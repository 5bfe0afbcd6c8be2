"""Names of tools."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "tool-name"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "too long in a call": (
        [user("Test it."), assistant(use("x", "n" * 201)), user(answer("x"))],
        {},
        [("/messages/1/content/0/name", "error")],
    ),
    "other characters in a call": (
        [user("Test it."), assistant(use("x", "a.b")), user(answer("x"))],
        {},
        [("/messages/1/content/0/name", "warning")],
    ),
    "too long in a declaration": ([user("Test it.")], {"tools": [{"name": "n" * 129}]}, [("/tools/0/name", "error")]),
    "no name": (
        [user("Test it."), assistant(use("x", None)), user(answer("x"))],
        {},
        [("/messages/1/content/0", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "as long as may be": (
        [user("Test it."), assistant(use("x", "n" * 200)), user(answer("x"))],
        {"tools": [{"name": "n" * 128}]},
    ),
    "a provider's own tool": ([user("Test it.")], {"tools": [{"type": "web_search_20250305", "name": "web search"}]}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, **more) == []
