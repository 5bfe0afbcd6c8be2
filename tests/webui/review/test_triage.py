"""Every arrow is taken, every missing arrow refused, and each need is asked for."""

from dataclasses import replace
from datetime import timedelta

import pytest

from webui.review.models import Case
from webui.review.reasons import REASONS
from webui.review.triage import (
    ARROWS,
    Action,
    Arrow,
    Asker,
    Facts,
    Given,
    Need,
    Refused,
    State,
    Who,
    arrow,
    judge,
)

WORKER = Asker(None, worker=True)
REVIEWER = Asker(7, reviewer=True)
MAINTAINER = Asker(9, reviewer=True, maintainer=True)
WHOLE = Given(
    version=3, note="It is as it should be here.", targets=1, waits_on=4, scope="case", ends_in=timedelta(days=30)
)

TABLE = {
    ("", "open", "new"),
    ("new", "claim", "in_review"),
    ("in_review", "release", "new"),
    ("in_review", "lapse", "new"),
    ("in_review", "take-over", "in_review"),
    ("in_review", "accept", "accepted"),
    ("in_review", "reject", "rejected"),
    ("in_review", "needs-work", "needs_work"),
    ("in_review", "waive", "waived"),
    ("in_review", "propose", "in_review"),
    ("new", "cover", "waived"),
    ("in_review", "cover", "waived"),
    ("needs_work", "cover", "waived"),
    ("needs_work", "withdraw", "in_review"),
    ("needs_work", "supersede", "superseded"),
    ("accepted", "reopen", "in_review"),
    ("rejected", "reopen", "in_review"),
    ("waived", "reopen", "in_review"),
    ("superseded", "reopen", "in_review"),
    ("accepted", "undo", "in_review"),
    ("rejected", "undo", "in_review"),
    ("waived", "undo", "in_review"),
    ("needs_work", "undo", "in_review"),
    ("accepted", "recur", "new"),
    ("rejected", "recur", "new"),
    ("waived", "recur", "new"),
    ("waived", "waiver-end", "new"),
}
PAIRS = [(state, action) for state in State for action in Action]


def facts(state: State) -> Facts:
    return Facts(state, 3, holder=7, decided_by=7)


def whole(action: Action) -> Given:
    return replace(WHOLE, reason=next(iter(REASONS.get(action, ("because",)))))


def asker(one: Arrow) -> Asker:
    return {Who.WORKER: WORKER, Who.MAINTAINER: MAINTAINER}.get(one.who, REVIEWER)


def refusal(facts: Facts, action: Action, by: Asker, given: Given) -> str:
    with pytest.raises(Refused) as raised:
        judge(facts, action, by, given)
    return raised.value.code


@pytest.mark.parametrize(("state", "action"), PAIRS)
def test_the_table_has_these_arrows_and_no_other(state: State, action: Action) -> None:
    leads_to = {to for source, name, to in TABLE if (source, name) == (state, action)}
    found = arrow(state, action)

    assert ({found.to} if found else set()) == leads_to
    if found:
        assert judge(facts(state), action, asker(found), whole(action)) is found
    else:
        for by in (WORKER, REVIEWER, MAINTAINER):
            assert refusal(facts(state), action, by, whole(action)) == "no-such-step"


@pytest.mark.parametrize("one", ARROWS, ids=lambda one: str(one.action))
def test_a_step_is_refused_to_whom_it_is_not_given(one: Arrow) -> None:
    for state in one.sources:
        others = [Asker(5)]  # a viewer
        others += [REVIEWER, MAINTAINER] if one.who is Who.WORKER else [WORKER]
        others += [REVIEWER] if one.who is Who.MAINTAINER else []
        for by in others:
            assert refusal(facts(state), one.action, by, whole(one.action)) == "not-permitted"


def test_states_are_those_of_the_rows() -> None:
    assert {state.value for state in State if state} == set(Case.State.values)


def test_only_the_holder_decides_and_a_maintainer_for_the_holder() -> None:
    held = replace(facts(State.IN_REVIEW), holder=8)

    for action in (Action.ACCEPT, Action.REJECT, Action.NEEDS_WORK, Action.RELEASE):
        assert refusal(held, action, REVIEWER, whole(action)) == "held-by-other"
        assert judge(held, action, MAINTAINER, whole(action))


def test_a_decision_on_another_version_is_stale_before_anything_else() -> None:
    for version in (2, 4):
        given = replace(whole(Action.REJECT), version=version)
        assert refusal(facts(State.ACCEPTED), Action.REJECT, Asker(5), given) == "stale"


def test_a_run_that_the_contract_refused_is_not_accepted() -> None:
    held = facts(State.IN_REVIEW)

    accept = whole(Action.ACCEPT)
    assert refusal(replace(held, refused_by_contract=True), Action.ACCEPT, REVIEWER, accept) == "contract-refused"
    assert refusal(replace(held, open_errors=1), Action.ACCEPT, REVIEWER, accept) == "errors-open"
    assert judge(replace(held, refused_by_contract=True, open_errors=1), Action.REJECT, REVIEWER, whole(Action.REJECT))


@pytest.mark.parametrize(
    ("action", "lacks", "code"),
    [
        (Action.REJECT, {"reason": ""}, "reason-needed"),
        (Action.REJECT, {"reason": "clean"}, "reason-needed"),
        (Action.REJECT, {"reason": "other", "note": "nineteen characters"}, "note-needed"),
        (Action.NEEDS_WORK, {"targets": 0}, "targets-needed"),
        (Action.NEEDS_WORK, {"waits_on": None}, "waits-on-needed"),
        (Action.WAIVE, {"scope": ""}, "scope-needed"),
        (Action.WAIVE, {"ends_in": None}, "end-needed"),
        (Action.WAIVE, {"ends_in": timedelta(0)}, "end-needed"),
        (Action.WAIVE, {"ends_in": timedelta(days=180, seconds=1)}, "end-too-far"),
        (Action.WAIVE, {"reason": "fix-scheduled"}, "link-needed"),
        (Action.REOPEN, {"reason": ""}, "reason-needed"),
    ],
)
def test_each_need_is_asked_for(action: Action, lacks: dict[str, object], code: str) -> None:
    state = State.REJECTED if action is Action.REOPEN else State.IN_REVIEW

    assert refusal(facts(state), action, MAINTAINER, replace(whole(action), **lacks)) == code  # type: ignore[arg-type]


def test_twenty_characters_and_180_days_are_enough() -> None:
    other = replace(whole(Action.REJECT), reason="other", note="twenty characters is")
    assert judge(facts(State.IN_REVIEW), Action.REJECT, REVIEWER, other)
    longest = replace(whole(Action.WAIVE), ends_in=timedelta(days=180))
    assert judge(facts(State.IN_REVIEW), Action.WAIVE, MAINTAINER, longest)


def test_a_reason_that_the_team_switched_off_is_refused_for_that_decision_alone() -> None:
    off = replace(facts(State.IN_REVIEW), reasons_off=frozenset({"reject/other"}))
    note = "Twenty characters or more of a note."

    assert refusal(off, Action.REJECT, REVIEWER, replace(WHOLE, reason="other", note=note)) == "reason-off"
    assert judge(off, Action.NEEDS_WORK, REVIEWER, replace(WHOLE, reason="other", note=note))


def test_a_waiver_needs_a_second_person_where_the_team_says_so() -> None:
    held = replace(facts(State.IN_REVIEW), second_person=True)
    waive = whole(Action.WAIVE)

    assert refusal(held, Action.WAIVE, MAINTAINER, waive) == "second-person-needed"
    assert judge(held, Action.PROPOSE, MAINTAINER, waive).to is State.IN_REVIEW
    assert refusal(replace(held, proposed_by=9), Action.WAIVE, MAINTAINER, waive) == "second-person-needed"
    assert judge(replace(held, proposed_by=8), Action.WAIVE, MAINTAINER, waive).to is State.WAIVED


def test_what_no_program_can_use_is_not_waived() -> None:
    held = replace(facts(State.IN_REVIEW), waivable=False)

    assert refusal(held, Action.WAIVE, MAINTAINER, whole(Action.WAIVE)) == "not-waivable"


def test_another_persons_decision_is_undone_by_a_maintainer_alone() -> None:
    decided = replace(facts(State.REJECTED), decided_by=8)

    assert refusal(decided, Action.UNDO, REVIEWER, Given()) == "not-yours"
    assert judge(decided, Action.UNDO, MAINTAINER, Given()).to is State.IN_REVIEW


def test_every_need_stands_in_the_table() -> None:
    assert {need for one in ARROWS for need in one.needs} == set(Need)
