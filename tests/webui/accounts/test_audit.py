"""The trail is read with filters by members, and exported by admins; other teams find nothing."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from webui.accounts.models import Member, Team, User
from webui.accounts.trails import Filters
from webui.audit.models import Event
from webui.audit.trail import Actor, record, trail_of

ADA = Actor("person", 1, "ada")
CI = Actor("key", 2, "CI")
PAGE = "/t/acme/settings/audit"


@pytest.fixture
def trail(acme: Team, rivals: Team) -> list[Event]:
    record(rivals.pk, ADA, "claimed", "case", "99")
    return [
        record(acme.pk, CI, "uploaded", "capture", "c0ffee"),
        record(acme.pk, ADA, "claimed", "case", "12", version=3),
        record(acme.pk, ADA, "decided", "case", "12", was="in_review", now="rejected", note="<b>gone</b>", version=4),
    ]


@pytest.fixture
def signed_in(client: Client, ada: User) -> Client:
    client.force_login(ada)
    return client


def narrowed(team: Team, **given: str) -> list[int]:
    return [event.number for event in Filters(given).narrowed(trail_of(team.pk))]


def test_the_page_tells_each_event_in_a_sentence_newest_first(signed_in: Client, trail: list[Event]) -> None:
    answer = signed_in.get(PAGE)
    text = answer.content.decode()

    assert answer["Cache-Control"] == "no-store"
    said = ["ada rejected case 12. Was in review.", "ada claimed case 12.", "CI uploaded capture c0ffee."]
    assert sorted(said, key=text.index) == said
    assert "&lt;b&gt;gone&lt;/b&gt;" in text
    assert "version 4" in text
    assert "/t/acme/captures/c0ffee" in text
    assert "case 99" not in text


@pytest.mark.parametrize(
    "given, numbers",
    [
        ({}, [1, 2, 3]),
        ({"subject": "case"}, [2, 3]),
        ({"action": "claimed"}, [2]),
        ({"actor": "AD"}, [2, 3]),
        ({"id": "12"}, [2, 3]),
        ({"from": "2020-01-01", "to": "2020-01-02"}, []),
        ({"from": "2020-01-01", "to": "9999-12-31"}, [1, 2, 3]),
        ({"subject": "entity", "from": "yesterday", "action": "a\0b"}, [1, 2, 3]),
    ],
)
def test_filters_narrow_and_unknown_ones_are_ignored(
    acme: Team, trail: list[Event], given: dict[str, str], numbers: list[int]
) -> None:
    assert narrowed(acme, **given) == numbers


def test_a_day_holds_its_own_events_alone(acme: Team, trail: list[Event]) -> None:
    today = trail[0].at.date()
    assert narrowed(acme, **{"from": str(today), "to": str(today)}) == [1, 2, 3]
    assert narrowed(acme, to=str(today - timedelta(days=1))) == []
    assert narrowed(acme, **{"from": str(today + timedelta(days=1))}) == []


def test_unknown_values_stay_visible(signed_in: Client, trail: list[Event]) -> None:
    text = signed_in.get(f"{PAGE}?subject=entity&action=claimed").content.decode()
    assert "subject=entity" in text
    assert "unknown, ignored" in text
    assert "ada claimed case 12." in text


def test_pages_follow_a_cursor(signed_in: Client, acme: Team) -> None:
    for number in range(1, 62):
        record(acme.pk, ADA, "claimed", "case", str(number))

    first = signed_in.get(f"{PAGE}?subject=case").content.decode()
    assert "claimed case 12." in first
    assert "claimed case 11." not in first
    assert "?subject=case&amp;after=12" in first
    second = signed_in.get(f"{PAGE}?subject=case&after=12").content.decode()
    assert "claimed case 11." in second
    assert "claimed case 12." not in second
    assert signed_in.get(f"{PAGE}?after=x").status_code == 200


def test_nothing_yet_and_nothing_matching_are_two_sentences(signed_in: Client, trail: list[Event], acme: Team) -> None:
    assert "No event matches" in signed_in.get(f"{PAGE}?actor=nobody").content.decode()


def test_a_team_without_events_says_so(signed_in: Client) -> None:
    assert "Nothing has happened yet" in signed_in.get(PAGE).content.decode()


def test_an_export_holds_all_that_a_digest_is_taken_of(signed_in: Client, ada: User, trail: list[Event]) -> None:
    assert signed_in.get(reverse("accounts:audit-export", args=["acme"])).status_code == 403
    Member.objects.filter(user=ada).update(role=Member.Role.ADMIN)

    answer = signed_in.get(reverse("accounts:audit-export", args=["acme"]) + "?subject=case")
    rows = [json.loads(line) for line in b"".join(answer).splitlines()]

    assert [(row["number"], row["previous"]) for row in rows] == [(2, trail[0].digest), (3, trail[1].digest)]
    assert rows[1]["digest"] == trail[2].digest
    assert rows[1]["sentence"] == "ada rejected case 12. Was in review."


def test_the_api_streams_what_came_after_a_number(signed_in: Client, ada: User, trail: list[Event]) -> None:
    assert signed_in.get("/api/v1/audit").status_code == 403
    Member.objects.filter(user=ada).update(role=Member.Role.ADMIN)

    answer = signed_in.get("/api/v1/audit?after=1")

    assert answer["Content-Type"] == "application/x-ndjson"
    rows = [json.loads(line) for line in b"".join(answer).splitlines()]
    assert [(row["number"], row["actor"]["name"]) for row in rows] == [(2, "ada"), (3, "ada")]
    assert signed_in.get("/api/v1/audit?after=-1").status_code == 422
    assert signed_in.get("/api/v1/audit?team=rivals").status_code == 404


def test_events_are_asked_for_once_however_many(
    signed_in: Client, acme: Team, trail: list[Event], django_assert_max_num_queries: object
) -> None:
    for number in range(60):
        record(acme.pk, ADA, "claimed", "case", str(number))
    with django_assert_max_num_queries(12):
        signed_in.get(PAGE)
    assert timezone.now() > trail[0].at
