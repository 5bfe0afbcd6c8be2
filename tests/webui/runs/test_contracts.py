"""A contract that is sent gives the verdict of the reference, and every check in its order."""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from webui.runs.models import Run
from webui.transcripts.models import Capture

CASES = json.loads((Path(__file__).parents[2] / "cases" / "compaction_wire.json").read_text())
IDS = ["input", "fit", "bytes", "usage", "budget", "json", "members", "event-id", "fingerprint", "identity", "xml"]
IDS += ["output", "replacement"]


def a_few() -> list[dict[str, Any]]:
    """The first two cases of each operation and verdict."""
    seen: dict[tuple[str, str], int] = {}
    chosen = []
    for case in CASES:
        key = case["op"], case["expect"]
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= 2:
            chosen.append(case)
    return chosen


def parts_of(case: dict[str, Any]) -> dict[str, Any]:
    parts: dict[str, Any] = {"input": case["input_text"].encode() if "input_text" in case else case.get("input")}
    if "input_b64" in case:
        parts["input"] = base64.b64decode(case["input_b64"])
    result = case.get("result", {})
    if "output_text" in result:
        parts["output"] = result["output_text"].encode("utf-8", "surrogatepass")
    if "output_b64" in result:
        parts["output"] = base64.b64decode(result["output_b64"])
    parts |= {name: result[name] for name in ("response", "usage") if name in result}
    return parts | {name: case[name] for name in ("limits", "output_schema") if name in case}


def verdict_of(run: Run) -> str:
    match run.code:
        case "invalid-input":
            return "input_wire" if run.field == "wire" else f"input_field:{run.field}"
        case "invalid-summary":
            return run.reason
        case "":
            return "ok"
    return run.code.replace("-", "_")


@pytest.mark.parametrize("case", a_few(), ids=lambda case: case["id"])
def test_a_case_gets_the_verdict_of_the_reference(case: dict[str, Any], send: Callable[..., Any]) -> None:
    answer = send(parts_of(case))

    assert answer.status_code == 201, answer.content
    run = Run.objects.get(pk=answer.json()["id"])
    assert verdict_of(run) == case["expect"]
    if "expect_error" in case:
        assert {"limit": run.limit, "size": run.measured} == case["expect_error"]
    if "expect_reject_reason" in case:
        assert run.reject_number == case["expect_reject_reason"]
    attempted = case["op"] in ("validate_result", "run_response")
    words = {"ok": "valid" if attempted else "unjudged", "execution_failed": "not-attempted"}
    unattempted = case["expect"].startswith("input_")
    assert run.verdict == words.get(case["expect"], "not-attempted" if unattempted else "refused")


def test_every_check_of_a_whole_contract_passes_in_order(send: Callable[..., Any], whole: dict[str, Any]) -> None:
    answer = send(whole, name="nightly").json()

    assert (answer["verdict"], answer["reason"], answer["name"]) == ("valid", None, "nightly")
    checks = answer_checks(send, answer)
    assert [(one["id"], one["state"]) for one in checks] == [(name, "passed") for name in IDS]
    assert [one["text"] for one in answer["summaries"]] == [whole["output"]["summary"]]
    assert answer["given"]["max_summary_tokens"] == 256
    assert answer["given"]["usage"]["output_tokens"] == 120
    assert answer["model"] == "acme/acme-large-2"
    assert (answer["before"]["messages"], answer["after"]) == (1, None)


def answer_checks(send: Callable[..., Any], answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"id": row["id"], "state": row["state"], "note": row["note"]} for row in Run.objects.get(pk=answer["id"]).checks
    ]


@pytest.mark.parametrize(
    ("lacking", "not_reached"),
    [
        (("usage",), {"usage", "budget"}),
        (("input",), {"input", "fit", "budget", "identity", "output"}),
        (("limits",), {"fit", "bytes", "replacement"}),
        (("measured_tokens",), {"replacement"}),
        (("output",), {*IDS} - {"input", "fit", "replacement"}),
        (("input", "usage", "limits", "measured_tokens"), {*IDS} - {*IDS[5:9], "xml"}),
    ],
)
def test_what_an_upload_lacks_is_never_guessed(
    lacking: tuple[str, ...], not_reached: set[str], send: Callable[..., Any], whole: dict[str, Any]
) -> None:
    answer = send({name: part for name, part in whole.items() if name not in lacking}).json()

    found = {one["id"]: (one["state"], one["note"]) for one in answer_checks(send, answer)}
    assert {name for name, told in found.items() if told == ("not_reached", "not in the upload")} == not_reached
    assert {state for name, (state, _) in found.items() if name not in not_reached} <= {"passed"}
    assert answer["verdict"] == ("valid" if lacking == ("measured_tokens",) else "unjudged")


@pytest.mark.parametrize(("measured", "verdict"), [(7999, "valid"), (8000, "too-large"), (8001, "too-large")])
def test_a_request_as_large_as_its_limit_is_too_large(
    measured: int, verdict: str, send: Callable[..., Any], whole: dict[str, Any]
) -> None:
    answer = send({**whole, "measured_tokens": measured}).json()

    assert (answer["verdict"], answer["reason"]) == (verdict, None)
    if verdict == "too-large":
        assert (answer["code"], answer["measured"], answer["limit"]) == ("summary-too-large", measured, 8000)
        assert answer["reject_number"] == 11


def test_a_fault_of_the_summary_has_its_place(send: Callable[..., Any], whole: dict[str, Any]) -> None:
    output = {**whole["output"], "summary": "\n" + whole["output"]["summary"]}

    answer = send({**whole, "output": output}).json()

    assert (answer["reason"], answer["line"], answer["column"]) == ("xml_structure", 1, 1)
    assert answer["reject_number"] == 9


def test_a_code_fence_is_refused_as_wire_and_the_reply_is_kept(send: Callable[..., Any], whole: dict[str, Any]) -> None:
    fenced = b"```json\n" + json.dumps(whole["output"]).encode() + b"\n```"

    answer = send({**whole, "output": fenced}).json()

    assert (answer["reason"], answer["line"], answer["column"]) == ("wire", 1, 1)
    assert [(one["origin"], one["text"]) for one in answer["summaries"]] == [("reply", fenced.decode())]


def test_one_token_over_budget_is_refused(send: Callable[..., Any], whole: dict[str, Any]) -> None:
    assert send({**whole, "usage": {"output_tokens": 257}}).json()["reason"] == "token_limit"
    assert send({**whole, "usage": {"output_tokens": 256}}).json()["verdict"] == "valid"
    assert send({**whole, "usage": None}).json()["reason"] == "token_usage"


def test_another_conversation_is_named_member_by_member(send: Callable[..., Any], whole: dict[str, Any]) -> None:
    other = {**whole["output"], "model": {"provider": "acme", "model": "acme-small"}}

    answer = send({**whole, "output": other}).json()

    assert answer["reason"] == "identity"
    failed = next(row for row in Run.objects.get(pk=answer["id"]).checks if row["state"] == "failed")
    assert failed["places"] == ["model.model"]


def test_attempts_at_one_input_share_its_transcript(send: Callable[..., Any], whole: dict[str, Any]) -> None:
    first = send(whole).json()
    second = send({**whole, "usage": {"output_tokens": 999}}).json()

    assert first["before"] == second["before"]
    assert Capture.objects.count() == 1


def test_numbers_of_64_bits_are_kept(send: Callable[..., Any], whole: dict[str, Any]) -> None:
    most = 2**64 - 1

    answer = send({**whole, "input": {**whole["input"], "max_summary_tokens": most}, "usage": {"output_tokens": most}})

    assert answer.json()["given"]["max_summary_tokens"] == most
    assert answer.json()["verdict"] == "valid"


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"usage": []}, "unreadable-part"),
        ({"usage": {"output_tokens": -1}}, "unreadable-part"),
        ({"usage": {"output_tokens": 1.5}}, "unreadable-part"),
        ({"usage": b"{"}, "unreadable-part"),
        ({"limits": {"output_bytes": "9"}}, "unreadable-part"),
        ({"limits": {"words": 9}}, "unreadable-part"),
        ({"measured_tokens": True}, "unreadable-part"),
        ({"output_schema": "yes"}, "unreadable-part"),
        ({"events": b"no events"}, "unreadable-part"),
        ({"response": {"message": 7}}, "output-or-response"),
        ({"before": []}, "two-kinds"),
        ({"nonsense": 1}, "unknown-part"),
    ],
)
def test_a_part_that_cannot_be_read_stores_nothing(
    parts: dict[str, Any], code: str, send: Callable[..., Any], whole: dict[str, Any]
) -> None:
    answer = send({**whole, **parts})

    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert not Run.objects.exists()
    assert not Capture.objects.exists()
