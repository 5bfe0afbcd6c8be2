"""The request bodies among the example uploads: the violations that their index lists, and nothing else at error."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from compaction.shape import check

CASES = Path(__file__).parents[2] / "cases"
DIALECTS = {
    "anthropic-request": "anthropic",
    "openai-chat-request": "openai-chat",
    "openai-responses-request": "openai-responses",
    "gemini-request": "gemini",
    "bedrock-converse-request": "bedrock-converse",
}
REQUESTS = [
    case for case in json.loads((CASES / "wire" / "index.json").read_text())["cases"] if case["format"] in DIALECTS
]


def reports() -> ModuleType:
    """The comparison that the report cases use."""
    spec = importlib.util.spec_from_file_location("reports", Path(__file__).parents[1] / "case_reports.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("case", REQUESTS, ids=lambda case: case["file"])
def test_a_request_gets_the_violations_of_its_index(case: dict[str, Any]) -> None:
    dialect = DIALECTS[case["format"]]
    wanted = case["violations"]
    report = check((CASES / "wire" / case["file"]).read_bytes(), dialect=dialect)
    also, tolerated = case.get("also_acceptable", []), case.get("tolerated", [])
    reports().compare(report.violations, wanted, also=also, tolerated=tolerated)
    numbers = {number for violation in report.violations for number in violation.behaviours}
    assert {place["provider_rule"] for place in wanted} <= numbers


def test_every_dialect_has_a_request() -> None:
    assert {case["format"] for case in REQUESTS} == set(DIALECTS)
