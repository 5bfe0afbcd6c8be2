"""The filters of cases: what an address asks, what it cannot ask, and who is found."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests import review_rows as rows
from webui.accounts.models import Member, Team, User
from webui.review import filters
from webui.review.models import Case, Comment, Occurrence
from webui.runs.models import Fact, Run

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def bob(acme: Team) -> User:
    user = User.objects.create_user("bob")
    Member.objects.create(team=acme, user=user)
    return user


def found(team: Team, query: str, user: User | None = None, now: datetime | None = None) -> list[int]:
    asked = filters.read(query, team, user.pk if user else None, now)
    return sorted(asked.narrowed(Case.objects.all()).values_list("number", flat=True))


def test_without_filters_every_case_of_the_team_is_found_and_no_other(acme: Team, rivals: Team) -> None:
    rows.case(acme, 1)
    rows.case(rivals, 2)

    assert found(acme, "") == [1]
    assert found(rivals, "state=open") == [2]


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("state=new", [1]),
        ("state=open", [1, 2, 3]),
        ("state=closed", [4, 5, 6, 7]),
        ("state=new&state=in_review&state=needs_work", [1, 2, 3]),
        ("state=rejected&state=waived", [5, 6]),
        ("state=new&state=closed", [1, 4, 5, 6, 7]),
        ("state=open&state=closed", [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_states_widen_one_another(acme: Team, query: str, numbers: list[int]) -> None:
    for number, state in enumerate(Case.State.values, 1):
        rows.case(acme, number, state=state)

    assert found(acme, query) == numbers


def test_keys_narrow_one_another_and_codes_of_all_kinds_widen(acme: Team) -> None:
    rows.case(acme, 1, code="paired-tool-result")
    rows.case(acme, 2, code="xml_content", about="reason", kind="refused")
    rows.case(acme, 3, code="summary-growth", about="flag", kind="loss", severity="warning")
    rows.case(acme, 4, code="paired-tool-result", severity="warning")

    assert found(acme, "rule=paired-tool-result") == [1, 4]
    assert found(acme, "rule=paired-tool-result&severity=warning") == [4]
    assert found(acme, "rule=paired-tool-result&reason=xml_content") == [1, 2, 4]
    assert found(acme, "flag=summary-growth&kind=loss") == [3]
    assert found(acme, "kind=refused&kind=loss") == [2, 3]


def test_owner_and_assignee_are_one_key(acme: Team, ada: User, bob: User) -> None:
    rows.case(acme, 1, owner=ada)
    rows.case(acme, 2, owner=bob)
    rows.case(acme, 3)

    assert found(acme, "owner=me", ada) == [1]
    assert found(acme, "assignee=me", bob) == [2]
    assert found(acme, "owner=bob&owner=none", ada) == [2, 3]
    assert filters.read("assignee=bob", acme, None).query == "owner=bob"


def test_a_case_waits_on_its_owner_while_new_then_on_its_holder_then_on_whom_it_went_back_to(
    acme: Team, ada: User, bob: User
) -> None:
    rows.case(acme, 1, owner=ada)
    rows.case(acme, 2, owner=ada, holder=bob, state="in_review")
    rows.case(acme, 3, owner=bob, holder=ada, state="in_review")
    rows.case(acme, 4, owner=bob, waiting_on=ada, state="needs_work")
    rows.case(acme, 5, owner=ada, waiting_on=bob, state="needs_work")
    rows.case(acme, 6, owner=ada, state="rejected")
    rows.case(acme, 7)

    assert found(acme, "waiting=me", ada) == [1, 3, 4]
    assert found(acme, "waiting=me", bob) == [2, 5]
    assert found(acme, "waiting=bob", ada) == [2, 5]
    assert found(acme, "waiting=bob&waiting=ada", ada) == [1, 2, 3, 4, 5]


def test_age_and_due_count_from_now(acme: Team) -> None:
    rows.case(acme, 1, created=NOW - DAY / 2, due=NOW - DAY)
    rows.case(acme, 2, created=NOW - 3 * DAY, due=NOW + DAY / 2)
    rows.case(acme, 3, created=NOW - 8 * DAY, due=NOW + 3 * DAY)
    rows.case(acme, 4, created=NOW - 8 * DAY, state="needs_work")
    rows.case(acme, 5, created=NOW - 8 * DAY, due=NOW + 8 * DAY)

    assert found(acme, "age=today", now=NOW) == [1]
    assert found(acme, "age=week", now=NOW) == [1, 2]
    assert found(acme, "age=today&age=older", now=NOW) == [1, 3, 4, 5]
    assert found(acme, "due=over", now=NOW) == [1]
    assert found(acme, "due=today", now=NOW) == [2]
    assert found(acme, "due=week", now=NOW) == [2, 3]
    assert found(acme, "due=over&due=paused", now=NOW) == [1, 4]


def test_days_reach_from_the_first_to_the_end_of_the_last(acme: Team) -> None:
    rows.case(acme, 1, created=datetime(2026, 11, 2, 23, 59, tzinfo=UTC))
    rows.case(acme, 2, created=datetime(2026, 11, 3, tzinfo=UTC))
    closed = {"state": "rejected", "closed": datetime(2026, 11, 9, 23, 59, tzinfo=UTC)}
    rows.case(acme, 3, created=datetime(2026, 11, 10, tzinfo=UTC), **closed)

    assert found(acme, "opened=2026-11-03..2026-11-09") == [2]
    assert found(acme, "opened=2026-11-02") == [1]
    assert found(acme, "closed=2026-11-09") == [3]


def test_cases_are_found_by_the_days_on_which_their_defect_was_seen(acme: Team, rivals: Team) -> None:
    for team, number, days in ((acme, 1, (3, 9)), (acme, 2, (10,)), (rivals, 1, (9,))):
        case = rows.case(team, number, created=NOW - 50 * DAY)
        for day in days:
            moment = datetime(2026, 11, day, 23, 59, tzinfo=UTC)
            Occurrence.of(case, created=moment).save()

    assert found(acme, "seen=2026-11-04..2026-11-09") == [1]
    assert found(acme, "seen=2026-11-09..2026-11-10") == [1, 2]
    assert found(acme, "seen=2026-11-04..2026-11-08") == []
    assert filters.read("seen=tuesday", acme, None).strays == (("seen", "tuesday"),)


@pytest.mark.parametrize(
    "days", ["2026-11-31", "2026-11-09..2026-11-03", "soon", "0001-01-01", "9999-12-31", "..", "2"]
)
def test_days_that_are_none_are_unknown(acme: Team, days: str) -> None:
    assert filters.read(f"opened={days}", acme, None).strays == (("opened", days),)


def test_lost_facts_are_open_questions_and_what_a_person_confirmed(acme: Team) -> None:
    cases: dict[int, Any] = {}
    for number in range(1, 5):
        run = Run.objects.create(team=acme, name="run", kind="pair")
        cases[number] = rows.case(acme, number, run=run)
    fact = {"number": 1, "text": "Which port?"}
    Fact.objects.create(run=cases[1].run, kind="question", verdict="missing", **fact)
    Fact.objects.create(run=cases[2].run, kind="question", verdict="recovered", **fact)
    Fact.objects.create(run=cases[3].run, kind="question", verdict="missing", decision="not-important", **fact)
    Fact.objects.create(run=cases[4].run, kind="identifier", verdict="lost", decision="confirmed", **fact)
    Comment.objects.create(team=acme, case=cases[1], text="See there.", created=timezone.now())
    Comment.objects.create(team=acme, case=cases[2], text="Oh.", created=timezone.now(), deleted=timezone.now())

    assert found(acme, "has=lost_facts") == [1, 4]
    assert found(acme, "has=comments") == [1]
    assert found(acme, "has=comments&has=lost_facts") == [1]


def test_alike_are_all_cases_of_one_signature(acme: Team, rivals: Team) -> None:
    rows.case(acme, 1)
    rows.case(acme, 2, state="rejected")
    rows.case(acme, 3, code="xml_content")
    rows.case(rivals, 9)

    assert found(acme, "alike=1") == [1, 2]
    assert found(acme, "alike=1&state=open") == [1]
    assert filters.read("alike=9", acme, None).strays == (("alike", "9"),)


def test_text_is_found_in_number_name_code_source_and_ids(acme: Team) -> None:
    run = Run.objects.create(team=acme, name="run", kind="pair")
    rows.case(acme, 1041, name="Ledger.json", run=run)
    rows.case(acme, 2, rows.source_of(acme, "docs-agent"), name="x", code="xml_content")

    assert found(acme, "text=1041") == [1041]
    assert found(acme, "text=ledger") == [1041]
    assert found(acme, f"text={run.pk}") == [1041]
    assert found(acme, "text=docs") == [2]
    assert found(acme, "text=XML") == [2]
    assert found(acme, "text=docs&text=json") == []
    assert found(acme, "text=%25") == []


def test_sources_are_those_of_the_team(acme: Team, rivals: Team) -> None:
    ours, theirs = rows.source_of(acme), rows.source_of(rivals)
    rows.case(acme, 1, ours)
    asked = filters.read(f"source={ours.pk}&source={theirs.pk}&source=x", acme, None)

    assert [(term.title, term.label) for term in asked.terms] == [("Source", "nightly-agent")]
    assert asked.strays == (("source", str(theirs.pk)), ("source", "x"))
    assert found(acme, f"source={ours.pk}") == [1]


def test_unknown_values_are_kept_apart_and_narrow_nothing(acme: Team, ada: User, rob: User) -> None:
    rows.case(acme, 1)
    query = "state=new&state=odd&rule=none-such&owner=rob&waiting=me&mark=%00&sort=size&colour=red"
    asked = filters.read(query, acme, None)

    strays = [("state", "odd"), ("waiting", "me"), ("rule", "none-such"), ("owner", "rob"), ("sort", "size")]
    assert sorted(asked.strays) == sorted(strays)
    assert asked.query == "state=new"
    assert found(acme, query) == [1]


def test_a_query_is_written_in_the_order_of_the_page_and_once(acme: Team) -> None:
    asked = filters.read("text=a&state=new&state=new&sort=-case&after=x", acme, None)

    assert asked.query == "state=new&text=a&sort=-case"
    assert asked.without("text") == [("state", "new"), ("sort", "-case")]
    assert asked.without(pair=("state", "new")) == [("text", "a"), ("sort", "-case")]
    assert filters.read("", acme, None).query == ""


def test_names_are_read_only_when_they_are_asked_for(acme: Team, ada: User, django_assert_num_queries: Any) -> None:
    rows.case(acme, 1, owner=ada)
    with django_assert_num_queries(1):
        assert found(acme, "state=open&owner=me&waiting=me&rule=paired-tool-result", ada) == [1]
