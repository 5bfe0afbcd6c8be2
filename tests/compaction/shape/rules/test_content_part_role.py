"""Types of blocks."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, thinking, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "content-part-role"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "of another dialect": (
        [user("Test it."), assistant({"type": "output_text", "text": "x"}), user("a")],
        {},
        [("/messages/1/content/0", "error")],
    ),
    "no type": ([user({"text": "x"})], {}, [("/messages/0/content/0", "error")]),
    "a call of the user": ([user(use("x"))], {}, [("/messages/0/content/0", "error")]),
    "a result of the assistant": (
        [user("Test it."), assistant(answer("x")), user("a")],
        {},
        [("/messages/1/content/0", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "types of both sides": (
        [
            user("a", {"type": "document", "source": {"type": "text"}}),
            assistant(thinking(), use("x")),
            user(answer("x")),
        ],
        {},
    ),
    "a provider's own tools": (
        [
            user("Test it."),
            assistant({"type": "mcp_tool_use", "id": "m"}, {"type": "mcp_tool_result", "tool_use_id": "m"}),
            user("a"),
        ],
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


def test_a_message_with_such_a_block_is_not_judged_further(said: Said) -> None:
    messages = user(use("x"), ""), assistant("a"), user(answer("x"))
    assert said("non-empty-content", *messages) == said("paired-tool-result", *messages) == []
