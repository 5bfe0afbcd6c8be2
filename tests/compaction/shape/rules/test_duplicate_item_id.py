"""Item ids that come again."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples_responses import assistant, call, output, reasoning, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "duplicate-item-id"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "reasoning twice": (
        [user("a"), reasoning("rs_1"), assistant("b"), reasoning("rs_1"), assistant("c")],
        {},
        [("/input/3/id", "error")],
    ),
    "three times, of two types": (
        [assistant("b", id="msg_1"), assistant("c", id="msg_1"), {"type": "item_reference", "id": "msg_1"}],
        {},
        [("/input/1/id", "error"), ("/input/2/id", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "ids of their own": ([assistant("b", id="msg_1"), assistant("c", id="msg_2")], {}),
    "no ids": ([user("a"), user("b"), call("c", id=None), output("c")], {}),
    "an output that names its call": (
        [
            {"type": "local_shell_call", "id": "lsh_1", "call_id": "c", "action": {}},
            {"type": "local_shell_call_output", "id": "lsh_1", "output": ""},
        ],
        {},
    ),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, dialect="openai-responses", **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, dialect="openai-responses", **more) == []
