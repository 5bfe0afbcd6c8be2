from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from compaction.contract import (
    NOT_UPLOADED,
    Basis,
    Check,
    CompactionInput,
    Message,
    ModelKey,
    Role,
    State,
    Usage,
    trace,
    validate_result,
)
from compaction.contract.blocks import Text
from compaction.contract.result import STEPS
from compaction.errors import InvalidSummary

LIMIT = 4096
FAULTS: dict[str, dict[str, Any]] = {
    "bytes": {"output_bytes": 10},
    "usage": {"usage": None},
    "budget": {"usage": Usage(output_tokens=257)},
    "json": {"result": {"extra": 1}},
    "members": {"result": {"version": 2}},
    "event-id": {"result": {"basis": {"revision": 7, "through_event_id": "3F0C2A9E-5B7D-4C1A-9E42-0A1B2C3D4E5F"}}},
    "fingerprint": {"result": {"request_fingerprint": "AB" * 32}},
    "identity": {"result": {"model": {"provider": "acme", "model": "small"}}},
    "xml": {"result": {"summary": "<summary/>"}},
    "output": {"basis": Basis(0, UUID("3f0c2a9e-5b7d-4c1a-9e42-0a1b2c3d4e5f"))},
}
REASONS = [
    "byte_limit",
    "token_usage",
    "token_limit",
    "wire",
    "wire",
    "wire",
    "wire",
    "identity",
    "xml_root",
    "identity",
]
PAIRS = [
    (first, second)
    for place, first in enumerate(FAULTS)
    for second in list(FAULTS)[place + 1 :]
    if (first, second) != ("usage", "budget") and second != "output"
]


@pytest.fixture
def arguments(wires: Any, given: CompactionInput, usage: Usage) -> Any:
    def arguments(*faults: str) -> dict[str, Any]:
        changes: dict[str, Any] = {}
        for fault in faults:
            changes |= FAULTS[fault].get("result", {})
        # A later fault of the same argument must not undo the earlier one, so they are applied last to first.
        merged = {"output_bytes": LIMIT, "usage": usage}
        for fault in reversed(faults):
            merged |= {name: value for name, value in FAULTS[fault].items() if name in merged}
        value = given
        if "output" in faults:
            value = replace(given, basis=FAULTS["output"]["basis"])
            changes["basis"] = {"revision": 0, "through_event_id": str(value.basis.through_event_id)}
        return {"output": wires.result(**changes), "input": value, **merged}

    return arguments


def reason_of(arguments: dict[str, Any]) -> str | None:
    try:
        validate_result(**arguments)
    except InvalidSummary as fault:
        return fault.reason
    return None


def failed(checks: tuple[Check, ...]) -> list[str]:
    return [check.id for check in checks if check.state is State.FAILED]


def test_a_good_result_comes_back_unchanged(arguments: Any, wires: Any, given: CompactionInput) -> None:
    output = validate_result(**arguments())

    assert (output.basis, output.model, output.request_fingerprint) == (
        given.basis,
        given.model,
        given.request_fingerprint,
    )
    assert output.summary == Message(Role.USER, (Text(output.summary_text),))
    assert output.summary_text.startswith("<conversation_summary><goal>Ship it</goal>")


def test_every_step_has_a_fault_in_this_table() -> None:
    assert [step.id for step in STEPS] == list(FAULTS)


@pytest.mark.parametrize(("fault", "reason"), list(zip(FAULTS, REASONS, strict=True)))
def test_each_fault_gives_its_reason_at_its_check(arguments: Any, fault: str, reason: str) -> None:
    given = arguments(fault)

    assert reason_of(given) == reason
    assert failed(trace(**given)) == [fault]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_of_two_faults_the_earlier_one_is_given(arguments: Any, first: str, second: str) -> None:
    given = arguments(first, second)

    assert reason_of(given) == reason_of(arguments(first))
    assert failed(trace(**given)) == [first]


def test_checks_after_a_failed_one_are_not_reached(arguments: Any) -> None:
    checks = trace(**arguments("identity"))

    assert [check.state.value for check in checks] == ["passed"] * 7 + ["failed"] + ["not_reached"] * 2
    assert {check.note for check in checks[8:]} == {"an earlier check failed"}


def test_numbers_and_places_stand_beside_a_check(arguments: Any, given: CompactionInput) -> None:
    checks = {check.id: check for check in trace(**arguments("identity"))}

    assert (checks["bytes"].measured, checks["bytes"].limit) == (len(arguments("identity")["output"]), LIMIT)
    assert (checks["usage"].measured, checks["usage"].limit) == (120, None)
    assert (checks["budget"].measured, checks["budget"].limit) == (120, 256)
    assert checks["identity"].places == ("model.model",)


def test_missing_members_are_named(arguments: Any, wires: Any) -> None:
    given = arguments() | {"output": wires.result(version=None, summary=None, basis={"revision": 7})}

    assert trace(**given)[4].places == ("version", "summary", "basis.through_event_id")


@pytest.mark.parametrize(("output", "line", "column"), [(b"```json\n{}\n```", 1, 1), (b'{"version":1,\n "x":2}', 2, 6)])
def test_a_fault_of_the_wire_is_placed_in_the_reply(arguments: Any, output: bytes, line: int, column: int) -> None:
    check = trace(**(arguments() | {"output": output}))[3]

    assert (check.reason, check.line, check.column) == ("wire", line, column)


def test_a_fault_of_the_summary_is_placed_in_the_summary(arguments: Any, wires: Any) -> None:
    check = trace(**(arguments() | {"output": wires.result(summary="\n<conversation_summary/>")}))[8]

    assert (check.reason, check.line, check.column) == ("xml_structure", 1, 1)


@pytest.mark.parametrize(
    ("missing", "checks"),
    [
        ("usage", ["usage", "budget"]),
        ("input", ["budget", "identity", "output"]),
        ("output_bytes", ["bytes"]),
    ],
)
def test_a_part_that_is_not_in_the_upload_is_never_guessed(arguments: Any, missing: str, checks: list[str]) -> None:
    states = {check.id: (check.state.value, check.note) for check in trace(**(arguments() | {missing: NOT_UPLOADED}))}

    for name, state in states.items():
        assert state == (("not_reached", "not in the upload") if name in checks else ("passed", "")), name


def test_a_usage_that_the_provider_did_not_report_is_a_fault_and_not_a_gap(arguments: Any) -> None:
    assert failed(trace(**arguments("usage"))) == ["usage"]


@pytest.mark.parametrize("output_bytes", [0, -1])
def test_a_limit_that_is_not_positive_fits_nothing(arguments: Any, output_bytes: int) -> None:
    assert reason_of(arguments() | {"output_bytes": output_bytes}) == "byte_limit"


def test_limits_are_inclusive(arguments: Any) -> None:
    given = arguments()
    size = len(given["output"])

    assert reason_of(given | {"output_bytes": size}) is None
    assert reason_of(given | {"output_bytes": size - 1}) == "byte_limit"
    assert reason_of(given | {"usage": Usage(output_tokens=256)}) is None


def test_the_safety_net_names_each_member_of_the_input(arguments: Any, wires: Any, given: CompactionInput) -> None:
    model = replace(given, model=ModelKey("", "m"))
    digest = replace(given, request_fingerprint=bytes(32))

    empty_model = {"input": model, "output": wires.result(model={"provider": "", "model": "m"})}
    zero_digest = {"input": digest, "output": wires.result(request_fingerprint="00" * 32)}

    assert reason_of(arguments() | empty_model) == reason_of(arguments() | zero_digest) == "identity"
    assert failed(trace(**(arguments() | zero_digest))) == ["output"]


@settings(max_examples=150)
@forall(output=st.binary(max_size=60))
def test_any_bytes_give_the_typed_error(output: bytes) -> None:
    value = CompactionInput(Basis(7, UUID(int=7)), ModelKey("p", "m"), b"\x01" * 32, (), 9)
    arguments: dict[str, Any] = {"usage": Usage(output_tokens=1), "input": value, "output_bytes": LIMIT}

    assert reason_of({"output": output, **arguments}) == "wire"
    assert [check.reason for check in trace(output, **arguments) if check.reason] == ["wire"]
