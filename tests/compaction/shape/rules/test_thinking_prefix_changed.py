"""Signed thinking behind a summary."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import assistant, thinking, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "thinking-prefix-changed"
BEFORE = json.dumps({"messages": [user("Summary: a.")]}).encode()

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a model with preserved thinking": (
        [user("Summary: a."), assistant(thinking(), "a"), user("b")],
        {"model": "claude-fable-5-2"},
        [("/messages/1/content/0", "error")],
    ),
    "another model": (
        [user("Summary: a."), assistant(thinking(), "a"), user("b")],
        {"model": "claude-opus-4-6"},
        [("/messages/1/content/0", "note")],
    ),
    "the body before starts otherwise": (
        [user("Anything"), assistant(thinking(), "a"), user("b")],
        {"model": "claude-fable-5-2", "before": BEFORE},
        [("/messages/1/content/0", "error")],
    ),
    "the body before was empty": (
        [user("Test it."), assistant(thinking(), "a"), user("b")],
        {"model": "claude-fable-5-2", "before": b'{"messages": []}'},
        [("/messages/1/content/0", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "a conversation from its start": (
        [user("Test it."), assistant(thinking(), "a"), user("b")],
        {"model": "claude-fable-5-2"},
    ),
    "the body before starts alike": (
        [user("Summary: a."), assistant(thinking(), "a"), user("b")],
        {"model": "claude-fable-5-2", "before": BEFORE},
    ),
    "a compaction block": (
        [user("Summary: a."), assistant({"type": "compaction", "content": "x"}), assistant(thinking(), "a"), user("b")],
        {"model": "claude-fable-5-2"},
    ),
    "thinking is dropped where it does not fit": (
        [user("Summary: a."), assistant(thinking(), "a"), user("b")],
        {"model": "claude-fable-5-2", "thinking": {"block_binding": {"prefix_mismatch_behavior": "drop_block"}}},
    ),
    "thinking is dropped in a body with an odd message": (
        [user("Summary: a."), assistant(thinking(), "a"), {"role": "user", "content": 7}],
        {"model": "claude-fable-5-2", "thinking": {"block_binding": {"prefix_mismatch_behavior": "drop_block"}}},
    ),
    "unsigned thinking": (
        [user("Summary: a."), assistant(thinking(signature=""), "a"), user("b")],
        {"model": "claude-fable-5-2"},
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
