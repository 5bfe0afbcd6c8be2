"""A step changes state, version, holder and clock together, and leaves a decision, an event and notices."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from webui.accounts.models import Member, Team, User
from webui.audit.trail import Actor, events_of
from webui.review.models import Case, Decision, Notice, Source, Waiver
from webui.review.store.moves import EVENTS, Step, held, move
from webui.review.triage import ARROWS, CLAIM_LASTS, Action, Arrow, State, arrow

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
DAY = 86_400
WORKER = Actor("worker", None, "worker")
Make = Callable[..., Case]


def step_of(action: Action, state: State) -> Arrow:
    found = arrow(state, action)
    assert found is not None
    return found


def person(user: User) -> Actor:
    return Actor("person", user.pk, user.username)


def taken(case: Case, action: Action, actor: Actor, step: Step = Step(), **more: object) -> Decision:  # noqa: B008 - frozen
    state = State.NONE if action is Action.OPEN else State(case.state)
    made = move(case, step_of(action, state), actor, step, at=more.pop("at", MONDAY), **more)  # type: ignore[arg-type]
    case.refresh_from_db()
    return made


def test_an_opened_case_is_stored_as_version_1_and_due_after_the_team_s_target(acme: Team) -> None:
    source = Source.objects.create(team=acme, name="s")
    case = Case(team=acme, number=1, kind="refused", about="reason", code="wire", source=source, created=MONDAY)

    made = taken(case, Action.OPEN, WORKER)

    assert (case.state, case.version, case.changed, case.closed) == ("new", 1, MONDAY, None)
    assert case.due == MONDAY + timedelta(days=1)
    assert (made.was, made.now, made.version, made.by) == ("", "new", 0, None)


def test_a_claim_holds_for_half_an_hour(make_case: Make, ada: User) -> None:
    case = make_case(due=MONDAY)

    made = taken(case, Action.CLAIM, person(ada))

    assert (case.state, case.version, case.holder, case.held_until) == ("in_review", 2, ada, MONDAY + CLAIM_LASTS)
    assert case.due == MONDAY
    assert (made.action, made.was, made.now, made.version, made.by) == ("claim", "new", "in_review", 1, ada)


@pytest.mark.parametrize("action", [Action.RELEASE, Action.LAPSE])
def test_a_case_that_is_let_go_has_no_holder(make_case: Make, ada: User, action: Action) -> None:
    case = make_case(state="in_review", holder=ada, held_until=MONDAY)

    taken(case, action, person(ada) if action is Action.RELEASE else WORKER)

    assert (case.state, case.holder, case.held_until) == ("new", None, None)


def test_who_loses_a_case_to_another_is_told(make_case: Make, ada: User, bob: User) -> None:
    case = make_case(state="in_review", holder=ada, held_until=MONDAY)

    made = taken(case, Action.TAKE_OVER, person(bob))

    assert (case.state, case.holder, case.version) == ("in_review", bob, 2)
    assert made.for_holder is None
    assert [(one.user, one.kind, one.by) for one in Notice.objects.all()] == [(ada, "taken-over", bob)]


def test_a_decision_closes_the_case_and_keeps_what_was_left(make_case: Make, ada: User) -> None:
    case = make_case(state="in_review", holder=ada, due=MONDAY + timedelta(hours=2), mark="recurred")

    made = taken(
        case, Action.REJECT, person(ada), Step(reason="message-shape", detail="paired-tool-result", note="No.")
    )

    assert (case.state, case.closed, case.holder, case.mark) == ("rejected", MONDAY, None, "")
    assert (case.due, case.left) == (None, 7200)
    assert (made.reason, made.detail, made.note, made.for_holder) == (
        "message-shape",
        "paired-tool-result",
        "No.",
        None,
    )


def test_who_decides_for_the_holder_is_named_as_doing_so(make_case: Make, ada: User, max_: User) -> None:
    case = make_case(state="in_review", holder=ada)

    made = taken(case, Action.REJECT, person(max_), Step(reason="contract"))

    assert (made.by, made.for_holder) == (max_, ada)
    assert events_of(case.team_id, "case", "1").get().more["for_holder"] == ada.pk


def test_needs_work_pauses_the_clock_and_tells_whom_it_waits_on(make_case: Make, ada: User, bob: User) -> None:
    case = make_case(state="in_review", holder=ada, due=MONDAY + timedelta(days=1))

    made = taken(case, Action.NEEDS_WORK, person(ada), Step(reason="rerun-qa", waiting_on=bob.pk, facts=[7, 9]))

    assert (case.state, case.waiting_on, case.owner, case.holder) == ("needs_work", bob, ada, None)
    assert (case.due, case.left, case.closed) == (None, DAY, None)
    assert (made.waiting_on, made.facts) == (bob, [7, 9])
    assert [(one.user, one.kind) for one in Notice.objects.all()] == [(bob, "waits")]


def test_a_case_keeps_its_owner_in_needs_work(make_case: Make, ada: User, bob: User) -> None:
    case = make_case(state="in_review", holder=ada, owner=bob)

    taken(case, Action.NEEDS_WORK, person(ada), Step(reason="rerun-qa", waiting_on=ada.pk))

    assert case.owner == bob
    assert not Notice.objects.exists()


def test_withdrawn_work_counts_from_what_was_left(make_case: Make, ada: User, bob: User) -> None:
    case = make_case(state="needs_work", waiting_on=bob, left=3600)

    taken(case, Action.WITHDRAW, person(ada))

    assert (case.state, case.holder, case.waiting_on) == ("in_review", ada, None)
    assert (case.due, case.left) == (MONDAY + timedelta(hours=1), None)


def test_undo_gives_back_what_was_left_and_reopen_sets_it_anew(make_case: Make, ada: User) -> None:
    undone, reopened = make_case(state="accepted", left=60, closed=MONDAY), make_case(state="accepted", left=60)

    taken(undone, Action.UNDO, person(ada))
    taken(reopened, Action.REOPEN, person(ada), Step(reason="because"))

    assert (undone.state, undone.due, undone.closed, undone.holder) == (
        "in_review",
        MONDAY + timedelta(minutes=1),
        None,
        ada,
    )
    assert (reopened.due, reopened.left) == (MONDAY + timedelta(days=2), None)


def test_a_waived_case_knows_its_waiver_until_it_ends(make_case: Make, max_: User, ada: User) -> None:
    case = make_case(state="in_review", holder=max_, owner=ada)
    waiver = Waiver.objects.create(
        team=case.team, case=case, scope="case", code=case.code, reason="test-traffic", ends=MONDAY, created=MONDAY
    )

    made = taken(case, Action.WAIVE, person(max_), Step(reason="test-traffic", waiver=waiver))
    assert (case.state, case.waiver, made.waiver) == ("waived", waiver, waiver)

    taken(case, Action.WAIVER_END, WORKER)
    assert (case.state, case.waiver, case.mark, case.closed) == ("new", None, "waiver-ended", None)
    assert case.due == MONDAY + timedelta(days=2)


def test_a_case_that_recurs_is_new_and_its_owner_is_told(make_case: Make, ada: User) -> None:
    case = make_case(state="accepted", owner=ada, closed=MONDAY)

    taken(case, Action.RECUR, WORKER)

    assert (case.state, case.mark, case.closed, case.owner) == ("new", "recurred", None, ada)
    assert [(one.user, one.kind) for one in Notice.objects.all()] == [(ada, "recurred")]


def test_a_superseded_case_leads_to_the_newer_one(make_case: Make, ada: User) -> None:
    newer, case = make_case(), make_case(state="needs_work", owner=ada)

    taken(case, Action.SUPERSEDE, WORKER, Step(newer=newer))

    assert (case.state, case.newer) == ("superseded", newer)
    assert [(one.user, one.kind) for one in Notice.objects.all()] == [(ada, "superseded")]
    assert events_of(case.team_id, "case", str(case.number)).get().more["newer"] == newer.number


def test_a_proposed_waiver_asks_the_other_maintainers(make_case: Make, max_: User, ada: User) -> None:
    other = User.objects.create_user("mia")
    Member.objects.create(team_id=make_case().team_id, user=other, role=Member.Role.ADMIN)
    case = make_case(state="in_review", holder=max_)

    taken(case, Action.PROPOSE, person(max_), Step(reason="test-traffic"))

    assert (case.state, case.holder, case.version) == ("in_review", max_, 2)
    assert [(one.user, one.kind) for one in Notice.objects.all()] == [(other, "second")]


def test_an_event_says_who_what_from_where_and_on_which_version(make_case: Make, ada: User) -> None:
    case = make_case(state="in_review", holder=ada, version=6, evidence="e" * 64)
    pointer = "/messages/1/content/0/input/secret-name"

    taken(
        case,
        Action.REJECT,
        person(ada),
        Step(reason="fact-lost", note="f-7 is gone", facts=[7], breaches=[{"rule": "role-legal", "pointer": pointer}]),
    )

    event = events_of(case.team_id, "case", "1").get()
    assert (event.action, event.was, event.now, event.reason) == ("decided", "in_review", "rejected", "fact-lost")
    assert (event.note, event.version, event.evidence, event.actor_name) == ("f-7 is gone", 6, "e" * 64, "ada")
    assert event.more == {
        "kind": "broken",
        "decision": Decision.objects.get().pk,
        "facts": [7],
        "rules": ["role-legal"],
    }


def test_a_key_decides_in_the_name_of_its_owner(make_case: Make, ada: User) -> None:
    case = make_case()

    made = taken(case, Action.CLAIM, Actor("key", 3, "ci"), by=ada.pk)

    assert (made.by, case.holder) == (ada, ada)
    assert events_of(case.team_id, "case", "1").get().actor_kind == "key"


def test_nobody_outside_the_team_is_told(make_case: Make, ada: User, rob: User) -> None:
    case = make_case(state="in_review", holder=rob)

    taken(case, Action.TAKE_OVER, person(ada))

    assert not Notice.objects.exists()


def test_every_arrow_grows_the_version_by_one_and_leaves_one_decision_and_one_event(make_case: Make, ada: User) -> None:
    for one in ARROWS:
        if one.action is Action.OPEN:
            continue
        for state in sorted(one.sources):
            case = make_case(state=state.value, version=4)
            taken(case, one.action, person(ada))
            assert (case.state, case.version) == (one.to.value, 5), one
            assert case.decisions.count() == events_of(case.team_id, "case", str(case.number)).count() == 1


def test_every_action_has_a_word_in_the_trail() -> None:
    assert set(EVENTS) == set(Action)


def test_a_row_is_held_for_the_one_who_changes_it(make_case: Make) -> None:
    assert held(Case.objects.filter(number=1), team=make_case().team).number == 1
