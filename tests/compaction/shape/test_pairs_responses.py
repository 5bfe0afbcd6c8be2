"""Calls and outputs of the Responses API."""

import json
from collections.abc import Mapping

import pytest

from compaction.shape import check
from compaction.shape.samples_responses import assistant, call, output, user

Item = Mapping[str, object]
Found = list[tuple[str, str, str | None, tuple[str, ...]]]


def judged(*items: Item, **more: object) -> Found:
    report = check(json.dumps({**more, "input": items}).encode(), dialect="openai-responses")
    return [(one.rule, one.pointer, one.counterpart, one.behaviours) for one in report.violations]


UNANSWERED, UNPAIRED = "answered-tool-use", "paired-tool-result"
SHELL = {"type": "local_shell_call", "id": "lsh_1", "call_id": "c", "action": {}}

SPEAKS: dict[str, tuple[list[Item], Found]] = {
    "an output without a call": ([user("a"), output("c")], [(UNPAIRED, "/input/1", None, ("OR-03",))]),
    "a call without an output": ([call("c"), user("a")], [(UNANSWERED, "/input/0", "/input/1", ("OR-04",))]),
    "a call at the end": ([user("a"), call("c")], [(UNANSWERED, "/input/1", None, ("OR-04",))]),
    "an output before its call": (
        [output("c"), call("c")],
        [(UNPAIRED, "/input/0", "/input/1", ("OR-03",)), (UNANSWERED, "/input/1", "/input/0", ("OR-04",))],
    ),
    "a call of another kind": (
        [{"type": "custom_tool_call", "call_id": "c", "name": "n", "input": ""}, user("a")],
        [(UNANSWERED, "/input/0", "/input/1", ("OR-18",))],
    ),
    "an output of another kind": (
        [{"type": "computer_call_output", "call_id": "c", "output": {}}],
        [(UNPAIRED, "/input/0", None, ("OR-18",))],
    ),
    "no call_id": (
        [{"type": "function_call", "name": "n", "arguments": "{}"}, output("")],
        [(UNPAIRED, "/input/0", None, ("OR-05",)), (UNPAIRED, "/input/1/call_id", None, ("OR-05",))],
    ),
    "two outputs of one call": (
        [call("c"), output("c"), output("c")],
        [("single-tool-result", "/input/2", "/input/1", ())],
    ),
    "an id used again": (
        [call("c"), output("c"), call("c"), output("c")],
        [("unique-tool-use-id", "/input/2/call_id", "/input/0/call_id", ("OR-08",))],
    ),
    "an id used again and left open": (
        [call("c"), output("c"), call("c"), user("a")],
        [
            ("unique-tool-use-id", "/input/2/call_id", "/input/0/call_id", ("OR-08",)),
            (UNANSWERED, "/input/2", "/input/3", ("OR-04",)),
        ],
    ),
}


@pytest.mark.parametrize("name", SPEAKS)
def test_a_broken_pair_is_said_at_its_place(name: str) -> None:
    items, found = SPEAKS[name]
    assert judged(*items) == found


@pytest.mark.parametrize(
    "items",
    [
        [call("c"), call("d"), assistant("Both run."), output("d"), user("And?"), output("c")],
        [{"type": "web_search_call", "id": "ws_1"}, {"type": "mcp_call", "id": "mcp_1", "name": "n"}],
        [{"type": "call_of_tomorrow_call", "call_id": "x"}],
        [SHELL, {"type": "local_shell_call_output", "id": "lsh_1", "output": ""}],
        [SHELL, output("c")],
        [{"type": "item_reference", "id": "fc_1"}, output("c")],
    ],
)
def test_legal_pairs_are_silent(items: list[Item]) -> None:
    assert judged(*items) == []


@pytest.mark.parametrize("more", [{"previous_response_id": "resp_1"}, {"conversation": "conv_1"}])
def test_the_other_half_may_stand_on_the_server(more: dict[str, object]) -> None:
    assert judged(output("c"), call("d"), **more) == []
    assert [rule for rule, *_ in judged(output(""), **more)] == [UNPAIRED]


def test_a_strict_vendor_refuses_an_id_that_comes_again() -> None:
    body = json.dumps({"input": [call("c"), output("c"), call("c"), output("c")]}).encode()
    (found,) = check(body, dialect="openai-responses", variant="strict-responses").violations
    assert (found.severity, found.pointer, found.related) == ("error", "/input/2/call_id", ("/input/3/call_id",))


def test_one_item_that_fails_hides_nothing_of_another() -> None:
    wrong = {"role": "assistant", "content": [{"type": "input_text", "text": "a"}]}
    assert [rule for rule, *_ in judged(call("c"), wrong)] == [UNANSWERED, "content-part-role"]


@pytest.mark.parametrize("odd", [7, ["c"], {"a": 1}, None])
def test_ids_that_are_none_do_no_harm(odd: object) -> None:
    assert [rule for rule, *_ in judged(call(odd), output(odd))] == [UNPAIRED, UNPAIRED]
