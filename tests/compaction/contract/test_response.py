import json
from typing import Any

import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from compaction.contract import NOT_UPLOADED, CompactionInput, ModelResponse, State, Usage, run_response, trace_response
from compaction.contract.response import MAX_STRUCTURED_BYTES, ResponseBlock, ResponseMessage, take_result
from compaction.errors import ContractError, ExecutionFailed, InputTooLarge, InvalidSummary, UnreadablePart

LIMIT = 2**21


def response(*blocks: tuple[str, str], role: str = "assistant", finish: str = "stop") -> ModelResponse:
    return ModelResponse(ResponseMessage(role, tuple(ResponseBlock(*block) for block in blocks)), finish)


def outcome(answer: ModelResponse | None, *, schema: bool, limit: int = LIMIT) -> str:
    try:
        return take_result(answer, output_bytes=limit, output_schema=schema).decode()
    except InvalidSummary as fault:
        return fault.reason
    except ContractError as error:
        return error.code


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (None, "output_shape"),
        (ModelResponse(None), "output_shape"),
        (response(("text", "7"), role="user"), "output_shape"),
        (response(), "output_shape"),
        (response(("thinking", "t"), ("text", "7")), "output_shape"),
        (response(("text", "7"), ("text", "7")), "output_shape"),
        (response(("refusal", "no")), "output_shape"),
        (response(("text", "")), "output_shape"),
        (response(("text", " 7 ")), " 7 "),
        (response(("text", "7 8")), "wire"),
        (response(("text", "nope")), "wire"),
        (response(("text", "[1]"), finish="length"), "[1]"),
        (response(("text", '"\ud800"')), '"\ufffd"'),
    ],
)
def test_text_mode_takes_the_one_text_of_an_assistant(answer: ModelResponse | None, expected: str) -> None:
    assert outcome(answer, schema=False) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (None, "execution-failed"),
        (ModelResponse(None), "execution-failed"),
        (response(("thinking", "t"), ("text", '{ "a" :'), ("text", '"b c"}')), '{"a":"b c"}'),
        (response(("text", "{}"), finish=""), "{}"),
        (response(("text", "{}"), finish="length"), "execution-failed"),
        (response(("text", "{}"), finish="content_filter"), "execution-failed"),
        (response(("text", "{}"), finish="tool_use"), "execution-failed"),
        (response(("text", "{}"), finish="new_one"), "execution-failed"),
        (response(("text", "{}"), ("tool_use", "n"), finish=""), "execution-failed"),
        (response(("text", "{}"), ("refusal", "")), "execution-failed"),
        (response(("text", "{}"), ("image", "")), "execution-failed"),
        (response(), "execution-failed"),
        (response(("text", "[]")), "execution-failed"),
        (response(("text", "{} {}")), "execution-failed"),
        (response(("text", '{"a":[{"b":1,"\\u0062":2}]}')), "execution-failed"),
        (response(("text", '{"a":1,"A":2}')), '{"a":1,"A":2}'),
        (response(("text", '{"a":"\ud800"}')), "execution-failed"),
        (response(("text", "{" + " " * (MAX_STRUCTURED_BYTES - 2) + "}")), "{}"),
        (response(("text", "{" + " " * (MAX_STRUCTURED_BYTES - 1) + "}")), "execution-failed"),
    ],
)
def test_schema_mode_takes_one_object_from_all_texts(answer: ModelResponse | None, expected: str) -> None:
    assert outcome(answer, schema=True) == expected


@pytest.mark.parametrize("schema", [True, False])
def test_the_byte_limit_counts_the_text_as_received(schema: bool) -> None:
    answer = response(("text", '{"a":  "é"}'))

    assert outcome(answer, schema=schema, limit=12) != "byte_limit"
    assert outcome(answer, schema=schema, limit=11) == "byte_limit"


def test_the_input_is_fitted_before_the_response_is_looked_at(given: CompactionInput) -> None:
    with pytest.raises(InputTooLarge):
        run_response(None, usage=None, input=given, input_bytes=1, output_bytes=1, output_schema=False)


@pytest.mark.parametrize(
    ("wire", "expected"),
    [
        (b"null", None),
        (b"{}", ModelResponse(None)),
        (b'{"message":null,"finish_reason":null}', ModelResponse(None)),
        (b'{"message":{"role":"assistant"}}', ModelResponse(ResponseMessage("assistant", ()))),
        (
            b'{"id":1,"message":{"blocks":[{"type":"text","text":"\xff","x":[]},{}]},"finish_reason":"stop"}',
            ModelResponse(ResponseMessage("", (ResponseBlock("text", "\ufffd"), ResponseBlock(""))), "stop"),
        ),
    ],
)
def test_a_response_is_read_and_unknown_members_are_passed_over(wire: bytes, expected: ModelResponse | None) -> None:
    assert ModelResponse.from_json(wire) == expected


@pytest.mark.parametrize(
    "wire",
    [b"", b"[]", b"7", b'{"message":[]}', b'{"message":{"blocks":{}}}', b'{"message":{"blocks":[1]}}']
    + [b'{"finish_reason":1}', b'{"message":{"role":1}}', b'{"message":{"blocks":[{"text":[]}]}}'],
)
def test_an_unreadable_response_is_said_to_be_one(wire: bytes) -> None:
    with pytest.raises(UnreadablePart) as caught:
        ModelResponse.from_json(wire)

    assert caught.value.part == "response"


@settings(max_examples=100)
@forall(st.binary(max_size=30))
def test_any_bytes_give_a_response_or_the_typed_error(wire: bytes) -> None:
    try:
        ModelResponse.from_json(wire)
    except UnreadablePart as error:
        assert error.code == "unreadable-part"


def traced(answer: ModelResponse | None, given: CompactionInput, usage: Usage, **changes: Any) -> list[tuple[str, str]]:
    arguments = {"usage": usage, "input": given, "output_bytes": LIMIT, "output_schema": False} | changes
    return [(check.id, check.state.value) for check in trace_response(answer, **arguments)]


def test_a_response_without_a_text_reaches_no_check(given: CompactionInput, usage: Usage) -> None:
    states = traced(None, given, usage)

    assert states[0] == ("response", "failed")
    assert {state for _, state in states[1:]} == {"not_reached"}


def test_a_failed_execution_is_no_reason(given: CompactionInput, usage: Usage) -> None:
    check = trace_response(None, usage=usage, input=given, output_bytes=LIMIT, output_schema=True)[0]

    assert (check.state, check.reason) == (State.FAILED, None)
    assert "failed" in check.note


def test_a_taken_text_goes_through_every_check(given: CompactionInput, usage: Usage, wires: Any) -> None:
    answer = ModelResponse.from_json(
        json.dumps(
            {"message": {"role": "assistant", "blocks": [{"type": "text", "text": wires.result().decode()}]}}
        ).encode()
    )

    assert {state for _, state in traced(answer, given, usage)} == {"passed"}
    without = traced(answer, given, usage, output_bytes=NOT_UPLOADED)
    assert [name for name, state in without if state != "passed"] == ["bytes"]


def test_a_failed_execution_is_raised(given: CompactionInput) -> None:
    with pytest.raises(ExecutionFailed):
        run_response(None, usage=None, input=given, input_bytes=LIMIT, output_bytes=LIMIT, output_schema=True)
