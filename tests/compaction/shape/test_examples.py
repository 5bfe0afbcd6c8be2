"""A rule's own examples: it flags the bad one, and nothing speaks of the good one."""

import json

import pytest

from compaction.shape import RULES, Rule, check
from compaction.transcripts import Dialect

EXAMPLES = [pytest.param(rule, dialect, id=f"{rule.id}-{dialect}") for rule in RULES for dialect in rule.bad]


def rules_of(body: object, dialect: Dialect) -> list[str]:
    report = check(json.dumps(body).encode(), dialect=dialect, layer="core")
    assert report.wire_roles == ()
    assert report.unreadable == ()
    return [violation.rule for violation in report.violations]


@pytest.mark.parametrize(("rule", "dialect"), EXAMPLES)
def test_the_bad_example_breaks_this_rule_alone(rule: Rule, dialect: Dialect) -> None:
    assert rules_of(rule.bad[dialect], dialect) == [rule.id]


@pytest.mark.parametrize(("rule", "dialect"), EXAMPLES)
def test_the_good_example_breaks_none(rule: Rule, dialect: Dialect) -> None:
    assert rules_of(rule.good[dialect], dialect) == []
