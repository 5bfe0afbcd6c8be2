"""Each reason, each field of the input and each other end is told on a page: sentence, place, fix."""

import base64
import html
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compaction.contract import REASONS
from webui.runs.models import Run
from webui.runs.views.faults import INPUT

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[3] / "cases" / "compaction_wire.json").read_text(encoding="utf-8"))
}
FIXES = {reason.id: reason.fix for reason in REASONS}


def first(op: str, expect: str) -> dict[str, Any]:
    """The first case of an operation with this verdict."""
    return next(case for case in CASES.values() if (case["op"], case["expect"]) == (op, expect))


def parts_of(case: dict[str, Any]) -> dict[str, Any]:
    parts: dict[str, Any] = {"input": case["input_text"].encode() if "input_text" in case else case.get("input")}
    if "input_b64" in case:
        parts["input"] = base64.b64decode(case["input_b64"])
    result = case.get("result", {})
    if "output_text" in result:
        parts["output"] = result["output_text"].encode("utf-8", "surrogatepass")
    parts |= {name: result[name] for name in ("response", "usage") if name in result}
    return parts | {name: case[name] for name in ("limits", "output_schema") if name in case}


REFUSALS = {
    "byte_limit": ("The reply is larger than the agreed number of bytes", "The reply: "),
    "token_usage": ("The reply does not say how many tokens it used.", "Usage of the reply: no output tokens reported"),
    "token_limit": ("The summary is over its token budget by ", "Usage of the reply: "),
    "wire": ("The reply is not the JSON object the contract describes.", "The reply"),
    "identity": ("The reply belongs to another conversation, model or request.", "from the input"),
    "xml_syntax": ("The summary is not well-formed.", "The summary, "),
    "xml_root": ("The summary does not start with the agreed outer element.", "The summary, line 1, column 1"),
    "xml_structure": ("A section is missing, repeated, out of order or has something extra.", "The summary, "),
    "xml_content": (" section is empty.", "The summary, "),
}


def verdict(page: str) -> str:
    """What the page answers first."""
    return page.split('<section class="verdict')[1].split("</section>")[0]


def fault(page: str) -> str:
    """The four lines, as a browser would write them out."""
    return html.unescape(page.split('id="fault"')[1].split("</section>")[0])


@pytest.mark.parametrize("reason", REFUSALS)
def test_a_reason_is_told_with_sentence_place_and_fix(
    reason: str, upload: Callable[..., Run], read: Callable[..., str]
) -> None:
    run = upload("contract", parts_of(first("validate_result", reason)))

    shown = read(run)

    sentence, where = REFUSALS[reason]
    assert f'<span class="word is-err">Refused</span> <code class="code">{reason}</code>' in verdict(shown)
    assert sentence in html.unescape(verdict(shown))
    assert where in fault(shown)
    assert FIXES[reason] in fault(shown)


def test_output_shape_is_told_of_a_response(upload: Callable[..., Run], read: Callable[..., str]) -> None:
    run = upload("contract", parts_of(first("run_response", "output_shape")))

    shown = read(run)

    assert "The reply is not one single text summary." in verdict(shown)
    assert "The model response: its message" in fault(shown)
    assert FIXES["output_shape"] in fault(shown)


@pytest.mark.parametrize("field", ["wire", "basis", "model", "request_fingerprint", "transcript", "max_summary_tokens"])
def test_a_field_of_the_input_is_told(field: str, upload: Callable[..., Run], read: Callable[..., str]) -> None:
    run = upload(
        "contract", parts_of(first("decode_input", "input_wire" if field == "wire" else f"input_field:{field}"))
    )

    shown = read(run)

    assert f'Not attempted</span> <code class="code">{field}</code>' in verdict(shown)
    assert f"The input of the compaction breaks the contract: {field}." in verdict(shown)
    _, where, why, fix = INPUT[field]
    assert all(f"<dt>{line}</dt>" in fault(shown) for line in ("Where", "Why", "Fix"))
    assert where in fault(shown) and why in fault(shown) and fix in fault(shown)
    assert "an earlier check failed" in read(run, "?tab=checks")


def test_an_input_over_its_limit_is_not_attempted(upload: Callable[..., Run], read: Callable[..., str]) -> None:
    case = first("fit_input", "input_too_large")
    run = upload("contract", parts_of(case))

    shown = read(run)

    assert 'Not attempted</span> <code class="code">input-too-large</code>' in verdict(shown)
    assert f"{case['expect_error']['size']:,} bytes, {case['expect_error']['limit']:,} are allowed" in fault(shown)


def test_a_run_that_failed_is_not_attempted(upload: Callable[..., Run], read: Callable[..., str]) -> None:
    run = upload("contract", parts_of(first("run_response", "execution_failed")))

    shown = read(run)

    assert 'Not attempted</span> <code class="code">execution-failed</code>' in verdict(shown)
    assert "none of the ten reasons" in fault(shown)


def test_a_request_too_large_after_replacement_is_an_outcome_of_its_own(
    upload: Callable[..., Run], read: Callable[..., str], whole: dict[str, Any]
) -> None:
    run = upload("contract", whole | {"measured_tokens": 8000})

    shown = read(run)

    assert 'Too large</span> <code class="code">summary-too-large</code>' in verdict(shown)
    assert "The complete request after replacement is too large." in verdict(shown)
    assert "8,000 tokens measured; the limit is 8,000" in fault(shown)
    assert "Keep fewer recent messages, or lower the budget of the summary." in fault(shown)
    assert "Refused" not in verdict(shown)


def test_the_sentence_says_by_how_much(
    upload: Callable[..., Run], read: Callable[..., str], whole: dict[str, Any]
) -> None:
    one = read(upload("contract", whole | {"usage": {"output_tokens": 257}}))
    size = len(json.dumps(whole["output"]))
    few = read(upload("contract", whole | {"limits": {"output_bytes": size - 2}}))

    assert "The summary is over its token budget by 1 token." in verdict(one)
    assert "257 output tokens, the budget is 256" in fault(one)
    assert "larger than the agreed number of bytes by 2 bytes." in verdict(few)


def test_a_valid_run_says_so(upload: Callable[..., Run], read: Callable[..., str], whole: dict[str, Any]) -> None:
    run = upload("contract", whole)

    shown = read(run)

    assert "Valid." in verdict(shown)
    assert 'id="fault"' not in shown
