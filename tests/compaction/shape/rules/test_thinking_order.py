"""Where thinking stands."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, thinking, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "thinking-order"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "an open tool turn without thinking": (
        [user("Test it."), assistant(use("x")), user(answer("x"))],
        {"model": "claude-sonnet-4-5", "thinking": {"type": "enabled"}},
        [("/messages/1/content/0", "error")],
    ),
    "a list that opens with the tool turn": (
        [assistant(use("x")), user(answer("x"))],
        {"model": "claude-sonnet-4-5", "thinking": {"type": "enabled"}},
        [("/messages/0/content/0", "error")],
    ),
    "a tool turn without thinking on a model that the reports do not name": (
        [user("Test it."), assistant(use("x")), user(answer("x"))],
        {"model": "claude-opus-4-8", "thinking": {"type": "enabled"}},
        [("/messages/1/content/0", "warning")],
    ),
    "the model is not named": (
        [user("Test it."), assistant(use("x")), user(answer("x"))],
        {"thinking": {"type": "enabled"}},
        [("/messages/1/content/0", "warning")],
    ),
    "thinking at the end of a reply": (
        [user("Test it."), assistant("a", thinking()), user("b")],
        {"model": "m"},
        [("/messages/1/content/1", "warning")],
    ),
    "thinking at the end of the list": (
        [user("Test it."), assistant(thinking())],
        {"model": "claude-sonnet-4-5"},
        [("/messages/1/content/0", "error")],
    ),
    "thinking switched off": (
        [user("Test it."), assistant(thinking(), "a")],
        {"model": "claude-sonnet-4-5", "thinking": {"type": "disabled"}},
        [("/messages/1/content/0", "warning")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "an open turn that starts with thinking": (
        [user("Test it."), assistant(thinking(), use("x")), user(answer("x")), assistant(use("y")), user(answer("y"))],
        {"model": "claude-sonnet-4-5", "thinking": {"type": "enabled"}},
    ),
    "a finished turn": (
        [user("Test it."), assistant(use("x")), user(answer("x")), assistant("a"), user("b")],
        {"model": "claude-sonnet-4-5", "thinking": {"type": "enabled"}},
    ),
    "adaptive thinking": (
        [user("Test it."), assistant(use("x")), user(answer("x"))],
        {"model": "claude-opus-4-6", "thinking": {"type": "adaptive"}},
    ),
    "a message that the next one continues": (
        [user("Test it."), assistant(thinking()), assistant("a"), user("b")],
        {"model": "m"},
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
