"""Thinking of the newest reply, against the body before."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, thinking, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "thinking-immutable"
BEFORE = json.dumps(
    {"messages": [user("Test it."), assistant(thinking("Read it."), use("x")), user(answer("x"))]}
).encode()

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "edited": (
        [user("Summary: a."), assistant(thinking("Read"), use("x")), user(answer("x"))],
        {"before": BEFORE, "model": "m"},
        [("/messages/1/content/0", "error")],
    ),
    "dropped": (
        [user("Summary: a."), assistant(use("x")), user(answer("x"))],
        {"before": BEFORE, "model": "m"},
        [("/messages/1", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "as received": (
        [user("Summary: a."), assistant(thinking("Read it."), use("x")), user(answer("x"))],
        {"before": BEFORE, "model": "m"},
    ),
    "another reply": ([user("Summary: a."), assistant(use("y")), user(answer("y"))], {"before": BEFORE, "model": "m"}),
    "nothing to compare with": (
        [user("Summary: a."), assistant(thinking("Read"), use("x")), user(answer("x"))],
        {"model": "m"},
    ),
    "a body before that cannot be read": (
        [user("Summary: a."), assistant(use("x")), user(answer("x"))],
        {"before": b"[", "model": "m"},
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
