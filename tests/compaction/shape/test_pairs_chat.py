"""Calls and tool messages of Chat Completions."""

import json
from collections.abc import Mapping

import pytest

from compaction.shape import check
from compaction.shape.samples_chat import assistant, call, calling, system, tool, user

Found = list[tuple[str, str, str | None, tuple[str, ...]]]


def judged(*messages: Mapping[str, object]) -> Found:
    body = json.dumps({"messages": messages}).encode()
    report = check(body, dialect="openai-chat")
    return [(one.rule, one.pointer, one.counterpart, one.behaviours) for one in report.violations]


CALL, TWO = calling(call("c")), calling(call("c"), call("d"))
UNANSWERED, UNPAIRED = "answered-tool-use", "paired-tool-result"

SPEAKS: dict[str, tuple[list[Mapping[str, object]], Found]] = {
    "a result without any call": ([user("a"), tool("c")], [(UNPAIRED, "/messages/1", None, ("OC-01",))]),
    "a result of another call": (
        [user("a"), CALL, tool("c"), tool("x")],
        [(UNPAIRED, "/messages/3", None, ("OC-03",))],
    ),
    "a result without an id": (
        [user("a"), CALL, tool("c"), {"role": "tool", "content": "ok"}],
        [(UNPAIRED, "/messages/3", None, ("OC-19",))],
    ),
    "a call between messages": (
        [user("a"), CALL, user("b")],
        [(UNANSWERED, "/messages/1/tool_calls/0", "/messages/2", ("OC-02",))],
    ),
    "a call at the end": ([user("a"), CALL], [(UNANSWERED, "/messages/1/tool_calls/0", None, ("OC-02",))]),
    "one of two": (
        [user("a"), TWO, tool("d"), user("b")],
        [(UNANSWERED, "/messages/1/tool_calls/0", "/messages/2", ("OC-02",))],
    ),
    "a summary between call and result": (
        [user("a"), CALL, user("summary"), tool("c")],
        [
            (UNANSWERED, "/messages/1/tool_calls/0", "/messages/3", ("OC-02",)),
            (UNPAIRED, "/messages/3", "/messages/1/tool_calls/0", ("OC-01",)),
        ],
    ),
    "a system message between them": (
        [user("a"), CALL, system("s"), tool("c")],
        [
            (UNANSWERED, "/messages/1/tool_calls/0", "/messages/3", ("OC-02",)),
            (UNPAIRED, "/messages/3", "/messages/1/tool_calls/0", ("OC-01",)),
        ],
    ),
    "an id used again, open the first time": (
        [user("a"), CALL, user("b"), CALL, tool("c")],
        [(UNANSWERED, "/messages/1/tool_calls/0", "/messages/2", ("OC-02",))],
    ),
    "two results of one call": (
        [user("a"), CALL, tool("c"), tool("c")],
        [("single-tool-result", "/messages/3", "/messages/2", ("OC-04",))],
    ),
    "two calls of one id in one message": (
        [user("a"), calling(call("c"), call("c")), tool("c"), tool("c")],
        [("unique-tool-use-id", "/messages/1/tool_calls/1/id", "/messages/1/tool_calls/0/id", ("OC-04",))],
    ),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_a_broken_pair_is_said_at_its_place(name: str) -> None:
    messages, found = SPEAKS[name]
    assert judged(*messages) == found


@pytest.mark.parametrize(
    "messages",
    [
        [user("a"), TWO, tool("d"), tool("c"), assistant("b")],
        [user("a"), CALL, tool("c"), CALL, tool("c")],
        [CALL, tool("c")],
        [assistant("Hello.")],
    ],
)
def test_legal_pairs_are_silent(messages: list[Mapping[str, object]]) -> None:
    assert judged(*messages) == []


@pytest.mark.parametrize("odd", [7, ["c"], {"a": 1}, None, ""])
def test_ids_that_are_none_do_no_harm(odd: object) -> None:
    found = judged(user("a"), calling(call(odd)), tool(odd))
    assert [(rule, pointer) for rule, pointer, *_ in found] == [(UNPAIRED, "/messages/2")]
