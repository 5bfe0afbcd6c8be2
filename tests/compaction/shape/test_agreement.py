import json

import pytest

from compaction.findings import Severity, Violation
from compaction.shape import RULES, Rule, check
from compaction.shape.agreement import compare
from compaction.shape.provider_error import read_error
from compaction.transcripts import Dialect

ORPHAN, OPEN = "paired-tool-result", "answered-tool-use"


def violation(rule: str, pointer: str, counterpart: str | None = None) -> Violation:
    return Violation(rule, Severity.ERROR, ("provider",), None, None, pointer, counterpart=counterpart)


FOUND = [
    violation(ORPHAN, "/messages/3/content/1"),
    violation(OPEN, "/messages/5/content/0", "/messages/6"),
]


@pytest.mark.parametrize(
    ("rules", "pointer", "agreement"),
    [
        ([ORPHAN], "/messages/3/content/1", "same"),
        ([ORPHAN], "/messages/3", "same"),
        (["first-role", ORPHAN], "/messages/3/content/1", "same"),
        ([ORPHAN], "", "same"),
        ([OPEN], "/messages/6", "same"),
        ([OPEN], "/messages/6/content/0", "same"),
        ([ORPHAN], "/messages/3/content/0", "elsewhere"),
        ([ORPHAN], "/messages/3/tool_calls/1", "elsewhere"),
        ([ORPHAN], "/messages/5/content/0", "elsewhere"),
        (["first-role"], "/messages/3/content/1", "other"),
        ([], "/messages/3/content/1", "unmatched"),
        ([], "", "unmatched"),
    ],
)
def test_rule_and_place_decide_how_far_both_agree(rules: list[str], pointer: str, agreement: str) -> None:
    assert compare(rules, pointer, FOUND, refused=True) == agreement


def test_a_refusal_that_no_violation_predicts_is_said_so() -> None:
    assert compare([ORPHAN], "/messages/3", [], refused=False) == "nothing"
    assert compare([ORPHAN], "/messages/3", FOUND[1:], refused=False) == "nothing"
    assert compare([], "", [], refused=False) == "unmatched"


def test_a_place_in_items_or_contents_is_met_like_one_in_messages() -> None:
    found = [violation(OPEN, "/input/4"), violation(ORPHAN, "/contents/2/parts/0")]
    assert compare([OPEN], "/input/4", found, refused=True) == "same"
    assert compare([ORPHAN], "/contents/2/parts/0", found, refused=True) == "same"
    assert compare([OPEN], "/input/3", found, refused=True) == "elsewhere"


@pytest.mark.parametrize(
    ("rule", "dialect"),
    [
        (rule, dialect)
        for rule in RULES
        for dialect in rule.bad
        if (said := rule.refused_by.get(dialect)) and said.words
    ],
    ids=lambda value: getattr(value, "id", value),
)
def test_the_words_of_each_dialect_agree_with_its_own_example(rule: Rule, dialect: Dialect) -> None:
    body = rule.bad[dialect]
    variant, model = rule.variants.get(dialect), body.get("model")
    report = check(json.dumps(body).encode(), dialect=dialect.value, layer="provider", model=model, variant=variant)
    error = read_error(rule.refused_by[dialect].words)
    assert error is not None
    assert compare(error.rules, "", report.violations, refused=not report.accepted) == "same"
