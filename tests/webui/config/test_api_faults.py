"""Every refusal below /api is for a program: a code and a sentence, whatever refuses."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from webui.accounts import apikeys
from webui.accounts.models import Team, User

WRONG = "cr_wrong-and-secret"


@pytest.fixture
def key(acme: Team, ada: User) -> str:
    return apikeys.create(acme, ada, "ci", ["read"])[1]


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


@pytest.mark.parametrize("path", ["", "v1", "v1/nothing", "v1/rules/", "v2/rules", "v1/rules/none"])
def test_an_unknown_address_is_told_in_json(client: Client, key: str, path: str) -> None:
    answer = client.get(f"/api/{path}", headers=bearer(key))

    assert answer.status_code == 404
    assert answer.json() == {"code": "not-found", "detail": "There is nothing here that you may see."}


@pytest.mark.parametrize(("method", "allowed"), [("delete", "GET"), ("put", "GET"), ("post", "GET")])
def test_a_method_that_is_not_taken_is_told_in_json(client: Client, key: str, method: str, allowed: str) -> None:
    answer = getattr(client, method)("/api/v1/rules", headers=bearer(key))

    assert (answer.status_code, answer["Allow"]) == (405, allowed)
    assert answer.json() == {"code": "method-not-allowed", "detail": "This address does not take that method."}


def test_a_page_that_takes_no_get_answers_as_before(client: Client, ada: User) -> None:
    client.force_login(ada)

    answer = client.get("/preferences")

    assert (answer.status_code, answer.content) == (405, b"")


@pytest.mark.django_db
def test_without_a_key_the_answer_says_how_to_send_one(client: Client) -> None:
    answer = client.get("/api/v1/rules")

    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
    assert answer.json()["code"] == "not-signed-in"
    assert "Authorization: Bearer KEY" in answer.json()["detail"]


def test_a_wrong_key_is_refused_however_often_and_locks_nobody_out(client: Client, key: str) -> None:
    answers = [client.get("/api/v1/rules", headers=bearer(WRONG)) for _ in range(120)]

    assert {answer.status_code for answer in answers} == {401}
    assert answers[0].json()["code"] == "key-unknown"
    assert WRONG not in answers[0].content.decode()
    assert client.get("/api/v1/rules", headers=bearer(key)).status_code == 200


def test_a_key_that_has_ended_is_refused_like_an_unknown_one(client: Client, acme: Team, ada: User) -> None:
    ended, secret = apikeys.create(acme, ada, "old", ["read"])
    ended.expires = timezone.now() - timedelta(minutes=1)
    ended.save()

    assert client.get("/api/v1/rules", headers=bearer(secret)).json()["code"] == "key-unknown"
    basic = client.get("/api/v1/rules", headers={"Authorization": "Basic YTpi"})
    assert (basic.status_code, basic.json()["code"]) == (401, "key-unknown")


@pytest.mark.parametrize("path", ["captures", "transcripts", "runs", "cases"])
def test_a_cursor_that_no_answer_gave_is_refused(client: Client, key: str, path: str) -> None:
    answer = client.get(f"/api/v1/{path}?after=zzz-secret", headers=bearer(key))

    assert (answer.status_code, answer.json()["code"]) == (422, "cursor-unknown")
    assert "secret" not in answer.content.decode()


@pytest.mark.parametrize("path", ["me", "cases", "nothing", "audit", "captures?format=csv"])
def test_no_cache_keeps_what_is_answered(client: Client, key: str, path: str) -> None:
    assert client.get(f"/api/v1/{path}", headers=bearer(key))["Cache-Control"] == "no-store"


def test_a_missing_body_is_called_so(client: Client, ada: User) -> None:
    client.force_login(ada)

    answer = client.generic("POST", "/api/v1/cases/1/comments", b"", content_type="application/json")

    assert (answer.status_code, answer.json()["detail"].rpartition(" See: ")[2]) == (422, "the body.")


def test_a_failure_is_told_in_json_and_says_nothing_of_what_was_sent(client: Client, key: str) -> None:
    answer = client.get("/api/v1/cases?after=%00secret", headers=bearer(key))

    assert answer.status_code < 500
    assert "secret" not in answer.content.decode()
