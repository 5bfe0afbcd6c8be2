"""Members of a team: added by a link, given roles, removed at once."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.people import member
from webui.accounts import entry
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


def test_a_new_member_joins_by_the_link_with_an_account_of_their_own(admin: Client, acme: Team) -> None:
    link = link_in(admin.post(f"{PAGE}/new", {"name": "Cy from sales", "role": "reviewer"}))
    page = admin.get(PAGE).content.decode()
    assert link not in page
    assert "Cy from sales, as Reviewer, made" in page

    cy = Client()
    page = cy.get(link).content.decode()
    assert "You are invited as Reviewer." in page
    assert "Cy from sales" not in page
    for given in (
        {"name": "cy d", "password1": GOOD, "password2": GOOD},
        {"name": "cy.d", "password1": "password", "password2": "password"},
        {"name": "cy.d", "password1": GOOD, "password2": GOOD + "x"},
        {},
    ):
        assert cy.post(link, given).status_code == 422
    assert not User.objects.filter(username="cy.d").exists()
    joined = cy.post(link, {"name": "cy.d", "password1": GOOD, "password2": GOOD}, follow=True)
    assert "You belong to Acme now, as Reviewer." in joined.content.decode()
    assert cy.get(PAGE).status_code == 200
    assert Client().post(link, {"name": "eve", "password1": GOOD, "password2": GOOD}).status_code == 403
    assert Client().post("/login", {"name": "cy.d", "password": GOOD}).status_code == 302
    assert told(acme) == [
        ("invitation", "created", "", "reviewer"),
        ("invitation", "used", "", ""),
        ("member", "joined", "", "reviewer"),
    ]


def test_somebody_with_an_account_joins_as_who_they_are_signed_in(admin: Client, acme: Team, rob: User) -> None:
    rob.set_password(GOOD)
    rob.save()
    link = link_in(admin.post(f"{PAGE}/new", {"name": "rob", "role": "viewer"}))
    browser = Client()
    assert f'href="/login?next={link}"' in browser.get(link).content.decode()
    assert browser.post("/login", {"name": "rob", "password": GOOD, "next": link})["Location"] == link
    assert "Join as rob" in browser.get(link).content.decode()
    assert not Member.objects.filter(team=acme, user=rob).exists()

    assert browser.post(link)["Location"] == "/t/acme/inbox"

    assert Member.objects.get(team=acme, user=rob).role == "viewer"
    assert browser.get(link).content.decode().count("Join as") == 0


def test_an_invitation_says_the_same_whether_an_account_of_that_name_exists_or_not(admin: Client, rob: User) -> None:
    def answer(name: str) -> str:
        said = admin.post(f"{PAGE}/new", {"name": name, "role": "viewer"})
        assert said.status_code == 200
        text = said.content.decode().replace(name, "NAME").replace(link_in(said), "LINK")
        Invitation.objects.all().delete()
        return re.sub(
            r'"[A-Za-z0-9]{64}"|\d+ s ago|just now|datetime="[^"]*"|title="[^"]*UTC"|invitations/\d+/revoke', "", text
        )

    users = User.objects.count()
    assert answer("rob") == answer("nobody-of-that-name")
    assert User.objects.count() == users


def test_a_link_is_no_way_to_ask_who_has_an_account(admin: Client, rob: User) -> None:
    link = link_in(admin.post(f"{PAGE}/new", {"name": "x", "role": "viewer"}))
    eve = Client()
    for _ in range(5):
        answer = eve.post(link, {"name": "ROB", "password1": GOOD, "password2": GOOD})
        assert answer.status_code == 422
        assert "This name cannot be used here." in answer.content.decode()
    closed = eve.post(link, {"name": "somebody-new", "password1": GOOD, "password2": GOOD})
    assert "This link makes no account any more" in closed.content.decode()
    assert not User.objects.filter(username="somebody-new").exists()
    assert GOOD not in closed.content.decode()


def test_a_member_leaves_the_link_unused(admin: Client, acme: Team) -> None:
    link = link_in(admin.post(f"{PAGE}/new", {"name": "x", "role": "viewer"}))
    assert "You belong to this team already, as ada." in admin.get(link).content.decode()
    assert admin.post(link).status_code == 422
    assert Invitation.objects.get().used is None
    assert Member.objects.filter(team=acme).count() == 1


def test_a_link_to_join_ends_after_a_day(admin: Client) -> None:
    link = link_in(admin.post(f"{PAGE}/new", {"name": "x", "role": "viewer"}))
    Invitation.objects.update(expires=timezone.now())
    assert Client().post(link, {"name": "late", "password1": GOOD, "password2": GOOD}).status_code == 403
    assert not User.objects.filter(username="late").exists()


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


@pytest.mark.parametrize("given", [{"name": "", "role": "viewer"}, {"name": "x", "role": "owner"}, {"name": "x" * 61}])
def test_what_is_no_invitation_is_refused(admin: Client, given: dict[str, str]) -> None:
    answer = admin.post(f"{PAGE}/new", given)
    assert answer.status_code == 422
    assert "Nobody was invited." in answer.content.decode()
    assert not Invitation.objects.exists()


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


def test_a_revoked_link_opens_nothing(admin: Client, acme: Team) -> None:
    link = link_in(admin.post(f"{PAGE}/new", {"name": "cy", "role": "viewer"}))
    one = Invitation.objects.get()

    revoked = admin.post(f"{PAGE}/invitations/{one.pk}/revoke", follow=True)

    assert "The link of cy does not work any more." in revoked.content.decode()
    assert Client().post(link).status_code == 403
    assert admin.post(f"{PAGE}/invitations/{one.pk}/revoke").status_code == 404
    assert [action for _, action, _, _ in told(acme)] == ["created", "revoked"]


def test_a_revoked_link_of_an_account_that_never_entered_takes_its_place_along(admin: Client, acme: Team) -> None:
    """Accounts that an earlier release made together with their invitation."""
    user = User.objects.create_user("cy")
    Member.objects.create(team=acme, user=user, role=Member.Role.VIEWER)
    entry.invite(acme, user)
    admin.post(f"{PAGE}/invitations/{Invitation.objects.get().pk}/revoke")
    assert not User.objects.filter(username="cy").exists()
    assert [action for _, action, _, _ in told(acme)] == ["revoked", "removed"]


def test_others_read_the_table_and_change_nothing(ben: User) -> None:
    client = Client()
    client.force_login(ben)

    shown = client.get(PAGE).content.decode()
    assert "What each role may do" in shown and "Save roles" not in shown
    assert client.post(f"{PAGE}/roles", {f"role-{ben.pk}": "admin"}).status_code == 403
    assert role_of(ben) == "viewer"


def test_fifty_members_are_one_page_and_the_last_admin_is_known_on_each(client: Client, acme: Team) -> None:
    boss = member(acme, "zoe", Member.Role.ADMIN)
    users = User.objects.bulk_create(User(username=f"m{n:03}") for n in range(52))
    Member.objects.bulk_create(Member(team=acme, user=user, role=Member.Role.VIEWER) for user in users)
    client.force_login(boss)

    first = client.get("/t/acme/settings/members").content.decode()
    second = client.get("/t/acme/settings/members?after=m049").content.decode()

    assert "53 members" in first and "53 members" in second
    assert "Role of m049" in first and "Role of m050" not in first
    assert 'data-next-page href="?after=m049"' in first
    assert "Role of m050" in second and "Role of m049" not in second
    assert "the last admin cannot leave" in second and "data-next-page" not in second
    assert client.get("/t/acme/settings/members?after=%00").status_code == 200
