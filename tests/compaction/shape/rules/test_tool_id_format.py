"""Characters of call ids."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples import answer, assistant, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "tool-id-format"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a colon, said once for call and result": (
        [user("Test it."), assistant(use("a:b")), user(answer("a:b"))],
        {},
        [("/messages/1/content/0/id", "error")],
    ),
    "an empty id": ([user("Test it."), assistant(use("")), user("a")], {}, [("/messages/1/content/0/id", "error")]),
    "no id": ([user("Test it."), assistant(use(None)), user("a")], {}, [("/messages/1/content/0", "error")]),
    "a list": ([user("Test it."), assistant(use(["a"])), user("a")], {}, [("/messages/1/content/0", "error")]),
    "a result that names an object": (
        [user("Test it."), user(answer({}))],
        {},
        [("/messages/1/content/0", "error")],
    ),
    "a result alone": ([user("Test it."), user(answer("a b"))], {}, [("/messages/1/content/0/tool_use_id", "error")]),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "letters, digits, underscore and hyphen, any length": (
        [user("Test it."), assistant(use("aZ_9-" * 30)), user(answer("aZ_9-" * 30))],
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
