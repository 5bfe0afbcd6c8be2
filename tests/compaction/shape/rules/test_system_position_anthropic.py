"""System messages in the provider layer."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import PIXEL, assistant, image, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "system-position"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "first": ([{"role": "system", "content": "s"}, user("a")], {}, [("/messages/0", "error")]),
    "behind the assistant": (
        [user("Test it."), assistant("a"), {"role": "system", "content": "s"}],
        {},
        [("/messages/2", "error")],
    ),
    "before the user": (
        [user("Test it."), {"role": "system", "content": "s"}, user("a")],
        {},
        [("/messages/1", "error")],
    ),
    "two of them": (
        [user("Test it."), {"role": "system", "content": "s"}, {"role": "system", "content": "s"}],
        {},
        [("/messages/1", "error"), ("/messages/2", "error")],
    ),
    "an image in it": (
        [user("Test it."), {"role": "system", "content": [image(PIXEL)]}],
        {},
        [("/messages/1", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "last": ([user("Test it."), {"role": "system", "content": "s"}], {}),
    "before the assistant": ([user("Test it."), {"role": "system", "content": "s"}, assistant("a"), user("b")], {}),
    "behind a server tool use": (
        [user("Test it."), assistant({"type": "server_tool_use", "id": "s"}), {"role": "system", "content": "s"}],
        {},
    ),
    "a model that takes none, where its role is at fault": (
        [{"role": "system", "content": "s"}, user("a")],
        {"model": "claude-haiku-4-5"},
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
