"""Signing in and out, and preferences."""

import pytest
from django.test import Client

from webui.accounts import entry
from webui.accounts.models import Member, Team, User


@pytest.fixture
def named(ada: User) -> User:
    ada.set_password("correct horse battery")
    ada.save()
    return ada


def test_the_right_password_leads_to_the_page_that_was_asked_for(client: Client, named: User) -> None:
    asked = client.get("/t/acme/captures")
    assert asked["Location"] == "/login?next=/t/acme/captures"

    answer = client.post(
        "/login", {"name": "ada", "password": "correct horse battery", "next": "/t/acme/captures?after=x"}
    )

    assert answer["Location"] == "/t/acme/captures?after=x"
    assert client.get("/t/acme/captures").status_code == 200


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/x", "javascript:alert(1)", "\\\\evil"])
def test_nobody_is_sent_to_another_host(client: Client, named: User, elsewhere: str) -> None:
    page = client.get("/login", {"next": elsewhere}).content.decode()
    answer = client.post("/login", {"name": "ada", "password": "correct horse battery", "next": elsewhere})

    assert "evil" not in page
    assert answer["Location"] == "/"


def test_an_unknown_name_and_a_wrong_password_get_the_same_answer(client: Client, named: User) -> None:
    wrong = client.post("/login", {"name": "ada", "password": "no"})
    unknown = client.post("/login", {"name": "eve", "password": "no"})

    def told(answer: object) -> str:
        text = answer.content.decode()  # type: ignore[attr-defined]
        return text[text.index("<main") : text.index("</main>")].replace("eve", "ada").split('name="csrf')[0]

    assert wrong.status_code == unknown.status_code == 422
    assert told(wrong) == told(unknown)
    assert "That name and password do not match an account here." in told(wrong)


def test_the_password_is_not_echoed(client: Client, named: User) -> None:
    assert "hunter2" not in client.post("/login", {"name": "ada", "password": "hunter2"}).content.decode()


def test_opening_a_one_time_address_spends_nothing(client: Client, ada: User, acme: Team) -> None:
    token = entry.invite(acme, ada)

    for _ in range(3):
        assert "This address works once." in client.get(f"/enter/{token}").content.decode()
    assert "_auth_user_id" not in client.session

    assert client.post(f"/enter/{token}")["Location"] == "/account/password"
    assert client.get("/", follow=True).redirect_chain[0][0] == "/t/acme/inbox"


def test_a_used_or_unknown_address_signs_nobody_in(client: Client, ada: User, acme: Team) -> None:
    token = entry.invite(acme, ada)
    Client().post(f"/enter/{token}")

    for address in (f"/enter/{token}", "/enter/never-made"):
        answer = client.post(address)
        assert answer.status_code == 403
        assert "This address does not sign in any more." in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_signing_out_ends_the_session_and_takes_no_get(client: Client, ada: User) -> None:
    client.force_login(ada)

    assert client.get("/sign-out").status_code == 405
    assert client.post("/sign-out")["Location"] == "/login"
    assert client.get("/t/acme/captures").status_code == 302


def test_a_theme_is_drawn_by_the_server_at_once(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert "data-theme" not in client.get("/rules").content.decode().split("<body")[0]

    answer = client.post("/preferences", {"theme": "dark", "next": "/rules?x=1"})

    assert answer["Location"] == "/rules?x=1"
    assert '<html lang="en" data-theme="dark">' in client.get("/rules").content.decode()
    client.post("/preferences", {"theme": "auto"})
    assert "data-theme" not in client.get("/rules").content.decode().split("<body")[0]


@pytest.mark.parametrize("sent", [{"theme": "<b>"}, {"shortcuts": "maybe"}, {"other": "on"}, {}])
def test_only_known_preferences_are_kept(client: Client, sent: dict[str, str]) -> None:
    answer = client.post("/preferences", sent)

    assert answer.status_code == 400
    assert not answer.cookies


def test_a_preference_leads_to_this_host_only(client: Client) -> None:
    answer = client.post("/preferences", {"theme": "dark", "next": "https://evil.example/"})

    assert answer["Location"] == "/"


def test_somebody_without_a_team_is_told(client: Client, db: None) -> None:
    client.force_login(User.objects.create_user("lone"))

    assert "You are in no team yet" in client.get("/").content.decode()


def test_people_of_two_teams_can_switch(client: Client, ada: User, acme: Team, rivals: Team) -> None:
    Member.objects.create(team=rivals, user=ada)
    client.force_login(ada)

    page = client.get("/t/rivals/transcripts").content.decode()

    assert 'aria-label="Team: Rivals. Switch team"' in page
    assert '<a href="/t/acme/inbox">' in page
    assert "In Rivals" in client.get("/rules/role-legal?team=rivals").content.decode()
    assert "In Acme" in client.get("/rules/role-legal?team=nobody").content.decode()
