"""What comes back, what is gone, what a waiver covers: through real uploads and the worker's own jobs."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from webui.accounts.models import Member, Team, User
from webui.audit.models import Event
from webui.audit.trail import Actor
from webui.review import lapsing, waivers
from webui.review.models import Case, Decision, Notice, Occurrence, Waiver
from webui.review.store.moves import Step, move
from webui.review.triage import Action, Arrow, State, arrow
from webui.transcripts import store
from webui.transcripts.models import Capture

pytestmark = pytest.mark.django_db
Deliver = Callable[..., Capture]
Turns = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def max_(acme: Team) -> User:
    user = User.objects.create_user("max_making")
    Member.objects.create(team=acme, user=user, role=Member.Role.MAINTAINER)
    return user


def step(case: Case, action: Action, user: User, **values: Any) -> None:
    found = arrow(State(case.state), action)
    assert isinstance(found, Arrow)
    move(case, found, Actor("person", user.pk, user.username), Step(**values))


def decide(case: Case, action: Action, user: User, **values: Any) -> Case:
    """Claim a case and decide it, as a person does."""
    Case.objects.filter(pk=case.pk).update(owner=user)
    case.refresh_from_db()
    step(case, Action.CLAIM, user)
    step(case, action, user, **values)
    return case


def waive(case: Case, user: User, scope: str = "source", days: int = 30) -> Waiver:
    now = timezone.now()
    terms = waivers.Terms(scope, "provider-differs", now + timedelta(days=days))
    waiver = waivers.begin(case, terms, Actor("person", user.pk, user.username), user.pk, now)
    decide(case, Action.WAIVE, user, reason="provider-differs", waiver=waiver)
    return waiver


def longer(request: dict[str, Any], front: list[dict[str, Any]]) -> dict[str, Any]:
    return {**request, "messages": [*front, *request["messages"]]}


def events(case: Case) -> list[str]:
    rows = Event.objects.filter(subject="case", subject_id=str(case.number)).order_by("number")
    return list(rows.values_list("action", flat=True))


def twice(orphan: dict[str, Any]) -> dict[str, Any]:
    """The same defect a second time."""
    again = {"type": "tool_result", "tool_use_id": "toolu_2", "content": "GRACE = 30"}
    more = [{"role": "user", "content": [again]}, {"role": "assistant", "content": "Now it is 30."}]
    return {**orphan, "messages": [*orphan["messages"], *more]}


@pytest.fixture
def first(deliver: Deliver, orphan: dict[str, Any]) -> Case:
    deliver(orphan)
    return Case.objects.get()


def test_an_open_case_only_gets_another_occurrence(
    first: Case, deliver: Deliver, orphan: dict[str, Any], made_turns: Turns
) -> None:
    capture = deliver(longer(orphan, made_turns(10)))
    case = Case.objects.get()
    assert (case.state, case.version, case.mark) == ("new", 1, "")
    assert (case.capture, case.place["position"]) == (capture, 11)
    assert Occurrence.objects.filter(case=case).count() == 2
    assert Decision.objects.count() == 1
    assert events(case) == ["opened"]
    assert not Notice.objects.exists()


@pytest.mark.parametrize("action", [Action.ACCEPT, Action.REJECT])
def test_a_decided_case_recurs_once_a_capture(
    action: Action,
    first: Case,
    deliver: Deliver,
    orphan: dict[str, Any],
    made_turns: Turns,
    max_: User,
    work_off: Callable[[], int],
) -> None:
    decide(first, action, max_, reason="clean")
    capture = deliver(longer(orphan, made_turns(10)))
    case = Case.objects.get()
    assert (case.state, case.mark, case.version) == ("new", "recurred", 4)
    assert case.due is not None
    assert events(case) == ["opened", "claimed", "decided", "recurred"]
    assert Notice.objects.filter(user=max_, kind="recurred", case=case).count() == 1

    decide(case, action, max_, reason="clean")
    store.read_again(capture)
    work_off()
    case.refresh_from_db()
    assert case.state == ("accepted" if action is Action.ACCEPT else "rejected"), "reading again moves nothing"
    assert Notice.objects.filter(kind="recurred").count() == 1


def test_what_needs_work_gives_way_to_a_newer_one_with_the_same_defect(
    first: Case, deliver: Deliver, orphan: dict[str, Any], made_turns: Turns, max_: User
) -> None:
    decide(first, Action.NEEDS_WORK, max_, reason="fix-compactor", waiting_on=max_.pk)
    capture = deliver(longer(orphan, made_turns(10)))
    old, new = Case.objects.order_by("number")
    assert (old.state, old.newer, old.newer_capture) == ("superseded", new, capture)
    assert (new.state, new.number, list(new.older.all())) == ("new", 2, [old])
    assert events(old)[-1] == "superseded"
    assert events(new) == ["opened"]
    assert Notice.objects.filter(user=max_, kind="superseded", case=old).count() == 1


def test_what_needs_work_gives_way_to_a_newer_one_without_the_defect(
    first: Case, deliver: Deliver, clean: dict[str, Any], max_: User
) -> None:
    clean["messages"].append({"role": "user", "content": "Good."})
    repaired = {**clean, "messages": [{"role": "user", "content": "Summary: the fee is early."}]}
    decide(first, Action.NEEDS_WORK, max_, reason="fix-compactor", waiting_on=max_.pk)
    capture = deliver(repaired)
    old = Case.objects.get()
    assert (old.state, old.newer, old.newer_capture) == ("superseded", None, capture)


def test_a_rejected_case_is_marked_when_a_newer_one_lacks_the_defect(
    first: Case, deliver: Deliver, max_: User, made_turns: Turns
) -> None:
    decide(first, Action.REJECT, max_, reason="message-shape")
    version = Case.objects.get().version
    request = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": made_turns(5)}
    capture = deliver(request)
    case = Case.objects.get()
    assert (case.state, case.mark, case.version, case.newer_capture) == ("rejected", "superseded", version, capture)
    assert events(case)[-1] == "marked"
    deliver({**request, "messages": made_turns(7)})
    assert events(case).count("marked") == 1
    assert Notice.objects.filter(user=max_, kind="superseded").count() == 1


def test_another_source_or_dialect_says_nothing_of_what_is_gone(
    first: Case, deliver: Deliver, max_: User, made_turns: Turns
) -> None:
    decide(first, Action.REJECT, max_, reason="message-shape")
    deliver({"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": made_turns(5)}, "other.json")
    chat = [{"role": "system", "content": "You fix bugs."}, {"role": "user", "content": "Go on."}]
    deliver({"model": "gpt-5", "messages": chat}, dialect="openai-chat")
    assert Case.objects.get().mark == ""


def test_nothing_reopens_while_the_waiver_holds(
    first: Case,
    deliver: Deliver,
    orphan: dict[str, Any],
    made_turns: Turns,
    max_: User,
    work_off: Callable[[], int],
) -> None:
    waiver = waive(first, max_)
    capture = deliver(longer(orphan, made_turns(10)))
    store.read_again(capture)
    work_off()
    case = Case.objects.get()
    waiver.refresh_from_db()
    assert (case.state, case.waiver, waiver.ended) == ("waived", waiver, None)
    assert Occurrence.objects.count() == 2
    assert events(case) == ["opened", "claimed", "decided"]


def test_more_at_once_than_was_waived_breaches_the_scope(
    first: Case, deliver: Deliver, orphan: dict[str, Any], max_: User
) -> None:
    waiver = waive(first, max_)
    deliver(twice(orphan))
    case = Case.objects.get()
    waiver.refresh_from_db()
    assert case.count == 2
    assert (case.state, case.mark, case.waiver) == ("new", "waiver-ended", None)
    assert (waiver.end, waiver.ended is not None) == ("breached", True)
    assert events(case)[-1] == "waiver-ended"
    assert Event.objects.filter(subject="waiver", action="ended", now="breached").count() == 1
    assert Notice.objects.filter(user=max_, case=case, kind="waiver-end").count() == 1


def test_a_wide_scope_is_not_breached_by_numbers(
    first: Case, deliver: Deliver, orphan: dict[str, Any], max_: User
) -> None:
    waive(first, max_, "team")
    deliver(twice(orphan))
    assert Case.objects.get().state == "waived"


def test_what_a_waiver_covers_is_closed_at_birth(
    first: Case, deliver: Deliver, orphan: dict[str, Any], max_: User, made_turns: Turns
) -> None:
    waiver = waive(first, max_, "team")
    deliver({**orphan, "messages": [*orphan["messages"][:3], *made_turns(40)]}, "other.json")
    born = Case.objects.get(number=2)
    assert born.source != first.source
    assert (born.state, born.waiver) == ("waived", waiver)
    assert events(born) == ["opened", "covered"]


def test_a_waiver_of_one_source_does_not_cover_another(
    first: Case, deliver: Deliver, orphan: dict[str, Any], max_: User, made_turns: Turns
) -> None:
    waive(first, max_, "source")
    deliver({**orphan, "messages": [*orphan["messages"][:3], *made_turns(40)]}, "other.json")
    assert Case.objects.get(number=2).state == "new"


def test_a_waiver_that_is_over_covers_nothing_that_arrives(
    first: Case, deliver: Deliver, orphan: dict[str, Any], made_turns: Turns, max_: User
) -> None:
    waiver = waive(first, max_)
    Waiver.objects.update(ends=timezone.now() - timedelta(seconds=1))
    deliver(longer(orphan, made_turns(10)))
    waiver.refresh_from_db()
    assert (Case.objects.get().mark, waiver.end) == ("waiver-ended", "date")


def test_claims_lapse_and_waivers_end_by_time(first: Case, max_: User) -> None:
    step(first, Action.CLAIM, max_)
    claimed = Case.objects.get()
    assert claimed.held_until is not None
    lapsing.pass_time(claimed.held_until - timedelta(seconds=1))
    assert Case.objects.get().state == "in_review"
    lapsing.pass_time(claimed.held_until)
    lapsing.pass_time(claimed.held_until)
    case = Case.objects.get()
    assert (case.state, case.holder, case.held_until) == ("new", None, None)
    assert events(case) == ["opened", "claimed", "lapsed"]

    waiver = waive(case, max_)
    lapsing.pass_time(waiver.ends - timedelta(seconds=1))
    assert Case.objects.get().state == "waived"
    lapsing.pass_time(waiver.ends)
    lapsing.pass_time(waiver.ends)
    case, waiver = Case.objects.get(), Waiver.objects.get()
    assert (case.state, case.mark, waiver.end) == ("new", "waiver-ended", "date")
    assert events(case)[3:] == ["claimed", "decided", "waiver-ended"]
    assert Notice.objects.filter(case=case, kind="waiver-end").count() == 1


def test_a_case_that_another_waiver_covers_stays_closed(first: Case, max_: User) -> None:
    short, now = waive(first, max_, "source", days=1), timezone.now()
    terms = waivers.Terms("team", "provider-differs", now + timedelta(days=30))
    wide = waivers.begin(first, terms, Actor("person", max_.pk, "max"), max_.pk, now)
    lapsing.pass_time(short.ends)
    case = Case.objects.get()
    assert (case.state, case.waiver) == ("waived", wide)
    assert "waiver-ended" not in events(case)


def test_ten_messages_in_front_reopen_no_waived_case_and_open_one_for_a_new_defect(
    deliver: Deliver, orphan: dict[str, Any], made_turns: Turns, max_: User
) -> None:
    """Acceptance check 14, as decision 31 reads it."""
    call = {"type": "tool_use", "id": "toolu_9", "name": "read_file", "input": {"path": "a.py"}}
    unanswered = {"role": "assistant", "content": [{"type": "text", "text": "I look."}, call]}
    system = {"role": "user", "content": [{"type": "text", "text": ""}]}
    broken = [*orphan["messages"], unanswered, *made_turns(2), system]
    deliver({**orphan, "messages": broken}, "agent.json")
    cases = list(Case.objects.order_by("number"))
    assert len({case.signature for case in cases}) == len(cases) == 3
    waived, rejected, accepted = cases
    waive(waived, max_)
    decide(rejected, Action.REJECT, max_, reason="message-shape")
    decide(accepted, Action.ACCEPT, max_, reason="clean")

    longer_by_ten = {**orphan, "messages": [*made_turns(10, "Before"), *broken]}
    deliver(longer_by_ten, "agent.json")

    assert Case.objects.count() == 3
    states = dict(Case.objects.values_list("number", "state"))
    marks = dict(Case.objects.values_list("number", "mark"))
    assert states == {waived.number: "waived", rejected.number: "new", accepted.number: "new"}
    assert marks == {waived.number: "", rejected.number: "recurred", accepted.number: "recurred"}
    assert Event.objects.filter(subject="case", action="recurred").count() == 2

    new_defect = {"role": "robot", "content": "I am new."}
    deliver({**longer_by_ten, "messages": [*longer_by_ten["messages"], new_defect]}, "agent.json")
    assert Case.objects.count() == 4
    assert Case.objects.get(number=4).state == "new"
    assert Event.objects.filter(subject="case", action="recurred").count() == 2
    assert Case.objects.get(pk=waived.pk).state == "waived"
