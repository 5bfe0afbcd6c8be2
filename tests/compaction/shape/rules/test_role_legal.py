"""Roles of another dialect."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import user

Said = Callable[..., list[tuple[str, str]]]
RULE = "role-legal"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a tool message": ([user("Test it."), {"role": "tool", "content": "x"}], {}, [("/messages/1/role", "error")]),
    "no role": ([{"content": "x"}], {}, [("/messages/0", "error")]),
    "a system message on an older model": (
        [user("Test it."), {"role": "system", "content": "x"}],
        {"model": "claude-haiku-4-5"},
        [("/messages/1/role", "error")],
    ),
    "system where one backend takes none": (
        [{"role": "system", "content": "x"}],
        {"dialect": "openai-responses", "variant": "codex-backend"},
        [("/input/0/role", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "a system message on a model of which reports do not agree": (
        [user("Test it."), {"role": "system", "content": "x"}],
        {"model": "claude-sonnet-5"},
    ),
    "a system message on a newer model": (
        [user("Test it."), {"role": "system", "content": "x"}],
        {"model": "claude-opus-4-8"},
    ),
    "a system message where nobody names the model": ([user("Test it."), {"role": "system", "content": "x"}], {}),
    "an item without a role": ([{"type": "reasoning"}], {"dialect": "openai-responses"}),
    "developer on a backend that takes no system": (
        [{"role": "developer", "content": "x"}],
        {"dialect": "openai-responses", "variant": "codex-backend"},
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
