"""The inbox: views, filters, counts, empty states, columns, what a person arranges, and files."""

import csv
import gzip
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests import review_rows as rows
from webui.accounts.models import Member, Team, User
from webui.review.models import Arrangement, Case, Notice, SavedView
from webui.runs.models import Fact, Run
from webui.transcripts.models import Capture

HOME = "/t/acme/inbox"


@pytest.fixture
def bob(acme: Team) -> User:
    user = User.objects.create_user("bob")
    Member.objects.create(team=acme, user=user, role="maintainer")
    return user


@pytest.fixture
def inbox(client: Client, ada: User, bob: User) -> Client:
    """Somebody who is signed in to a team where others work too."""
    client.force_login(ada)
    return client


def page(client: Client, query: str = "", home: str = HOME) -> str:
    answer = client.get(f"{home}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def shown(text: str) -> list[int]:
    return [int(number) for number in re.findall(r'<tr role="row" id="case-(\d+)"', text)]


def test_what_waits_on_me_is_shown_first_those_due_first_at_the_top(
    inbox: Client, acme: Team, ada: User, bob: User
) -> None:
    now = timezone.now()
    rows.case(acme, 1, owner=ada, due=now + timedelta(hours=9))
    rows.case(acme, 2, owner=bob)
    rows.case(acme, 3, state="in_review", holder=ada, owner=bob, due=now + timedelta(hours=3))
    rows.case(acme, 4, state="needs_work", owner=bob, waiting_on=ada)
    text = page(inbox)

    assert shown(text) == [3, 1, 4]
    assert '<a class="chip" href="?view=waiting" aria-current="true">Waiting on me <span class="n">3</span></a>' in text
    assert 'aria-label="Inbox, 3 waiting on you"' in text
    assert "4 open · " in text
    assert "3 waiting on you</a>" in text
    assert "overdue</a>" not in text


def test_a_row_says_what_is_wrong_where_who_and_until_when(inbox: Client, acme: Team, ada: User, bob: User) -> None:
    run = Run.objects.create(team=acme, name="run", kind="pair")
    Fact.objects.create(run=run, kind="question", verdict="missing", number=1, text="Which port?")
    refused = {"kind": "refused", "about": "reason", "code": "xml_content", "place": {"section": "state"}, "run": run}
    until = timezone.now() + timedelta(minutes=20)
    rows.case(acme, 1, state="in_review", owner=ada, holder=bob, held_until=until, **refused)
    rows.case(acme, 2, due=timezone.now() - timedelta(hours=3), errors=2, warnings=1, mark="recurred")
    rows.case(acme, 3)
    text = page(inbox, "?view=open")

    assert "Refused: the State section has no words</a>" in text
    assert "<span>1 fact missing</span>" in text
    assert f'href="/t/acme/runs/{run.pk}?tab=summary#s-state">run {run.pk[:6]} · State</a>' in text
    assert f"bob, until {until:%H:%M}" in text
    assert "ada (you)" in text
    assert "<span>2 errors</span><span>1 warning</span>" in text
    assert "Overdue 3 h" in text
    assert "Recurred</span>" in text
    assert 'href="?view=open&amp;alike=2" aria-label="1 alike, show them">1</a>' in text


@pytest.mark.parametrize(
    ("view", "numbers"),
    [
        ("unassigned", [3, 1, 5]),
        ("overdue", [3]),
        ("open", [3, 1, 2, 5]),
        ("returned", [5]),
        ("closed", [4]),
        ("all", [3, 1, 2, 5, 4]),
    ],
)
def test_everybody_has_six_views_and_all(inbox: Client, acme: Team, bob: User, view: str, numbers: list[int]) -> None:
    now = timezone.now()
    rows.case(acme, 1, due=now + timedelta(hours=1))
    rows.case(acme, 2, owner=bob, due=now + timedelta(hours=2))
    rows.case(acme, 3, due=now - timedelta(hours=2))
    rows.case(acme, 4, state="rejected")
    rows.case(acme, 5, mark="waiver-ended", due=now + timedelta(hours=5))

    assert shown(page(inbox, f"?view={view}")) == numbers


def test_filters_by_hand_that_say_what_a_view_says_are_that_view(inbox: Client, acme: Team) -> None:
    rows.case(acme, 1)

    assert 'href="?view=open" aria-current="true"' in page(inbox, "?view=all&state=open&text=")
    assert "Save view</a>" in page(inbox, "?state=open&severity=error")
    answer = inbox.get(f"{HOME}?view=all&text=&state=open&sort=-case", headers={"HX-Request": "true"})
    assert answer["HX-Push-Url"] == f"{HOME}?view=open&sort=-case"
    assert answer.content.decode().strip().startswith('<div id="inbox">')


def test_keys_beside_a_view_take_the_place_of_its_own(inbox: Client, acme: Team) -> None:
    rows.case(acme, 1)
    rows.case(acme, 2, state="rejected")

    assert shown(page(inbox, "?view=open&state=closed")) == [2]
    assert shown(page(inbox, "?view=open&sort=-case")) == [1]


def test_the_most_alike_are_brought_up_by_a_press_on_the_head_of_their_column(inbox: Client, acme: Team) -> None:
    for number, signature in ((1, "a"), (2, "b"), (3, "c"), (4, "b"), (5, "b"), (6, "c")):
        rows.case(acme, number, signature=signature, due=timezone.now() + timedelta(hours=number))
    assert '<a href="?view=open&amp;sort=-alike">Alike</a>' in page(inbox, "?view=open")

    text = page(inbox, "?view=open&sort=-alike")

    assert shown(text) == [2, 4, 5, 3, 6, 1]
    assert 'aria-sort="descending"><a href="?view=open&amp;sort=alike">Alike' in text
    assert '<option value="-alike" selected>Most alike first</option>' in text
    assert shown(page(inbox, "?view=open&sort=alike")) == [1, 6, 3, 5, 4, 2]
    case = inbox.get("/t/acme/cases/5?in=view%3Dopen%26sort%3D-alike").content.decode()
    assert "Case 3 of 6 in All open" in case
    assert 'data-next-page href="/t/acme/cases/3?' in case
    assert 'data-previous-page href="/t/acme/cases/4?' in case


def test_unknown_values_are_struck_and_change_nothing(inbox: Client, acme: Team) -> None:
    rows.case(acme, 1)
    text = page(inbox, "?state=new&state=odd&view=77")

    assert shown(text) == [1]
    for stray in ("state=odd", "view=77"):
        assert f'aria-label="{stray}, unknown, ignored. Remove">{stray}</a>' in text


def test_pages_lead_on_and_back(inbox: Client, acme: Team) -> None:
    for number in range(1, 31):
        rows.case(acme, number, due=timezone.now() + timedelta(hours=number))
    first = page(inbox, "?view=open&per=25")
    older = re.search(r'data-next-page href="([^"]+)"', first)
    assert older
    second = page(inbox, older[1].replace("&amp;", "&"))
    newer = re.search(r'data-previous-page href="([^"]+)"', second)
    assert newer

    assert "1–25 of 30" in first
    assert shown(second) == [26, 27, 28, 29, 30]
    assert "26–30 of 30" in second
    assert shown(page(inbox, newer[1].replace("&amp;", "&"))) == list(range(1, 26))
    assert "Select all 30 that match" in first


def test_no_rows_have_a_reason_each(client: Client, acme: Team, ada: User, rob: User) -> None:
    client.force_login(ada)
    assert client.get(HOME)["Location"] == "/t/acme/", "nothing was uploaded: the start says how"
    Capture.objects.create(team=acme, name="a.json", fingerprint="0" * 64, size=1)
    assert "No cases, because nothing was refused" in page(client)
    rows.case(acme, 1)
    assert "1 case has no owner." in page(client)
    Case.objects.update(owner=rob)
    assert "1 is open, in the hands of others." in page(client)
    assert "No case matches</h2><p>1 is open without these filters.</p>" in page(client, "?text=zzz")
    assert "Nothing is overdue" in page(client, "?view=overdue")
    assert "Nothing came back" in page(client, "?view=returned")
    Case.objects.update(state="rejected", closed=timezone.now())
    assert "Every case is closed." in page(client)
    assert "No case is open" in page(client, "?view=open")


def test_newer_cases_are_told_of_and_move_no_row(inbox: Client, acme: Team) -> None:
    rows.case(acme, 1)
    text = page(inbox, "?view=open")
    assert 'hx-get="?view=open&amp;newer=1"' in text
    assert inbox.get(f"{HOME}?view=open&newer=1").status_code == 204

    rows.case(acme, 2)
    rows.case(acme, 3, state="rejected")

    told = page(inbox, "?view=open&newer=1")
    assert "1 newer case</a>" in told
    assert 'href="?view=open"' in told
    assert inbox.get(f"{HOME}?view=open&newer=x").status_code == 204


def test_a_view_is_saved_shared_renamed_hidden_and_deleted(inbox: Client, acme: Team, ada: User, bob: User) -> None:
    rows.case(acme, 1, severity="warning")
    made = inbox.post(f"{HOME}/views", {"name": " Mild  ones ", "query": "severity=warning&state=odd&x=1"})
    view = SavedView.objects.get()
    assert made["Location"] == f"{HOME}?view={view.pk}"
    assert (view.name, view.query, view.shared, view.owner) == ("Mild ones", "severity=warning", False, ada)
    assert 'Mild ones <span class="n">1</span>' in page(inbox)

    other = Client()
    other.force_login(bob)
    assert "Mild ones" not in page(other)
    assert inbox.post(f"{HOME}/views/{view.pk}", {"action": "share"}).status_code == 403, "a maintainer shares"
    Member.objects.filter(user=ada).update(role="maintainer")
    inbox.post(f"{HOME}/views/{view.pk}", {"action": "share"})
    assert "Mild ones" in page(other)

    inbox.post(f"{HOME}/views/{view.pk}", {"action": "rename", "name": "Warnings"})
    inbox.post(f"{HOME}/views/hide", {"hide": "returned", "back": "?view=open"})
    inbox.post(f"{HOME}/views/hide", {"hide": "none-such"})
    text = page(inbox)
    assert "Warnings" in text
    assert "Came back" not in text
    assert "Came back" in page(other)
    assert Arrangement.objects.get().hidden == ["returned"]
    inbox.post(f"{HOME}/views/hide", {"show": "returned"})
    assert "Came back" in page(inbox)
    inbox.post(f"{HOME}/views/{view.pk}", {"action": "delete"})
    assert not SavedView.objects.exists()


def test_a_view_without_a_name_and_one_of_another_are_not_touched(inbox: Client, acme: Team, bob: User) -> None:
    theirs = SavedView.objects.create(team=acme, owner=bob, name="Theirs", shared=True)

    assert "show=save" in inbox.post(f"{HOME}/views", {"name": " ", "query": ""})["Location"]
    assert inbox.post(f"{HOME}/views/{theirs.pk}", {"action": "delete"}).status_code == 403
    assert SavedView.objects.count() == 1


def test_columns_are_moved_hidden_and_shown_for_one_view(inbox: Client, acme: Team) -> None:
    rows.case(acme, 1)

    def arrange(action: str) -> str:
        inbox.post(f"{HOME}/columns", {"view": "open", "action": action, "back": "?view=open"})
        heads = re.search(r"<thead.*?</thead>", page(inbox, "?view=open"), re.DOTALL)
        assert heads
        return re.sub(r"<[^>]+>", "", heads[0]).replace("Select", "").replace(" ↑", "").strip()

    assert arrange("left:severity").startswith("SeverityCase")
    assert arrange("hide:where") == "SeverityCaseWhat is wrongStateDueOwnerAlike"
    assert arrange("show:source") == "SeverityCaseWhat is wrongStateDueOwnerAlikeSource"
    assert arrange("hide:wrong").count("What is wrong") == 1
    assert arrange("right:source").endswith("Source")
    assert "Where" in page(inbox, "?view=all").split("</thead>")[0]
    assert arrange("reset") == "CaseSeverityWhat is wrongWhereStateDueOwnerAlike"


def test_notices_are_shown_until_they_are_seen(inbox: Client, acme: Team, ada: User, bob: User) -> None:
    case = rows.case(acme, 7)
    one = Notice.objects.create(team=acme, user=ada, kind="mentioned", case=case, by=bob, created=timezone.now())
    Notice.objects.create(team=acme, user=ada, kind="waits", case=case, by=bob, created=timezone.now())
    Notice.objects.create(team=acme, user=bob, kind="recurred", case=case, created=timezone.now())

    assert "bob mentioned you in case 7." in page(inbox)
    inbox.post(f"{HOME}/seen", {"notice": one.pk})
    assert "mentioned you" not in page(inbox)
    assert "bob sent case 7 back to you." in page(inbox)
    inbox.post(f"{HOME}/seen", {"notice": "all"})
    assert "For you" not in page(inbox)
    assert Notice.objects.filter(seen=None).count() == 1


def test_a_list_is_exported_whole_and_in_order(inbox: Client, acme: Team, ada: User) -> None:
    evil = rows.source_of(acme, "=cmd()")
    rows.case(acme, 2, evil, owner=ada, due=timezone.now())
    rows.case(acme, 1, place={"position": 128, "block": 4})
    rows.case(acme, 3, state="rejected")

    def body(query: str) -> str:
        return b"".join(inbox.get(f"{HOME}/export{query}").streaming_content).decode()  # type: ignore[attr-defined]

    table = list(csv.DictReader(body("?view=open").splitlines()))
    assert [row["number"] for row in table] == ["2", "1"]
    assert (table[0]["owner"], table[0]["source"]) == ("ada", "'=cmd()")
    assert table[1]["url"] == "http://testserver/t/acme/cases/1"
    lines = [json.loads(line) for line in body("?view=all&format=jsonl&sort=case").splitlines()]
    assert [line["number"] for line in lines] == [1, 2, 3]
    assert (lines[0]["position"], lines[0]["sentence"]) == (128, "Tool result without its call")
    assert inbox.get(f"{HOME}/export?format=xls").status_code == 404


def test_a_page_costs_few_queries_and_bytes_whatever_it_shows(
    inbox: Client, acme: Team, ada: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    source = rows.source_of(acme)
    Case.objects.bulk_create(Case(**rows.values(acme, n, source, owner=bob)) for n in range(1, 49))
    rows.case(acme, 49, state="needs_work", waiting_on=ada)
    SavedView.objects.create(team=acme, owner=ada, name="Mine", query="owner=bob&alike=1")
    Notice.objects.create(team=acme, user=ada, kind="waits", case=Case.objects.all()[0], created=timezone.now())

    for query in ("?view=open", "?view=open&alike=1", f"?source={source.pk}&owner=bob", "?view=open&show=views", ""):
        with django_assert_max_num_queries(12):
            text = page(inbox, query)
        assert len(gzip.compress(text.encode(), 6)) <= 25_000


def test_the_badge_counts_in_the_team_that_is_looked_at(inbox: Client, acme: Team, rivals: Team, ada: User) -> None:
    Member.objects.create(team=rivals, user=ada)
    rows.case(acme, 1, owner=ada)
    for number in (1, 2):
        rows.case(rivals, number, owner=ada)

    assert 'aria-label="Inbox, 1 waiting on you"' in page(inbox, home="/t/acme/transcripts")
    assert 'aria-label="Inbox, 2 waiting on you"' in page(inbox, home="/t/rivals/transcripts")


@pytest.mark.parametrize("text", ["1042", "#1042", "case 1042", "Case1042"])
def test_the_search_box_leads_to_a_case(inbox: Client, acme: Team, rivals: Team, text: str) -> None:
    rows.case(acme, 1042)
    rows.case(rivals, 7)

    assert inbox.get("/t/acme/search", {"q": text})["Location"] == "/t/acme/cases/1042"
    assert inbox.get("/t/acme/search", {"q": "7"}).status_code == 200


def test_another_team_sees_nothing_of_it(rob: User, acme: Team, ada: User) -> None:
    view = SavedView.objects.create(team=acme, owner=ada, name="Mine", shared=True)
    client = Client()
    client.force_login(rob)

    for path in ("", "/seen", "/export", "/bulk", "/bulk/1", "/columns", "/views", "/views/hide", f"/views/{view.pk}"):
        for method in (client.get, client.post):
            assert method(HOME + path).status_code in (404, 405), path
            assert method(f"/t/rivals/inbox/views/{view.pk}").status_code in (404, 405)
