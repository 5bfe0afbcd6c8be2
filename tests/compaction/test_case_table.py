"""The cases of requests by dialect: how many are right, how many are wrong, and what was said without being asked for.

`pytest tests/compaction/test_case_table.py` prints the table.
"""

import importlib.util
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from compaction.shape import check
from compaction.transcripts import Dialect

HERE = Path(__file__).parent
CASES = Path(os.environ.get("CASES") or HERE.parent / "cases")
Case = Mapping[str, Any]


def reports() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reports", HERE / "case_reports.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REPORTS = reports()


def dialect_of(format: str) -> str:
    return format.removesuffix("-request").removesuffix("-messages")


def requests() -> Iterator[tuple[str, bytes, Case, Case]]:
    """(dialect, body, options, what is expected) of each case whose subject is one request."""
    for path in sorted((CASES / "reports").glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        if case["kind"] != "quality" and dialect_of(case["format"]) in set(Dialect):
            before = REPORTS.as_sent(case["before"]) if case.get("before") else None
            options = {"variant": case.get("dialect"), "before": before}
            yield dialect_of(case["format"]), REPORTS.as_sent(case["request"]), options, case["expect"]
    folder = CASES / "wire"
    for case in json.loads((folder / "index.json").read_text(encoding="utf-8"))["cases"]:
        if dialect_of(case["format"]) in set(Dialect) and case["format"].endswith("-request"):
            yield dialect_of(case["format"]), (folder / case["file"]).read_bytes(), {}, case


def judged(dialect: str, body: bytes, options: Case, expect: Case) -> tuple[bool, int]:
    """Whether all that is expected was said, and how many errors were said beyond it."""
    left = list(check(body, dialect=dialect, **options).violations)
    wanted, also = expect.get("violations", []), expect.get("also_acceptable", [])
    missed = 0
    for place in wanted:
        severity = REPORTS.SEVERITIES.get(place.get("severity", "error"), place.get("severity", "error"))
        fits = (one for one in left if any(REPORTS.fits(one, each) for each in (place, *also)))
        found = next((one for one in fits if one.severity == severity), None)
        missed += found is None
        if found is not None:
            left.remove(found)
    beyond = [one for one in left if one.severity == "error"]
    tolerated = expect.get("tolerated", [])
    return missed == 0, sum(not any(REPORTS.fits(one, place) for place in tolerated) for one in beyond)


def test_every_case_is_right_and_none_raises_a_false_alarm(capsys: pytest.CaptureFixture[str]) -> None:
    cases, wrong, alarms = Counter[str](), Counter[str](), Counter[str]()
    for dialect, body, options, expect in requests():
        right, beyond = judged(dialect, body, options, expect)
        cases[dialect] += 1
        wrong[dialect] += not right
        alarms[dialect] += beyond
    lines = [f"{'dialect':18}{'cases':>7}{'right':>7}{'wrong':>7}{'false alarms':>14}"]
    lines += [f"{one:18}{cases[one]:7}{cases[one] - wrong[one]:7}{wrong[one]:7}{alarms[one]:14}" for one in Dialect]
    with capsys.disabled():
        print("\n" + "\n".join(lines))  # noqa: T201 - the table is the point
    assert set(cases) == set(Dialect)
    assert (wrong.total(), alarms.total()) == (0, 0)
