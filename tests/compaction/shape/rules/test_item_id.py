"""The form of item ids."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples_responses import assistant, call, output, reasoning

Said = Callable[..., list[tuple[str, str]]]
RULE = "item-id"

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "a call id as item id": ([call("call_1", id="call_1"), output("call_1")], {}, [("/input/0/id", "error")]),
    "a message with the id of a call": ([assistant("a", id="fc_1")], {}, [("/input/0/id", "error")]),
    "reasoning": ([reasoning("think_1"), assistant("a")], {}, [("/input/0/id", "error")]),
    "other characters": ([assistant("a", id="msg_1|fc_1")], {}, [("/input/0/id", "error")]),
    "empty": ([assistant("a", id="")], {}, [("/input/0/id", "error")]),
    "65 characters, on a type without a known beginning": (
        [{"type": "mcp_call", "id": "x" * 65, "name": "n", "arguments": "{}"}],
        {},
        [("/input/0/id", "error")],
    ),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "the right beginnings": ([assistant("a", id="msg_1"), reasoning("rs_1"), call("c", id="fc_1"), output("c")], {}),
    "64 characters": ([assistant("a", id="msg_" + "x" * 60)], {}),
    "none and null": ([assistant("a"), assistant("b", id=None)], {}),
    "an output and an unknown type": (
        [{**output("c"), "id": "out_1"}, call("c"), {"type": "of_tomorrow", "id": "zz_1"}],
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
