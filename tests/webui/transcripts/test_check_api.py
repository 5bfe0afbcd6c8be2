"""`POST /check`: a verdict without a trace."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from webui.accounts.models import User
from webui.transcripts.models import Capture


@pytest.fixture
def signed(client: Client, ada: User, data_dir: Path) -> Client:
    client.force_login(ada)
    return client


def post(client: Client, address: str, data: Any) -> Any:
    body = data if isinstance(data, bytes) else json.dumps(data).encode()
    return client.post(f"/api/v1{address}", body, content_type="application/json")


def test_check_answers_what_the_command_line_prints_and_stores_nothing(signed: Client, orphan: dict[str, Any]) -> None:
    answer = post(signed, "/check?name=mine.json", orphan)

    assert answer.status_code == 200
    body = answer.json()
    assert body["version"] == 1
    (file,) = body["files"]
    assert (file["name"], file["format"], file["error"]) == ("mine.json", "anthropic-request", None)
    assert [violation["pointer"] for violation in file["lists"][0]["violations"]] == ["/messages/1/content/0"]
    assert not Capture.objects.exists()


def test_check_of_something_unreadable_says_where_and_what_was_found(signed: Client) -> None:
    answer = post(signed, "/check", b'{"secret-free": 1}')

    assert answer.status_code == 422
    body = answer.json()
    assert body["code"] == body["files"][0]["error"]["code"] == "unknown-format"
    assert body["files"][0]["error"]["found"] == ["secret-free"]
    assert "secret-free" not in body["detail"]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("layer=odd", 422, "not-usable"),
        ("format=odd", 422, "no-such-format"),
        ("dialect=odd", 422, "no-such-dialect"),
    ],
)
def test_check_refuses_what_is_not_there(
    signed: Client, session: dict[str, Any], query: str, status: int, code: str
) -> None:
    answer = post(signed, f"/check?{query}", session)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "odd" not in answer.content.decode()


def test_a_form_is_refused(signed: Client) -> None:
    answer = signed.post("/api/v1/check", {"a": "b"})

    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported-media-type")


def test_a_body_over_the_limit_of_one_request_is_refused_before_it_is_read(signed: Client) -> None:
    answer = signed.post(
        "/api/v1/check", b"{}", content_type="application/json", CONTENT_LENGTH=str(128 * 1024 * 1024 + 1)
    )

    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
