import json
from typing import Any

import pytest

from compaction.contract.jsontext import parse
from compaction.contract.retained import valid_retained
from compaction.contract.transcript import MAX_DEPTH

RETAINED: list[dict[str, Any]] = [
    {"role": "user", "blocks": [{"type": "text", "Text": "go"}]},
    {"role": "assistant", "blocks": [{"type": "tool_use", "ID": "a"}, {"type": "tool_use", "ID": "b"}]},
    {"role": "tool", "tool_use_id": "b"},
    {"role": "user"},
    {"role": "tool", "tool_use_id": "a"},
    {"role": "assistant"},
]


def test_a_retained_tail_that_answers_its_calls_is_fine() -> None:
    assert valid(RETAINED)
    assert valid([])


@pytest.mark.parametrize(
    "tail",
    [
        RETAINED[1:],
        RETAINED[:3],
        RETAINED[:3] + RETAINED[5:],
        [*RETAINED[:3], {"role": "tool", "tool_use_id": "b"}, *RETAINED[4:]],
        [RETAINED[0], {"role": "tool", "tool_use_id": "a"}],
        [{"role": "developer"}],
        [{"role": "user", "blocks": [{"type": "video"}]}],
        [RETAINED[0], {"role": "assistant", "blocks": [RETAINED[1]["blocks"][0]] * 2}, RETAINED[4]],
        [1],
    ],
)
def test_a_retained_tail_that_does_not_is_a_fault(tail: list[Any]) -> None:
    assert not valid(tail)


def nested(depth: int) -> dict[str, Any]:
    block: dict[str, Any] = {"type": "tool_result"}
    for _ in range(depth - 1):
        block = {"type": "tool_result", "content": [block]}
    return {"role": "user", "blocks": [block]}


def test_results_nest_as_deep_as_in_a_transcript() -> None:
    assert valid([nested(MAX_DEPTH)])
    assert not valid([nested(MAX_DEPTH + 1)])


def valid(tail: list[Any]) -> bool:
    value = parse(json.dumps(tail))
    assert isinstance(value, list)
    return valid_retained(tuple(value))
