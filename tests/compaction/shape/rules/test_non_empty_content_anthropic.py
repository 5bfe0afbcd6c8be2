"""Content in the provider layer."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape import check
from compaction.shape.samples import PIXEL, answer, assistant, image, text, use, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "non-empty-content"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a blank text beside a filled one": ([user("a", "")], {}, [("/messages/0/content/1", "error")]),
    "white space in a block": ([user("a", " \n")], {}, [("/messages/0/content/1", "error")]),
    "a message of no blocks": ([user("Test it."), assistant("a"), user()], {}, [("/messages/2/content", "error")]),
    "a text of white space": ([user("Test it."), assistant(" "), user("a")], {}, [("/messages/1/content", "error")]),
    "no content": ([{"role": "user"}], {}, [("/messages/0", "error")]),
    "an empty reply in the middle": (
        [user("Test it."), {"role": "assistant", "content": ""}, user("a")],
        {},
        [("/messages/1/content", "warning")],
    ),
    "a blank block of the system prompt": ([user("Test it.")], {"system": [text("")]}, [("/system/0", "error")]),
    "a blank text in a result": (
        [user("Test it."), assistant(use("x")), user(answer("x", [text("")]))],
        {},
        [("/messages/2/content/0/content/0", "warning")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "an empty reply at the end": ([user("Test it."), {"role": "assistant", "content": ""}], {}),
    "blocks without text": ([user(image(PIXEL))], {}),
    "a result without content": (
        [user("Test it."), assistant(use("x")), user({"type": "tool_result", "tool_use_id": "x"})],
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


def test_a_blank_text_with_a_cache_mark_is_one_violation() -> None:
    request = json.dumps({"messages": [user("a", text("", cache_control={}))]}).encode()
    [violation] = check(request, dialect="anthropic").violations
    assert (violation.rule, violation.behaviours) == (RULE, ("AM-61",))
