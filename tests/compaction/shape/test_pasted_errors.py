"""A provider's error finds its rule and its place, with a path in it or without, in the wording of every dialect."""

import json
from pathlib import Path
from typing import Any

import pytest

from compaction.findings import Violation
from compaction.shape import RULES, Rule, check
from compaction.shape.agreement import aim
from compaction.shape.places import place_of
from compaction.shape.provider_error import read_error
from compaction.transcripts import Dialect

REPORTS = Path(__file__).parents[2] / "cases" / "reports"
WORDED = [
    (rule, dialect)
    for rule in RULES
    for dialect, said in rule.refused_by.items()
    if said.words and said.outcome != "accepted" and dialect in rule.bad
]
CASES = [
    case
    for case in (json.loads(path.read_text(encoding="utf-8")) for path in sorted(REPORTS.glob("*.json")))
    if case.get("provider_error", "(none").find("(none") < 0 and case["format"] != "claude-code-jsonl"
]
DIALECTS = {"anthropic-messages": "anthropic"}


def broken_by(rule: Rule, dialect: Dialect) -> tuple[Violation, ...]:
    body = json.dumps(rule.bad[dialect]).encode()
    report = check(body, dialect=dialect.value, variant=rule.variants.get(dialect))
    return tuple(sorted(report.violations, key=lambda one: one.rule == rule.id, reverse=True))


def path_of(pointer: str) -> str:
    """The place as providers write it: `messages.4.content.0`."""
    return ".".join(pointer.split("/")[1:5])


@pytest.mark.parametrize(("rule", "dialect"), WORDED, ids=lambda value: getattr(value, "id", value))
def test_words_without_a_path_lead_to_the_violation_of_their_rule(rule: Rule, dialect: Dialect) -> None:
    found = broken_by(rule, dialect)
    error = read_error(rule.refused_by[dialect].words)
    assert error is not None
    assert rule.id in error.rules
    assert aim([rule.id], "", found) == found[0].pointer
    assert aim(error.rules, "", found) in {one.pointer for one in found if one.rule in error.rules}


@pytest.mark.parametrize(("rule", "dialect"), WORDED, ids=lambda value: getattr(value, "id", value))
def test_words_with_a_path_lead_to_the_block_that_it_names(rule: Rule, dialect: Dialect) -> None:
    first = broken_by(rule, dialect)[0]
    place = place_of(first.pointer)
    if place.position is None:
        return
    error = read_error(f"{path_of(first.pointer)}: {rule.refused_by[dialect].words}")
    assert error is not None
    assert rule.id in error.rules
    assert error.position == place.position
    assert aim(error.rules, error.pointer, [first]) == first.pointer


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_error_of_a_report_leads_to_what_it_was_about(case: dict[str, Any]) -> None:
    expect = case["expect"]
    wanted = [*expect["violations"], *expect.get("also_acceptable", ())]
    error = read_error(case["provider_error"])
    assert error is not None
    assert {place["rule"] for place in wanted} & set(error.rules)
    before = case.get("before")
    report = check(
        json.dumps(case["request"]).encode(),
        dialect=DIALECTS.get(case["format"], case["format"]),
        variant=case.get("dialect"),
        before=None if before is None else json.dumps(before).encode(),
    )
    pointer = aim(error.rules, error.pointer, report.violations)
    assert any(pointer.startswith(place["pointer"]) for place in wanted)


def test_a_place_that_no_violation_meets_is_kept_as_it_is_named() -> None:
    assert aim(["first-role"], "/messages/7", ()) == "/messages/7"
    assert aim([], "", ()) == ""


def test_every_dialect_has_words() -> None:
    assert {dialect for _, dialect in WORDED} == set(Dialect)
