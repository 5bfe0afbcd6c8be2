"""Reasoning and what it led to."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape.samples_responses import assistant, call, output, reasoning, user

Said = Callable[..., list[tuple[str, str]]]
RULE = "reasoning-pairing"
REPLY = assistant("Plan B.", id="msg_1")
BEFORE = json.dumps({"input": [user("a"), reasoning("rs_1"), REPLY]}).encode()

SPEAKS: dict[str, tuple[list[Any], dict[str, Any], list[tuple[str, str]]]] = {
    "before a user message": ([reasoning(), user("a")], {}, [("/input/0", "error")]),
    "at the end": ([user("a"), reasoning()], {}, [("/input/1", "error")]),
    "before an output": ([call("c"), reasoning(), output("c")], {}, [("/input/1", "error")]),
    "two in a row": (
        [reasoning("rs_1"), reasoning("rs_2"), user("a")],
        {},
        [("/input/0", "error"), ("/input/1", "error")],
    ),
    "without an id": ([{"type": "reasoning", "summary": []}, user("a")], {}, [("/input/0", "warning")]),
    "a message that had reasoning": ([user("a"), REPLY, user("b")], {"before": BEFORE}, [("/input/1", "error")]),
}
SILENT: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "before a message": ([reasoning(), assistant("a")], {}),
    "before a call": ([reasoning(), call("c"), output("c")], {}),
    "before a call of the provider": ([reasoning(), {"type": "web_search_call", "id": "ws_1"}], {}),
    "before a compaction and an unknown type": (
        [
            reasoning("rs_1"),
            {"type": "compaction", "encrypted_content": "x"},
            reasoning("rs_2"),
            {"type": "of_tomorrow"},
        ],
        {},
    ),
    "where the provider keeps a part": ([reasoning(), user("a")], {"previous_response_id": "resp_1"}),
    "both kept": ([reasoning("rs_1"), REPLY, user("b")], {"before": BEFORE}),
    "both left out": ([user("b")], {"before": BEFORE}),
    "kept without its id": ([user("a"), assistant("Plan B."), user("b")], {"before": BEFORE}),
    "a body before that cannot be read": ([user("a"), REPLY], {"before": b"["}),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_it_speaks(name: str, said: Said) -> None:
    messages, more, places = SPEAKS[name]
    assert said(RULE, *messages, dialect="openai-responses", **more) == places


@pytest.mark.parametrize("name", SILENT)
def test_it_is_silent(name: str, said: Said) -> None:
    messages, more = SILENT[name]
    assert said(RULE, *messages, dialect="openai-responses", **more) == []
