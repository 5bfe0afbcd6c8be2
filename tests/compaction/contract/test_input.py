import json
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from compaction.contract import Basis, CompactionInput, Message, ModelKey, Role, Usage, decode_input
from compaction.contract.blocks import Text, Thinking, ToolResult, ToolUse
from compaction.contract.input import validate_input
from compaction.contract.transcript import MAX_DEPTH
from compaction.errors import InvalidInput

EVENT = "3f0c2a9e-5b7d-4c1a-9e42-0a1b2c3d4e5f"
FAULTS: dict[str, dict[str, object]] = {
    "wire": {"version": 2},
    "request_fingerprint": {"request_fingerprint": "AB" * 32},
    "transcript": {"transcript": {}},
    "basis": {"basis": {"revision": 7, "through_event_id": "no"}},
    "zero basis": {"basis": {"revision": 0, "through_event_id": EVENT}},
    "model": {"model": {"provider": "", "model": "m"}},
    "zero request_fingerprint": {"request_fingerprint": "00" * 32},
    "empty transcript": {"transcript": []},
    "max_summary_tokens": {"max_summary_tokens": 0},
}
PAIRS = [
    (first, second)
    for place, first in enumerate(FAULTS)
    for second in list(FAULTS)[place + 1 :]
    if not FAULTS[first].keys() & FAULTS[second].keys()
]
PIECES = [b"", b"null", b"[]", b"{}", b'"', b",", b"\xff", b"\\ud800", b"-0", b"[[[", b'"type":5,', b"]", b"}", b"0"]
CALL = {"type": "tool_use", "id": "c", "name": "n", "input": {"a": [1]}}
PICTURE = {"type": "image", "media_type": "image/png", "source": {"url": "", "data": "AQI="}}


def field_of(wire: bytes) -> str:
    with pytest.raises(InvalidInput) as caught:
        decode_input(wire)
    return caught.value.field


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_names_its_field(wires: Any, fault: str) -> None:
    assert field_of(wires.input(**FAULTS[fault])) == fault.split()[-1]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_of_two_faults_the_earlier_one_is_named(wires: Any, first: str, second: str) -> None:
    assert field_of(wires.input(**FAULTS[second], **FAULTS[first])) == first.split()[-1]


def test_a_fault_of_syntax_comes_before_everything(wires: Any) -> None:
    assert field_of(wires.input(transcript={}, request_fingerprint="no") + b"x") == "wire"


def test_an_input_is_read_with_its_values(wires: Any, given: CompactionInput) -> None:
    assert decode_input(wires.input()) == given


@settings(max_examples=200)
@forall(st.binary(max_size=60))
def test_any_bytes_give_the_typed_error(wire: bytes) -> None:
    assert field_of(wire) == "wire"


def damageable() -> bytes:
    messages = [
        {"role": "assistant", "blocks": [CALL], "usage": {}},
        {"role": "tool", "blocks": [PICTURE], "tool_use_id": "c", "is_error": False},
    ]
    members = {
        "version": 1,
        "basis": {"revision": 7, "through_event_id": EVENT},
        "model": {"provider": "p", "model": "m"},
        "request_fingerprint": "ab" * 32,
        "transcript": messages,
        "max_summary_tokens": 9,
    }
    return json.dumps(members, separators=(",", ":")).encode()


@settings(max_examples=150)
@forall(data=st.data())
def test_a_damaged_input_gives_an_input_or_the_typed_error(data: st.DataObject) -> None:
    wire = bytearray(damageable())
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(wire)))
        wire[start : start + data.draw(st.integers(0, 4))] = data.draw(st.sampled_from(PIECES))
    try:
        decode_input(bytes(wire))
    except InvalidInput as error:
        assert error.field in FAULTS


def nested(depth: int) -> ToolResult:
    result = ToolResult("c", (), False)
    for _ in range(depth - 1):
        result = ToolResult("c", (result,), False)
    return result


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (Message(Role.USER, (Text("a"),), usage=Usage()), "usage on a user message"),
        (Message(Role.USER, (Text("a"),), tool_use_id="c"), "call id on a user message"),
        (Message(Role.ASSISTANT, (), is_error=True), "error flag on an assistant message"),
        (Message("developer", ()), "another role"),  # type: ignore[arg-type]  # what the test is about
        (None, "no message"),
        (Message(Role.USER, (None,)), "no block"),  # type: ignore[arg-type]  # what the test is about
        (Message(Role.USER, ("text",)), "no kind"),  # type: ignore[arg-type]  # what the test is about
        (Message(Role.USER, (ToolUse("c", "n", b""),)), "zero bytes of input"),
        (Message(Role.USER, (ToolUse("c", "n", b"{}", b"{", "f"),)), "broken state of a call"),
        (Message(Role.USER, (Thinking("t", "", "", b"nope", "f"),)), "broken state of thinking"),
        (
            Message(Role.TOOL, (ToolResult("c", (ToolUse("c", "n", b"[1,]"),), False),)),
            "broken input further in",
        ),
        (Message(Role.USER, (nested(MAX_DEPTH + 1),)), "one level too deep"),
    ],
)
def test_a_transcript_built_in_memory_is_refused(given: CompactionInput, message: Message, why: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        validate_input(replace(given, transcript=(*given.transcript, message)))

    assert caught.value.field == "transcript", why


@pytest.mark.parametrize(
    "message",
    [
        Message(Role.USER, (ToolUse("c", "n", None),)),
        Message(Role.USER, (nested(MAX_DEPTH),)),
        Message(Role.ASSISTANT, (), usage=Usage()),
        Message(Role.TOOL, (), tool_use_id="c", is_error=True),
        Message(Role.SYSTEM, (Thinking("", "", "", b"null", "f"),)),
    ],
)
def test_what_the_rules_leave_open_is_allowed(given: CompactionInput, message: Message) -> None:
    validate_input(replace(given, transcript=(message,)))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"basis": Basis(0, UUID(int=1)), "model": ModelKey("", "")}, "basis"),
        ({"basis": Basis(1, UUID(int=0))}, "basis"),
        ({"model": ModelKey("p", ""), "request_fingerprint": bytes(32)}, "model"),
        ({"request_fingerprint": bytes(32), "transcript": ()}, "request_fingerprint"),
        ({"request_fingerprint": b"\x01" * 31}, "request_fingerprint"),
        ({"transcript": (), "max_summary_tokens": 0}, "transcript"),
        ({"max_summary_tokens": 0}, "max_summary_tokens"),
    ],
)
def test_fields_are_tested_in_order(given: CompactionInput, changes: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        validate_input(replace(given, **changes))

    assert caught.value.field == field
