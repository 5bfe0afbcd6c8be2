"""Checks one case of the compaction contract. Source: summary-validation 12."""

import base64
import hashlib
import json
from typing import Any

from compaction.contract import (
    CompactionInput,
    ModelResponse,
    Usage,
    decode_input,
    encode_input,
    fit_input,
    reject_reason,
    run_response,
    trace,
    validate_result,
)
from compaction.errors import ContractError, ExecutionFailed, InputTooLarge, InvalidInput, InvalidSummary

Case = dict[str, Any]


def check(case: Case) -> None:
    try:
        OPERATIONS[case["op"]](case)
        answer = "ok"
    except ContractError as error:
        answer = answer_of(error)
        check_error(case, error)
    assert answer == case["expect"], case["why"]


def answer_of(error: ContractError) -> str:
    match error:
        case InvalidInput():
            return "input_wire" if error.field == "wire" else f"input_field:{error.field}"
        case InvalidSummary():
            return error.reason
        case InputTooLarge():
            return "input_too_large"
        case ExecutionFailed():
            return "execution_failed"
    return error.code


def check_error(case: Case, error: ContractError) -> None:
    if "expect_reject_reason" in case:
        assert reject_reason(error) == case["expect_reject_reason"]
    if "expect_error" in case:
        assert isinstance(error, InputTooLarge)
        assert {"limit": error.limit, "size": error.size} == case["expect_error"]


def given(case: Case) -> CompactionInput:
    if "input_b64" in case:
        return decode_input(base64.b64decode(case["input_b64"]))
    text = case["input_text"] if "input_text" in case else json.dumps(case["input"])
    return decode_input(text.encode())


def usage_of(case: Case) -> Usage | None:
    usage = case["result"]["usage"]
    return None if usage is None else Usage(**usage)


def check_encoded(case: Case, encoded: bytes) -> None:
    assert encoded == case["expect_encoded"].encode()
    assert len(encoded) == case["expect_bytes"]


def check_encode(case: Case) -> None:
    check_encoded(case, encode_input(given(case)))


def check_fit(case: Case) -> None:
    check_encoded(case, fit_input(given(case), input_bytes=case["limits"]["input_bytes"]))


def check_result(case: Case) -> None:
    result = case["result"]
    text = base64.b64decode(result["output_b64"]) if "output_b64" in result else result["output_text"].encode()
    arguments = {"usage": usage_of(case), "input": given(case), "output_bytes": case["limits"]["output_bytes"]}
    states = [state.state for state in trace(text, **arguments)]
    reasons = [state.reason for state in trace(text, **arguments) if state.reason]
    assert reasons == ([] if case["expect"] == "ok" else [case["expect"]])
    assert states == sorted(states, key=["passed", "failed", "not_reached"].index)
    output = validate_result(text, **arguments)
    assert hashlib.sha256(output.summary_text.encode()).hexdigest() == case["expect_summary_sha256"]


def check_response(case: Case) -> None:
    run_response(
        ModelResponse.from_json(json.dumps(case["result"]["response"]).encode()),
        usage=usage_of(case),
        input=given(case),
        input_bytes=case["limits"]["input_bytes"],
        output_bytes=case["limits"]["output_bytes"],
        output_schema=case["output_schema"],
    )


OPERATIONS = {
    "decode_input": given,
    "encode_input": check_encode,
    "fit_input": check_fit,
    "validate_result": check_result,
    "run_response": check_response,
}
