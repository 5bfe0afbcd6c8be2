"""One step for many cases from the list: chosen, confirmed, done as a job, and told case by case."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests import review_rows as rows
from webui.accounts.models import Member, Team, User
from webui.review.models import Bulk, Case

BULK = "/t/acme/inbox/bulk"


@pytest.fixture
def lead(client: Client, ada: User, acme: Team, data_dir: object) -> Client:
    """A maintainer who is signed in."""
    Member.objects.filter(user=ada).update(role="maintainer")
    client.force_login(ada)
    return client


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_ticked_cases_are_decided_and_what_changed_meanwhile_is_listed(
    lead: Client, acme: Team, work_off: Callable[[], int]
) -> None:
    for number in (1, 2, 3, 4):
        rows.case(acme, number)
    sent = lead.post(BULK, {"action": "decide", "case": ["1", "2", "3", "x"], "query": "state=open"})
    form = text(lead, sent["Location"])
    assert "<h1>Reject run 3 cases</h1>" in form
    assert 'name="version" value="3:1"' in form
    Case.objects.filter(number=2).update(version=5)

    confirm = {"confirmed": "1", "action": "reject", "reason": "message-shape", "query": "state=open"}
    started = lead.post(BULK, confirm | {"case": ["1", "2", "3"], "version": ["1:1", "2:1", "3:1"]})
    assert started.status_code == 303
    assert "0 of 3" in text(lead, started["Location"])
    work_off()
    told = text(lead, started["Location"])

    assert "2 cases done and 1 changed meanwhile." in told
    assert list(Case.objects.filter(state="rejected").values_list("number", flat=True)) == [1, 3]
    assert lead.get(f"{started['Location']}?seen=3-True", headers={"HX-Request": "true"}).status_code == 204


def test_all_that_match_are_assigned_not_only_the_page(
    lead: Client, acme: Team, ada: User, work_off: Callable[[], int]
) -> None:
    for number in range(1, 31):
        rows.case(acme, number, severity="error" if number % 2 else "warning")
    form = text(lead, f"{BULK}?action=assign&all=1&query=severity%3Dwarning")
    assert "<h1>Assign 15 cases</h1>" in form
    assert "All that match the filter now" in form

    lead.post(BULK, {"confirmed": "1", "action": "assign", "all": "1", "query": "severity=warning", "owner": ada.pk})
    work_off()

    assert Case.objects.filter(owner=ada).count() == 15
    assert not Case.objects.filter(owner=ada, severity="error").exists()


def test_one_row_is_claimed_at_once(lead: Client, acme: Team, ada: User) -> None:
    rows.case(acme, 1)
    answer = lead.post(BULK, {"action": "claim", "case": "1", "query": "state=open"}, follow=True)

    assert Case.objects.get().holder == ada
    assert "You hold case 1" in answer.content.decode()
    lead.post(BULK, {"action": "claim", "case": "99"})


def test_a_form_that_says_too_little_comes_back_with_why(lead: Client, acme: Team) -> None:
    rows.case(acme, 1)
    confirm = {"confirmed": "1", "action": "reject", "reason": "other", "note": "Too short.", "case": "1"}
    answer = lead.post(BULK, confirm)

    assert answer.status_code == 422
    assert "Too short." in answer.content.decode()
    assert not Bulk.objects.exists()


def test_a_reviewer_comments_on_many_and_decides_one_by_one(
    client: Client, ada: User, acme: Team, data_dir: object, work_off: Callable[[], int]
) -> None:
    client.force_login(ada)
    rows.case(acme, 1)
    rows.case(acme, 2)

    assert "Only maintainers decide on many at once." in text(client, f"{BULK}?action=decide&case=1&case=2")
    client.post(BULK, {"confirmed": "1", "action": "comment", "note": "See the fix.", "case": ["1", "2"]})
    work_off()
    assert [case.comments.get().text for case in Case.objects.all()] == ["See the fix.", "See the fix."]


def test_ticked_rows_are_exported_and_nothing_ticked_is_told(lead: Client, acme: Team) -> None:
    for number in (1, 2, 3):
        rows.case(acme, number)
    sent = lead.post(BULK, {"action": "export", "case": ["1", "3"], "query": "state=open"})

    lines = b"".join(sent.streaming_content).decode().splitlines()  # type: ignore[attr-defined]
    assert [line.split(",")[0] for line in lines] == ["number", "1", "3"]
    told = lead.post(BULK, {"action": "decide"}, follow=True)
    assert "No case is selected." in told.content.decode()
