"""Reported shapes and guards: the right rule at the right place, and nothing else at severity error.

Session logs and the quality of summaries are judged elsewhere and skipped here.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from compaction import shape
from compaction.findings import Violation

SEVERITIES = {"info": "note"}
ELSEWHERE = {"claude-code-jsonl": "a session log", "quality": "the quality of a summary"}


def load(folder: Path) -> Iterator[tuple[str, dict]]:
    for path in sorted(folder.glob("*.json")):
        yield path.stem, json.loads(path.read_text(encoding="utf-8"))


def as_sent(body: object) -> bytes:
    return json.dumps(body).encode()


def check(case: dict) -> None:
    for key in ("format", "kind"):
        if case[key] in ELSEWHERE:
            pytest.skip(f"{ELSEWHERE[case[key]]} is not judged by rules of one request")
    before = case.get("before")
    report = shape.check(
        as_sent(case["request"]),
        dialect=case["format"],
        layer="provider",
        variant=case.get("dialect"),
        before=None if before is None else as_sent(before),
    )
    expect = case["expect"]
    compare(
        report.violations,
        expect.get("violations", []),
        also=expect.get("also_acceptable", []),
        tolerated=expect.get("tolerated", []),
    )
    told = {pointer for violation in report.violations for pointer in (violation.pointer, *violation.related)}
    assert set(expect.get("related", ())) <= told


def compare(found: tuple[Violation, ...], wanted: list[dict], *, also: list[dict], tolerated: list[dict]) -> None:
    """Assert that all that is wanted was found, and that no other violation is an error."""
    left = list(found)
    for place in wanted:
        severity = SEVERITIES.get(place.get("severity", "error"), place.get("severity", "error"))
        hits = [one for one in left if one.severity == severity and any(fits(one, each) for each in (place, *also))]
        assert hits, (place, [(one.rule, one.pointer, one.severity) for one in found])
        left.remove(hits[0])
    alarms = [one for one in left if one.severity == "error" and not any(fits(one, each) for each in tolerated)]
    assert [(one.rule, one.pointer) for one in alarms] == []


def fits(found: Violation, place: dict) -> bool:
    """Whether a violation is the expected one; its pointer may continue the expected one."""
    pointer = place["pointer"]
    deeper = found.pointer == pointer or found.pointer.startswith(f"{pointer}/")
    return found.rule == place["rule"] and deeper and place.get("index", found.position) == found.position
