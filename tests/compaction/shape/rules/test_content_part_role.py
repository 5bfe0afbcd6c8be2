"""Types of blocks."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape import check
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
    "nobody knows": ([user({"type": "hologram", "id": "h"})], {}, [("/messages/0/content/0", "warning")]),
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

NEW: dict[str, Any] = {
    "openai-chat": {"messages": [{"role": "user", "content": [{"type": "hologram", "id": "h"}]}]},
    "openai-responses": {"input": [{"role": "user", "content": [{"type": "input_hologram", "id": "h"}]}]},
    "gemini": {"contents": [{"role": "user", "parts": [{"hologram": {"id": "h"}}]}]},
    "bedrock-converse": {"messages": [{"role": "user", "content": [{"hologram": {"id": "h"}}]}]},
}


@pytest.mark.parametrize("dialect", NEW)
def test_a_type_that_nobody_knows_may_be_new(dialect: str) -> None:
    report = check(json.dumps(NEW[dialect]).encode(), dialect=dialect)
    assert [(one.rule, one.severity, one.confidence) for one in report.violations] == [(RULE, "warning", "contested")]


@pytest.mark.parametrize("dialect", ["gemini", "bedrock-converse"])
def test_a_block_with_a_type_comes_from_elsewhere(dialect: str) -> None:
    body = json.loads(json.dumps(NEW[dialect]).replace('"hologram": {"id": "h"}', '"type": "hologram"'))
    report = check(json.dumps(body).encode(), dialect=dialect)
    assert [(one.rule, one.severity) for one in report.violations if one.rule == RULE] == [(RULE, "error")]


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
