"""The account page: a password of one's own, and where one is signed in."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from webui.accounts import entry, sessions
from webui.accounts.models import SignIn, Team, User

GOOD = "a-long-secret-of-7-words"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
pytestmark = pytest.mark.django_db


def at(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def row_of(client: Client) -> SignIn:
    return SignIn.objects.get(session=client.session.session_key)


def is_in(client: Client) -> bool:
    return client.get("/account").status_code == 200


def age(client: Client, **ago: float) -> None:
    """Make a session look older, and the process forget that it looked."""
    then = timezone.now() - timedelta(**ago)
    SignIn.objects.filter(pk=row_of(client).pk).update(seen=then)
    sessions._looked.clear()


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36", "Chrome"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0", "Edge"),
        ("Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15", "Safari"),
        ("curl/8.5.0", "Another program"),
        ("", "Another program"),
    ],
)
def test_of_a_user_agent_the_family_of_the_browser_is_told(agent: str, name: str) -> None:
    assert sessions.browser_of(agent) == name


def test_a_sign_in_by_password_is_listed_with_its_browser_and_no_key_is_on_the_page(ada: User) -> None:
    ada.set_password(GOOD)
    ada.save()
    client = Client(headers={"User-Agent": FIREFOX})
    assert client.post("/login", {"name": "ada", "password": GOOD}).status_code == 302
    other = at(ada)

    page = client.get("/account").content.decode()

    assert re.findall(r'rowheader">([\w ]+?)( <span|<)', page) == [
        ("Another program", "<"),
        ("Firefox", " <span"),
    ]
    for one in (client, other):
        assert str(one.session.session_key) not in page


def test_when_a_session_was_seen_is_a_whole_minute(ada: User) -> None:
    client = at(ada)
    age(client, hours=2)

    client.get("/account")

    seen = row_of(client).seen
    assert timezone.now() - seen < timedelta(minutes=2)
    assert seen.second == seen.microsecond == 0


@pytest.mark.parametrize(("minutes", "noted"), [(0, False), (4, False), (5, True)])
def test_a_session_is_noted_again_after_five_minutes(
    ada: User, monkeypatch: pytest.MonkeyPatch, minutes: int, noted: bool
) -> None:
    now = timezone.now().replace(second=0, microsecond=0)
    monkeypatch.setattr(sessions, "_minute", lambda: now)
    client = at(ada)
    long_ago, later = now - timedelta(hours=5), now + timedelta(minutes=minutes)
    SignIn.objects.update(seen=long_ago)
    monkeypatch.setattr(sessions, "_minute", lambda: later)

    client.get("/account")

    assert row_of(client).seen == (later if noted else long_ago)


def test_a_page_of_nobody_notes_nothing(client: Client) -> None:
    assert client.get("/login").status_code == 200
    assert not SignIn.objects.exists()


def test_a_session_from_before_the_list_is_listed_when_it_is_seen(ada: User) -> None:
    client = at(ada)
    SignIn.objects.all().delete()
    sessions._looked.clear()

    client.get("/rules")

    assert row_of(client).user == ada


def test_one_session_is_signed_out_and_the_others_stay(ada: User) -> None:
    here, there, third = at(ada), at(ada), at(ada)

    assert here.post("/account/sessions", {"session": row_of(there).pk})["Location"] == "/account"

    assert (is_in(here), is_in(there), is_in(third)) == (True, False, True)


def test_all_other_sessions_are_signed_out_but_nobody_elses(ada: User, rob: User) -> None:
    here, there, robs = at(ada), at(ada), at(rob)

    here.post("/account/sessions", {"session": "others"})

    assert (is_in(here), is_in(there), is_in(robs)) == (True, False, True)
    assert "everywhere else</button>" not in here.get("/account").content.decode()


@pytest.mark.parametrize("which", ["", "x", "-1", "٣", "9" * 30])
def test_what_is_no_session_ends_nothing(ada: User, which: str) -> None:
    here = at(ada)

    assert here.post("/account/sessions", {"session": which}).status_code == 302
    assert Session.objects.count() == 1


def test_nobody_sees_or_ends_the_session_of_another_person(ada: User, rob: User) -> None:
    here, robs = at(ada), at(rob)

    here.post("/account/sessions", {"session": row_of(robs).pk})

    assert is_in(robs)
    assert [row.user for row in sessions.of(ada)] == [ada]


def test_a_session_that_is_out_of_date_is_not_listed_and_signing_out_takes_the_row(ada: User) -> None:
    here, old = at(ada), at(ada)
    Session.objects.filter(pk=old.session.session_key).update(expire_date=timezone.now() - timedelta(days=1))
    assert [row.pk for row in sessions.of(ada)] == [row_of(here).pk]

    here.post("/sign-out")

    assert not sessions.of(ada).exists()


def test_a_changed_password_keeps_this_session_with_its_beginning_and_ends_the_rest(ada: User) -> None:
    ada.set_password(GOOD)
    ada.save()
    here, there = at(ada), at(ada)
    began = timezone.now().replace(second=0, microsecond=0) - timedelta(days=3)
    SignIn.objects.filter(pk=row_of(here).pk).update(started=began)
    key = here.session.session_key
    new = {"old_password": GOOD, "new_password1": GOOD + "-2", "new_password2": GOOD + "-2"}

    assert here.post("/account/password", new)["Location"] == "/account"

    assert (is_in(here), is_in(there)) == (True, False)
    assert here.session.session_key != key
    assert [row.started for row in SignIn.objects.all()] == [began]


def test_what_is_wrong_with_a_password_stands_beside_its_field(ada: User) -> None:
    ada.set_password(GOOD)
    ada.save()
    sent = {"old_password": "not it at all", "new_password1": "password", "new_password2": "password"}

    answer = at(ada).post("/account/password", sent)
    page = answer.content.decode()

    assert answer.status_code == 422
    assert set(re.findall(r'<p class="fault" id="(\w+)-fault"', page)) == {"id_old_password", "id_new_password2"}
    assert "not it at all" not in page


def test_password_managers_find_the_name_and_both_kinds_of_password(ada: User) -> None:
    def told(page: bytes) -> list[str]:
        return re.findall(r'autocomplete="(username|[\w-]+-password)"', page.decode())

    assert told(at(ada).get("/account").content) == ["username", "new-password", "new-password"]
    ada.set_password(GOOD)
    ada.save()
    assert told(at(ada).get("/account").content) == ["username", "current-password", "new-password", "new-password"]


@pytest.mark.parametrize(("embedded", "name", "skips"), [(False, "ada", 0), (True, "ada", 0), (True, "owner", 1)])
def test_only_the_owner_of_one_machine_is_offered_to_go_on_without_a_password(
    acme: Team, settings: Any, embedded: bool, name: str, skips: int
) -> None:
    settings.EMBEDDED = embedded
    _, user = entry.ensure_owner(name, "acme")
    page = at(user).get("/account/password").content.decode()

    assert page.count("Not now") == skips
    assert page.count("works once") == 1 - skips
