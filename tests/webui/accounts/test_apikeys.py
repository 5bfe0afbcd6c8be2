"""Keys of programs: what they open, and when they stop."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from webui.accounts import apikeys
from webui.accounts.models import ApiKey, Member, Team, User
from webui.audit.trail import trail_of

RULES = "/api/v1/rules"
CASES = "/api/v1/cases"


def ask(secret: str, address: str = CASES, **more: Any) -> Any:
    return Client(enforce_csrf_checks=True).get(address, headers={"Authorization": f"Bearer {secret}"}, **more)


@pytest.fixture
def admin(ada: User) -> User:
    Member.objects.filter(user=ada).update(role=Member.Role.ADMIN)
    return ada


@pytest.fixture
def made(acme: Team, ada: User) -> tuple[ApiKey, str]:
    return apikeys.create(acme, ada, "build", ["read"])


def test_a_key_opens_its_team_with_its_scopes(made: tuple[ApiKey, str]) -> None:
    key, secret = made

    assert ask(secret).status_code == 200
    assert ask(secret, RULES).status_code == 200
    assert secret.startswith(key.prefix) and secret not in str(vars(key))
    key.refresh_from_db()
    assert key.last_used is not None and timezone.now() - key.last_used < timedelta(minutes=1)


def test_use_is_noted_once_a_minute(made: tuple[ApiKey, str]) -> None:
    earlier = timezone.now() - timedelta(seconds=30)
    ApiKey.objects.update(last_used=earlier)

    ask(made[1])

    assert ApiKey.objects.get().last_used == earlier


def test_a_key_sees_its_own_team_alone(made: tuple[ApiKey, str], rivals: Team, ada: User) -> None:
    Member.objects.create(team=rivals, user=ada, role=Member.Role.ADMIN)

    assert ask(made[1]).status_code == 200
    assert ask(made[1], f"{CASES}?team=rivals").status_code == 404


def test_a_missing_scope_is_named(made: tuple[ApiKey, str], data_dir: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    said = client.post(
        "/api/v1/captures",
        {"messages": []},
        content_type="application/json",
        headers={"Authorization": f"Bearer {made[1]}"},
    )

    assert (said.status_code, said.json()["code"]) == (403, "scope-missing")
    assert said.json()["detail"] == "This key lacks the scope: upload."


def test_a_key_uploads_without_the_token_of_a_form(acme: Team, ada: User, data_dir: Any) -> None:
    _, secret = apikeys.create(acme, ada, "build", ["upload"])

    def send(headers: dict[str, str], client: Client) -> int:
        sent = client.post("/api/v1/captures", {"messages": []}, content_type="application/json", headers=headers)
        return int(sent.status_code)

    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ada)
    assert send({"Authorization": f"Bearer {secret}"}, Client(enforce_csrf_checks=True)) == 202
    assert send({}, browser) == 403


def test_a_key_does_no_more_than_its_owner(acme: Team, ada: User, data_dir: Any) -> None:
    _, secret = apikeys.create(acme, ada, "build", ["upload"])
    Member.objects.filter(user=ada).update(role=Member.Role.VIEWER)

    said = Client().post(
        "/api/v1/captures", {}, content_type="application/json", headers={"Authorization": f"Bearer {secret}"}
    )

    assert (said.status_code, said.json()["code"]) == (403, "not-allowed")


def _revoked(key: ApiKey) -> None:
    apikeys.revoke(key)


def _expired(key: ApiKey) -> None:
    ApiKey.objects.update(expires=timezone.now())


def _left(key: ApiKey) -> None:
    Member.objects.filter(user=key.owner_id).delete()


def _shut_out(key: ApiKey) -> None:
    User.objects.filter(pk=key.owner_id).update(is_active=False)


@pytest.mark.parametrize("end", [_revoked, _expired, _left, _shut_out])
def test_a_key_that_is_over_is_unknown(made: tuple[ApiKey, str], end: Any) -> None:
    end(made[0])

    assert ask(made[1], RULES).status_code == 401


def test_a_wrong_key_is_refused_whatever_session_comes_with_it(client: Client, ada: User) -> None:
    client.force_login(ada)

    assert client.get(RULES, headers={"Authorization": "Bearer cr_wrong"}).status_code == 401
    assert client.get(RULES).status_code == 200


def test_a_rotated_key_works_for_its_overlap(made: tuple[ApiKey, str]) -> None:
    key, old = made

    following = apikeys.rotate(key, 24)
    assert following is not None
    new, secret = following
    key.refresh_from_db()

    assert (new.name, new.scopes, new.rotated_from_id) == ("build", ["read"], key.pk)
    assert ask(old).status_code == ask(secret).status_code == 200
    assert timedelta(hours=23) < key.expires - timezone.now() <= timedelta(hours=24)
    assert timedelta(days=89) < new.expires - timezone.now() < timedelta(days=91)
    assert apikeys.rotate(key, 24) is None
    assert apikeys.rotate(new, 0) is not None
    assert ask(secret).status_code == 401


def test_an_admin_makes_rotates_and_revokes_keys(client: Client, admin: User, acme: Team) -> None:
    client.force_login(admin)
    page = "/t/acme/settings/keys"

    shown = client.post(page, {"name": "build", "scopes": ["read", "upload"], "days": "30"}).content.decode()
    key = ApiKey.objects.get()
    secret = shown.partition('<code id="secret">')[2].partition("</code>")[0]
    assert ask(secret).status_code == 200
    assert f"Authorization: Bearer {secret}" in shown and secret not in client.get(page).content.decode()
    assert key.prefix in client.get(page).content.decode()

    again = client.post(f"{page}/{key.pk}/rotate", {"hours": "1"}).content.decode()
    assert '<code id="secret">' in again
    second = ApiKey.objects.get(rotated_from=key)
    assert client.post(f"{page}/{second.pk}/revoke").status_code == 302
    assert client.post(f"{page}/{second.pk}/rotate", {"hours": "1"}).status_code == 302
    told = [(event.action, event.subject_id, event.actor_name) for event in trail_of(acme.pk)]
    assert told == [
        ("created", str(key.pk), "ada"),
        ("rotated", str(key.pk), "ada"),
        ("revoked", str(second.pk), "ada"),
    ]


@pytest.mark.parametrize(
    "given",
    [{}, {"name": "x"}, {"name": "x", "scopes": ["root"], "days": "9"}, {"name": "x", "scopes": ["read"], "days": "0"}],
)
def test_a_key_needs_a_name_a_scope_and_an_end(client: Client, admin: User, given: dict[str, Any]) -> None:
    client.force_login(admin)

    assert client.post("/t/acme/settings/keys", given).status_code == 422
    assert not ApiKey.objects.exists()
