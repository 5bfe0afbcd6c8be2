"""Steps on a case by plain forms: 303 and the next one, or the page again with why not and the text kept."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from webui.accounts.models import Member, Team, User
from webui.review.asking import Ask
from webui.review.deciding import take
from webui.review.models import Case, Decision, Policy, Waiver
from webui.review.people import person_of
from webui.review.triage import Action

HERE = "/t/acme/cases/1"
REJECT = {"action": "reject", "reason": "message-shape", "version": "1"}


def test_a_decision_opens_the_next_case_of_the_list(at_ada: Client, case: Case, make_case: Callable[..., Case]) -> None:
    make_case(number=2, due=timezone.now() + timedelta(hours=1))
    Case.objects.filter(pk=case.pk).update(due=timezone.now() + timedelta(minutes=1))

    answer = at_ada.post(f"{HERE}/decision?in=view%3Dopen", REJECT | {"next": "1"})

    assert (answer.status_code, answer["Location"]) == (303, "/t/acme/cases/2?in=view%3Dopen#case")
    case.refresh_from_db()
    assert case.state == "rejected"
    shown = at_ada.get(answer["Location"]).content.decode()
    assert "Case 1: you rejected the transcript." in shown
    assert 'action="/t/acme/cases/1/decision?in=view%3Dopen&amp;version=3" data-undo' in shown
    assert '<a href="/t/acme/cases/1?in=view%3Dopen#case">Back to it</a>' in shown


def test_the_last_case_of_a_list_leads_back_to_it(at_ada: Client, case: Case) -> None:
    answer = at_ada.post(f"{HERE}/decision?in=view%3Dunassigned", REJECT | {"next": "1"})

    assert answer["Location"] == "/t/acme/inbox?view=unassigned"


def test_staying_is_remembered(at_ada: Client, case: Case) -> None:
    answer = at_ada.post(f"{HERE}/decision", REJECT)

    assert answer["Location"] == "/t/acme/cases/1?in=view%3Dopen#case"
    assert answer.cookies["after-decision"].value == "stay"


def test_a_stale_decision_is_told_what_changed_and_keeps_its_note(
    at_ada: Client, acme: Team, bob: User, case: Case
) -> None:
    take(person_of(bob, acme), acme, 1, Ask(Action.REJECT, reason="message-shape"))

    answer = at_ada.post(f"{HERE}/decision", REJECT | {"note": "I had looked for long."})

    text = answer.content.decode()
    assert answer.status_code == 409
    assert "The case changed after you opened it." in text
    assert "Bob rejected the transcript, message-shape" in text
    assert "I had looked for long." in text
    assert Decision.objects.filter(action="reject").count() == 1


def test_a_note_is_kept_for_the_next_visit_after_a_refusal(at_ada: Client, acme: Team, bob: User, case: Case) -> None:
    take(person_of(bob, acme), acme, 1, Ask(Action.CLAIM))

    answer = at_ada.post(f"{HERE}/decision", REJECT | {"version": "2", "note": "Not my first one."})

    assert answer.status_code == 409
    take(person_of(bob, acme), acme, 1, Ask(Action.RELEASE))
    text = at_ada.get(HERE).content.decode()
    assert "Not my first one." in text
    assert "Draft kept" in text


def test_a_reason_that_says_too_little_is_refused_at_its_field(at_ada: Client, case: Case) -> None:
    answer = at_ada.post(f"{HERE}/decision", {"action": "reject", "reason": "other", "note": "bad"})

    text = answer.content.decode()
    assert answer.status_code == 422
    assert 'href="#reject-note"' in text
    assert 'id="reject-note" name="note" rows="2" maxlength="4000" aria-invalid="true"' in text
    assert ">bad</textarea>" in text


def test_an_unknown_step_changes_nothing(at_ada: Client, case: Case) -> None:
    assert at_ada.post(f"{HERE}/decision", {"action": "open"}).status_code == 409
    case.refresh_from_db()
    assert case.state == "new"


def test_sending_back_names_targets_and_who_it_waits_on(at_ada: Client, bob: User, case: Case) -> None:
    given = {"action": "needs-work", "reason": "fix-compactor", "targets": ["case"], "waits_on": str(bob.pk)}

    answer = at_ada.post(f"{HERE}/decision", given)

    assert answer.status_code == 303
    case.refresh_from_db()
    assert (case.state, case.waiting_on) == ("needs_work", bob)
    text = at_ada.get(HERE).content.decode()
    assert "It waits on <b>bob</b>" in text
    assert "Waits on bob." in text
    assert at_ada.post(f"{HERE}/decision", {"action": "withdraw"}).status_code == 303


def test_a_waiver_has_a_scope_and_an_end(at_max: Client, case: Case) -> None:
    ends = (timezone.now() + timedelta(days=10)).date()
    given = {"action": "waive", "reason": "test-traffic", "scope": "source", "ends": ends.isoformat()}

    assert at_max.post(f"{HERE}/decision", given).status_code == 303
    waiver = Waiver.objects.get()
    assert (waiver.scope, waiver.ends.date()) == ("source", ends)
    assert "This signature in this source" in at_max.get(HERE).content.decode()


@pytest.mark.parametrize("ends", ["", "yesterday", "2020-01-01", "2999-01-01"])
def test_a_waiver_without_a_good_end_is_refused(at_max: Client, case: Case, ends: str) -> None:
    given = {"action": "waive", "reason": "test-traffic", "scope": "case", "ends": ends}

    answer = at_max.post(f"{HERE}/decision", given)

    assert answer.status_code == 422
    assert 'href="#waive-ends"' in answer.content.decode()


def test_an_undo_is_a_step_of_its_own(at_ada: Client, case: Case) -> None:
    at_ada.post(f"{HERE}/decision", REJECT)

    assert at_ada.post(f"{HERE}/decision", {"action": "undo"}).status_code == 303
    case.refresh_from_db()
    assert case.state == "in_review"
    assert list(case.decisions.order_by("pk").values_list("action", flat=True)) == ["claim", "reject", "undo"]


def test_the_undo_of_a_notice_undoes_its_own_decision_and_no_later_one(
    at_max: Client, at_ada: Client, case: Case
) -> None:
    at_max.post(f"{HERE}/decision", REJECT)
    text = at_max.get(HERE).content.decode()
    undo = text[text.index(f'action="{HERE}/decision?') :].split('"')[1].replace("&amp;", "&")
    assert "Back to it" not in text, "this is its page"

    at_ada.post(f"{HERE}/decision", {"action": "reopen", "reason": "new-evidence"})
    at_ada.post(f"{HERE}/decision", {"action": "reject", "reason": "message-shape"})

    assert at_max.post(undo, {"action": "undo"}).status_code == 409
    case.refresh_from_db()
    assert case.state == "rejected"


def test_a_maintainer_who_decides_for_another_is_named_as_doing_so(
    at_max: Client, acme: Team, bob: User, case: Case
) -> None:
    take(person_of(bob, acme), acme, 1, Ask(Action.CLAIM))
    at_max.post(f"{HERE}/decision", REJECT | {"version": "2"})

    said = "rejected the transcript of case 1 in the place of bob: message-shape"
    assert said in at_max.get(HERE).content.decode().split('id="hist"')[1]


def test_a_decision_offers_the_same_for_those_that_are_alike_to_who_may_decide_on_many(
    at_max: Client, at_ada: Client, case: Case, make_case: Callable[..., Case]
) -> None:
    for number in (2, 3, 4):
        make_case(number=number, due=timezone.now() + timedelta(hours=number))
    Case.objects.filter(number=4).update(signature="6" * 64)
    at_max.post(f"{HERE}/decision", REJECT)
    text = at_max.get(HERE).content.decode()

    assert "Apply to 2 more that match exactly</a>" in text
    offered = text[text.index('href="/t/acme/inbox/bulk') + 6 :].split('"')[0].replace("&amp;", "&")
    form = at_max.get(offered).content.decode()
    assert "2 cases" in form
    assert 'value="message-shape" selected' in form
    assert ["/cases/2" in form, "/cases/3" in form, "/cases/4" in form, 'cases/1"' in form] == [
        True,
        True,
        False,
        False,
    ]

    at_ada.post("/t/acme/cases/2/decision", {"action": "reject", "reason": "message-shape"})
    assert "more that match" not in at_ada.get("/t/acme/cases/2").content.decode()


def test_the_history_keeps_the_way_back_for_ever(at_ada: Client, at_bob: Client, case: Case) -> None:
    at_ada.post(f"{HERE}/decision", REJECT | {"note": "Twice."})
    at_ada.get(HERE)
    Decision.objects.update(created=timezone.now() - timedelta(days=400))

    history = at_ada.get(HERE).content.decode().split('id="hist"')[1]
    assert history.count('value="undo"') == 1
    assert '<input type="hidden" name="version" value="3">' in history
    theirs = at_bob.get(HERE).content.decode().split('id="hist"')[1]
    assert 'value="undo"' not in theirs
    assert "form=reopen#dec" in theirs
    at_ada.post(f"{HERE}/decision", {"action": "undo", "version": "3"})
    assert 'value="undo"' not in at_ada.get(HERE).content.decode().split('id="hist"')[1]


def test_a_closed_case_is_reopened_with_a_reason(at_ada: Client, case: Case) -> None:
    at_ada.post(f"{HERE}/decision", REJECT)

    assert at_ada.post(f"{HERE}/decision", {"action": "reopen"}).status_code == 422
    assert at_ada.post(f"{HERE}/decision", {"action": "reopen", "reason": "new-evidence"}).status_code == 303
    assert "reopened the case: there is new evidence" not in at_ada.get(HERE).content.decode()
    case.refresh_from_db()
    assert case.state == "in_review"


def test_a_case_is_claimed_taken_over_with_a_question_and_released(
    at_ada: Client, at_bob: Client, bob: User, case: Case
) -> None:
    assert at_ada.post(f"{HERE}/claim", {"action": "claim", "version": "1"}).status_code == 303
    text = at_bob.get(f"{HERE}?form=take-over").content.decode()
    assert "Take over from ada" in text
    assert '<details name="menu" class="pick" open>' in text
    assert at_bob.post(f"{HERE}/claim", {"action": "take-over", "version": "2"}).status_code == 303
    case.refresh_from_db()
    assert case.holder == bob
    assert at_ada.post(f"{HERE}/claim", {"action": "release"}).status_code == 409
    assert at_bob.post(f"{HERE}/claim", {"action": "release"}).status_code == 303


def test_a_second_person_confirms_or_refuses(at_max: Client, max_: User, acme: Team, case: Case) -> None:
    Policy.objects.create(team=acme, second_person=True)
    moe = User.objects.create_user("moe")
    Member.objects.create(team=acme, user=moe, role=Member.Role.MAINTAINER)
    ends = (timezone.now() + timedelta(days=10)).date().isoformat()
    given = {"action": "waive", "reason": "test-traffic", "scope": "case", "ends": ends}
    assert at_max.post(f"{HERE}/decision", given).status_code == 303
    assert "Your waiver waits for a second person." in at_max.get(HERE).content.decode()

    other = Client()
    other.force_login(moe)
    assert "max_ proposes" not in other.get(HERE).content.decode()
    assert "proposes a waiver." in other.get(HERE).content.decode()
    assert other.post(f"{HERE}/second").status_code == 303
    assert Waiver.objects.get().end == "refused"
    assert other.post(f"{HERE}/second").status_code == 422


def test_an_owner_is_set_and_taken_away(at_ada: Client, bob: User, rob: User, case: Case) -> None:
    assert "Set</button>" in at_ada.get(f"{HERE}?owner=1").content.decode()
    assert at_ada.post(f"{HERE}/owner", {"owner": str(bob.pk)}).status_code == 303
    case.refresh_from_db()
    assert case.owner == bob
    assert at_ada.post(f"{HERE}/owner", {"owner": str(rob.pk)}).status_code == 422
    assert at_ada.post(f"{HERE}/owner", {"owner": ""}).status_code == 303


def test_a_viewer_takes_no_step(at_vic: Client, case: Case) -> None:
    for path in ("decision", "claim", "second", "owner", "hold", "comments"):
        assert at_vic.post(f"{HERE}/{path}", REJECT).status_code == 403, path
