"""Members of a team: added by a link, given roles, removed at once."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from webui.accounts.models import Invitation, Member, Team, User
from webui.audit.trail import trail_of

PAGE = "/t/acme/settings/members"
GOOD = "a-long-secret-of-7-words"


@pytest.fixture
def admin(ada: User, acme: Team) -> Client:
    Member.objects.filter(user=ada).update(role=Member.Role.ADMIN)
    client = Client()
    client.force_login(ada)
    return client


@pytest.fixture
def ben(acme: Team) -> User:
    user = User.objects.create_user("ben")
    Member.objects.create(team=acme, user=user, role=Member.Role.VIEWER)
    return user


def link_in(answer: Any) -> str:
    found = re.search(r"/enter/[\w-]+", answer.content.decode())
    assert found is not None
    return found[0]


def told(team: Team) -> list[tuple[str, str, str, str]]:
    return [(event.subject, event.action, event.was, event.now) for event in trail_of(team.pk)]


def role_of(user: User) -> str:
    return Member.objects.get(user=user).role


def test_a_new_member_enters_by_the_link_and_chooses_a_password(admin: Client, acme: Team) -> None:
    link = link_in(admin.post(f"{PAGE}/new", {"name": "cy.d", "role": "reviewer"}))
    assert link not in admin.get(PAGE).content.decode()

    cy = Client()
    assert cy.post(link)["Location"] == reverse("accounts:password")
    weak = cy.post("/account/password", {"new_password1": "password", "new_password2": "password"})
    assert weak.status_code == 422
    assert cy.post("/account/password", {"new_password1": GOOD, "new_password2": GOOD}).status_code == 302
    assert cy.get(PAGE).status_code == 200
    assert Client().post(link).status_code == 403
    assert Client().post("/login", {"name": "cy.d", "password": GOOD}).status_code == 302
    assert told(acme) == [("invitation", "created", "", "reviewer"), ("member", "joined", "", "reviewer")]


def test_a_changed_password_needs_the_present_one_and_ends_other_sessions(ada: User, client: Client) -> None:
    ada.set_password(GOOD)
    ada.save()
    other = Client()
    for one in (client, other):
        one.force_login(ada)
    new = {"new_password1": GOOD + "-2", "new_password2": GOOD + "-2"}

    assert client.post("/account/password", new).status_code == 422
    assert client.post("/account/password", {**new, "old_password": GOOD}).status_code == 302
    assert client.get("/account/password").status_code == 200
    assert other.get("/account/password").status_code == 302


@pytest.mark.parametrize("name", ["", "a b", "-x", "ROB", "ada", "é"])
def test_a_name_that_is_taken_or_odd_is_refused(admin: Client, rob: User, name: str) -> None:
    before = User.objects.count()

    assert admin.post(f"{PAGE}/new", {"name": name, "role": "viewer"}).status_code == 422
    assert User.objects.count() == before and not Invitation.objects.exists()


def test_roles_are_saved_and_told(admin: Client, ben: User, acme: Team) -> None:
    page = admin.post(f"{PAGE}/roles", {f"role-{ben.pk}": "maintainer"}, follow=True)

    assert "1 role changed." in page.content.decode()
    assert role_of(ben) == "maintainer"
    assert told(acme) == [("member", "role-changed", "viewer", "maintainer")]
    assert "No role was changed." in admin.post(f"{PAGE}/roles", {}, follow=True).content.decode()


def test_the_last_admin_stays(admin: Client, ada: User, ben: User, acme: Team) -> None:
    demoted = admin.post(f"{PAGE}/roles", {f"role-{ada.pk}": "viewer", f"role-{ben.pk}": "reviewer"}, follow=True)
    removed = admin.post(f"{PAGE}/{ada.pk}/remove", follow=True)

    assert "keeps at least one admin" in demoted.content.decode()
    assert "keeps at least one admin" in removed.content.decode()
    assert (role_of(ada), role_of(ben)) == ("admin", "viewer")
    assert told(acme) == []


def test_an_admin_may_go_when_another_stays(admin: Client, ada: User, ben: User) -> None:
    Member.objects.filter(user=ben).update(role="admin")

    assert admin.post(f"{PAGE}/{ada.pk}/remove")["Location"] == "/"
    assert admin.get(PAGE).status_code == 404


def test_a_removed_member_finds_nothing_at_once(admin: Client, ben: User, acme: Team) -> None:
    session = Client()
    session.force_login(ben)
    link = link_in(admin.post(f"{PAGE}/{ben.pk}/link"))
    assert session.get(PAGE).status_code == 200

    assert admin.get(f"{PAGE}/{ben.pk}/remove").status_code == 200
    assert admin.post(f"{PAGE}/{ben.pk}/remove").status_code == 302

    assert session.get(PAGE).status_code == 404
    assert Client().post(link).status_code == 403
    assert told(acme)[-1] == ("member", "removed", "viewer", "")


def test_nobody_makes_a_link_for_an_account_of_another_team(admin: Client, ben: User, rivals: Team) -> None:
    Member.objects.create(team=rivals, user=ben)

    assert "only an operator" in admin.post(f"{PAGE}/{ben.pk}/link", follow=True).content.decode()
    assert not Invitation.objects.exists()


def test_a_revoked_link_opens_nothing_and_frees_the_name(admin: Client, acme: Team) -> None:
    link = link_in(admin.post(f"{PAGE}/new", {"name": "cy", "role": "viewer"}))
    one = Invitation.objects.get()

    assert admin.post(f"{PAGE}/invitations/{one.pk}/revoke").status_code == 302

    assert Client().post(link).status_code == 403
    assert not User.objects.filter(username="cy").exists()
    assert admin.post(f"{PAGE}/invitations/{one.pk}/revoke").status_code == 404
    assert [action for _, action, _, _ in told(acme)] == ["created", "revoked", "removed"]


def test_others_read_the_table_and_change_nothing(ben: User) -> None:
    client = Client()
    client.force_login(ben)

    shown = client.get(PAGE).content.decode()
    assert "What each role may do" in shown and "Save roles" not in shown
    assert client.post(f"{PAGE}/roles", {f"role-{ben.pk}": "admin"}).status_code == 403
    assert role_of(ben) == "viewer"
