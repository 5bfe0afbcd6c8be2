"""Everything that a case can be, do or be refused for has words."""

import ast
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from compaction.contract import REASONS as CONTRACT_REASONS
from compaction.shape import RULES
from webui.review import triage, words
from webui.review.models import Case, Notice, Waiver
from webui.review.triage import Action, State

ICONS = Path("templates/_icons.html").read_text()


def codes() -> set[str]:
    """Every code with which the rooms of cases refuse a step, read from their source."""
    found = set()
    for file in Path("webui/review").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "Refused":
                found |= {one.value for one in node.args[:1] if isinstance(one, ast.Constant)}
    return found


def test_every_state_and_every_action_has_words() -> None:
    assert set(words.STATES) == set(State)
    assert set(words.STEPS) == set(Action)


def test_every_reason_has_a_sentence_and_no_sentence_is_left_over() -> None:
    assert {action: tuple(texts) for action, texts in words.REASONS.items()} == {
        action: triage.REASONS[action] for action in triage.DECISIONS
    }


def test_every_code_with_which_a_step_is_refused_says_what_where_and_what_to_do() -> None:
    assert "stale" in codes()
    assert codes() <= set(words.REFUSALS)
    assert all(one.what.endswith(".") and one.todo.endswith(".") and one.where for one in words.REFUSALS.values())


def test_marks_notices_scopes_ends_severities_and_kinds_have_words() -> None:
    assert set(words.MARKS) == set(Case.Mark) - {Case.Mark.NONE}
    assert set(words.NOTICES) == set(Notice.Kind)
    assert set(words.SCOPES) == set(Waiver.Scope)
    assert set(words.ENDS) == set(Waiver.End)
    assert set(words.SEVERITIES) == set(Case.Severity)
    assert set(words.KINDS) == set(Case.Kind)


def test_every_icon_that_words_name_can_be_drawn() -> None:
    tables = (words.STATES, words.STEPS, words.MARKS, words.NOTICES, words.SCOPES, words.SEVERITIES, words.KINDS)
    named = {word.icon for table in tables for word in table.values()} | {"clock", "overdue", "pause"}
    assert not [icon for icon in named if f'id="i-{icon}"' not in ICONS]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_case_of_a_rule_is_told_by_what_is_wrong(rule) -> None:
    case = Case(kind=Case.Kind.BROKEN, about=Case.About.RULE, code=rule.id)
    assert words.sentence_of(case) == rule.what
    assert words.why_of(case) == rule.why


@pytest.mark.parametrize("reason", CONTRACT_REASONS, ids=lambda reason: reason.id)
def test_a_case_of_a_refusal_is_told_by_its_reason(reason) -> None:
    case = Case(kind=Case.Kind.REFUSED, about=Case.About.REASON, code=reason.id)
    assert (words.sentence_of(case), words.why_of(case)) == (reason.title, reason.sentence)


def test_a_section_without_words_is_named() -> None:
    case = Case(about=Case.About.REASON, code="xml_content", place={"section": "state"})
    assert words.sentence_of(case) == "The State section has no words"


def test_a_case_of_a_flag_or_a_fact_has_its_words() -> None:
    flag = Case(about=Case.About.FLAG, code="reply-continues")
    assert words.sentence_of(flag) == "The summary goes on with the conversation"
    assert words.why_of(flag).startswith("It reads as the next turn")
    fact = Case(about=Case.About.FACT, code="fact")
    assert words.sentence_of(fact) == words.FACT
    assert words.why_of(fact).endswith(".")


@pytest.mark.parametrize("about", [Case.About.RULE, Case.About.REASON])
def test_a_code_of_another_version_stands_for_itself(about) -> None:
    assert words.sentence_of(Case(about=about, code="gone-by-now")) == "gone-by-now"
    assert words.why_of(Case(about=about, code="gone-by-now")) == ""


def test_a_decision_names_what_it_acts_on() -> None:
    run, transcript = Case(kind=Case.Kind.REFUSED), Case(kind=Case.Kind.BROKEN)
    accept = words.STEPS[Action.ACCEPT]
    assert accept.button_of(words.thing_of(run)) == "Accept run"
    assert accept.button_of(words.thing_of(transcript)) == "Accept transcript"
    assert words.STEPS[Action.REJECT].past_of(words.thing_of(run)) == "rejected the run"


def test_reasons_and_refusals_of_another_version_are_words_too() -> None:
    assert words.reason_text(Action.PROPOSE, "test-traffic") == "It is test traffic"
    assert words.reason_text(Action.REJECT, "gone") == "gone"
    assert words.refused("gone").sentence == "This step cannot be taken. Read its state first."
    assert words.refused("reason-needed").sentence == "It gives no reason of the list. Choose one."


@pytest.mark.parametrize(
    ("due", "text", "late"),
    [
        (timedelta(hours=2, minutes=1), "2 h left", False),
        (timedelta(minutes=40, seconds=1), "40 min left", False),
        (timedelta(days=3, minutes=1), "3 d left", False),
        (-timedelta(seconds=5), "Overdue 1 min", True),
        (-timedelta(hours=1), "Overdue 1 h", True),
    ],
)
def test_the_time_left_is_said_in_its_largest_unit(due, text, late) -> None:
    now = timezone.now()
    found = words.due_of(Case(state=State.NEW, due=now + due), now)
    assert (found.text, found.late) == (text, late)


def test_a_clock_that_stands_still_is_paused_and_a_closed_case_has_none() -> None:
    now = timezone.now()
    assert words.due_of(Case(state=State.NEEDS_WORK), now).text == "Paused"
    assert words.due_of(Case(state=State.ACCEPTED), now) is None
