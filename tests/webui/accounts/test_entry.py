"""One-time addresses."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import CommandError, call_command
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import timezone

from webui.accounts import access, entry
from webui.accounts.models import Invitation, Member, Team, User


@pytest.fixture
def request_(rf: RequestFactory, db: None) -> HttpRequest:
    request = rf.post("/enter/x")
    request.session = SessionStore()
    return request


def test_a_token_signs_its_person_in(request_: HttpRequest, ada: User, acme: Team) -> None:
    token = entry.invite(acme, ada)

    assert entry.enter(request_, token) == ada
    assert request_.session["_auth_user_id"] == str(ada.pk)


def test_a_token_works_once(request_: HttpRequest, ada: User, acme: Team) -> None:
    token = entry.invite(acme, ada)
    entry.enter(request_, token)

    assert entry.enter(request_, token) is None


def test_a_token_ends_after_a_day(request_: HttpRequest, ada: User, acme: Team) -> None:
    token = entry.invite(acme, ada)
    made = Invitation.objects.get()
    assert abs(made.expires - made.created - timedelta(hours=24)) < timedelta(seconds=5)
    Invitation.objects.update(expires=timezone.now())

    assert entry.enter(request_, token) is None


@pytest.mark.parametrize("token", ["", "wrong", "\ud800", "x" * 5000])
def test_an_unknown_token_opens_nothing(request_: HttpRequest, ada: User, acme: Team, token: str) -> None:
    entry.invite(acme, ada)

    assert entry.enter(request_, token) is None
    assert "_auth_user_id" not in request_.session


def test_a_new_token_voids_the_earlier_one(request_: HttpRequest, ada: User, acme: Team) -> None:
    earlier = entry.invite(acme, ada)
    entry.invite(acme, ada)

    assert entry.enter(request_, earlier) is None


def test_a_person_who_left_or_was_shut_out_does_not_enter(request_: HttpRequest, ada: User, acme: Team) -> None:
    token = entry.invite(acme, ada)
    User.objects.update(is_active=False)
    assert entry.enter(request_, token) is None
    User.objects.update(is_active=True)
    Member.objects.all().delete()
    assert entry.enter(request_, token) is None


def test_only_the_digest_of_a_token_is_kept(ada: User, acme: Team) -> None:
    token = entry.invite(acme, ada)

    row = Invitation.objects.values().get()
    assert token not in str(row)
    assert len(row["digest"]) == 64


@pytest.mark.django_db
def test_the_first_start_makes_the_local_team_and_its_owner() -> None:
    address = entry.first_address("http://127.0.0.1:8000/")

    assert address.startswith("http://127.0.0.1:8000/enter/")
    member = Member.objects.get()
    assert (member.team.slug, member.user.username, member.role) == ("local", "owner", "admin")
    assert not member.user.has_usable_password()


@pytest.mark.django_db
def test_a_second_start_gives_a_new_address_to_the_same_owner() -> None:
    assert entry.first_address("http://h") != entry.first_address("http://h")
    assert (User.objects.count(), Team.objects.count(), Member.objects.count()) == (1, 1, 1)


def test_the_command_prints_an_address_that_works(request_: HttpRequest, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("invite", owner="grace", team="navy", base_url="https://review.example")

    address = capsys.readouterr().out.strip()
    user = entry.enter(request_, address.removeprefix("https://review.example/enter/"))
    assert user is not None and user.username == "grace"
    assert access.role_of(user, Team.objects.get(slug="navy")) == Member.Role.ADMIN


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("owner", "team"), [("no spaces", "navy"), ("grace", "no spaces"), ("", "navy"), ("grace", "")]
)
def test_the_command_refuses_odd_names(owner: str, team: str) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("invite", owner=owner, team=team)

    assert caught.value.returncode == 2
    assert not User.objects.exists()
