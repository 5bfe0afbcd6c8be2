"""A rule's own examples: each layer flags the bad one by this rule alone, and nothing speaks of the good one."""

import json

import pytest

from compaction.shape import RULES, Rule, check
from compaction.shape.check import in_core
from compaction.transcripts import Dialect

IN_CORE = (Dialect.ANTHROPIC, Dialect.OPENAI_CHAT)


def examples() -> list[object]:
    """Each rule, dialect and layer that judges it."""
    found = []
    for rule in RULES:
        for dialect in rule.bad:
            layers = ["core"] if dialect in IN_CORE and in_core(rule, dialect) else []
            layers += ["provider"] if dialect in rule.provider else []
            found += [pytest.param(rule, dialect, layer, id=f"{rule.id}-{dialect}-{layer}") for layer in layers]
    return found


EXAMPLES = pytest.mark.parametrize(("rule", "dialect", "layer"), examples())


def rules_of(body: object, dialect: Dialect, layer: str, variant: str | None) -> list[str]:
    report = check(json.dumps(body).encode(), dialect=dialect, layer=layer, variant=variant)
    assert report.wire_roles == ()
    assert report.unreadable == ()
    return [violation.rule for violation in report.violations]


@EXAMPLES
def test_the_bad_example_breaks_this_rule_alone(rule: Rule, dialect: Dialect, layer: str) -> None:
    assert set(rules_of(rule.bad[dialect], dialect, layer, rule.variants.get(dialect))) == {rule.id}


@EXAMPLES
def test_the_good_example_breaks_none(rule: Rule, dialect: Dialect, layer: str) -> None:
    assert rules_of(rule.good[dialect], dialect, layer, rule.variants.get(dialect)) == []


def test_every_example_is_judged_by_some_layer() -> None:
    judged = {(rule.id, dialect) for rule, dialect, _ in (example.values for example in examples())}
    assert judged == {(rule.id, dialect) for rule in RULES for dialect in rule.bad}
