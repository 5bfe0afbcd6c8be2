"""The API over HTTP."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from webui.accounts import apikeys
from webui.accounts.models import Member, Team, User
from webui.jobs.models import Job
from webui.transcripts import store
from webui.transcripts.models import Capture

Deliver = Callable[..., Capture]
JSON = "application/json"


@pytest.fixture
def signed(client: Client, ada: User, data_dir: Path) -> Client:
    client.force_login(ada)
    return client


@pytest.fixture
def stranger(rob: User) -> Client:
    client = Client()
    client.force_login(rob)
    return client


def post(client: Client, address: str, data: Any, **headers: Any) -> Any:
    body = data if isinstance(data, bytes) else json.dumps(data).encode()
    return client.post(f"/api/v1{address}", body, content_type=JSON, **headers)


def get(client: Client, address: str) -> Any:
    return client.get(f"/api/v1{address}")


CALLS = [
    ("post", "/check"),
    ("post", "/captures"),
    ("get", "/captures/{capture}"),
    ("get", "/transcripts/{transcript}"),
    ("get", "/transcripts/{transcript}/messages"),
    ("get", "/transcripts/{transcript}/violations"),
    ("get", "/rules"),
    ("get", "/rules/paired-tool-result"),
]


@pytest.mark.parametrize(("method", "address"), CALLS)
def test_nothing_works_without_a_signed_in_person(client: Client, db: None, method: str, address: str) -> None:
    answer = getattr(client, method)(f"/api/v1{address}", **({"content_type": JSON} if method == "post" else {}))

    assert (answer.status_code, answer.json()["code"]) == (401, "not-signed-in")


@pytest.mark.parametrize("address", [address for method, address in CALLS if "{" in address])
def test_rows_of_another_team_and_missing_ones_are_the_same_404(
    stranger: Client, deliver: Deliver, orphan: dict[str, Any], address: str
) -> None:
    capture = deliver(orphan)
    theirs = address.format(capture=capture.pk, transcript=capture.transcripts.get().pk)
    missing = address.format(capture="000000000000", transcript="000000000000")

    answers = [get(stranger, one) for one in (theirs, missing)]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].content == answers[1].content


@pytest.mark.parametrize("address", ["/check", "/captures"])
def test_a_call_that_changes_or_costs_something_needs_the_csrf_token(ada: User, data_dir: Path, address: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)

    answer = post(client, address, {"messages": []})

    assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
    assert not Capture.objects.exists()
    assert not list((data_dir / "blobs").iterdir())


@pytest.mark.parametrize("address", ["/check", "/captures"])
def test_the_csrf_token_opens_the_call(ada: User, data_dir: Path, address: str, session: dict[str, Any]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(ada)
    client.cookies["csrftoken"] = token = "t" * 32

    assert post(client, address, session, headers={"X-CSRFToken": token}).status_code in (200, 202)


def test_a_raw_body_becomes_a_capture(signed: Client, orphan: dict[str, Any], work_off: Callable[[], int]) -> None:
    answer = post(signed, "/captures?name=night.json", orphan)

    assert answer.status_code == 202
    body = answer.json()
    assert (body["team"], body["name"], body["state"], body["created"]) == ("acme", "night.json", "queued", True)
    assert [step["state"] for step in body["steps"]] == ["waiting"] * 4
    capture = Capture.objects.get()
    assert (capture.source, capture.uploaded_by and capture.uploaded_by.username) == ("api", "ada")

    work_off()
    body = get(signed, f"/captures/{body['id']}").json()
    assert body["state"] == "ready"
    assert [(step["name"], step["state"], step["count"]) for step in body["steps"]][1:] == [
        ("Read", "done", 4),
        ("Store", "done", 4),
        ("Check", "done", 4),
    ]
    assert [(one["messages"], one["errors"]) for one in body["transcripts"]] == [(4, 1)]
    assert body["runs"] == []


def test_a_multipart_file_becomes_a_capture(signed: Client, session: dict[str, Any]) -> None:
    file = SimpleUploadedFile("day.json", json.dumps(session).encode(), content_type=JSON)

    answer = signed.post("/api/v1/captures", {"file": file})

    assert (answer.status_code, answer.json()["name"]) == (202, "day.json")


def test_the_same_bytes_again_give_200_and_the_earlier_id(signed: Client, session: dict[str, Any]) -> None:
    first = post(signed, "/captures", session)
    again = post(signed, "/captures?name=other.json", session)

    assert (again.status_code, again.json()["id"]) == (200, first.json()["id"])
    assert again.json()["created"] is False
    assert (Capture.objects.count(), Job.objects.count()) == (1, 1)


def test_a_capture_that_cannot_be_read_is_refused_and_nothing_is_stored(signed: Client, data_dir: Path) -> None:
    answer = post(signed, "/captures", b"\x1f\x8b\x08\x00")

    assert (answer.status_code, answer.json()["code"]) == (415, "compressed-input")
    assert not Capture.objects.exists()
    assert not list((data_dir / "blobs").iterdir())


def test_a_capture_that_failed_later_says_why_and_where(
    signed: Client, acme: Team, receive: Callable[..., Any], work_off: Callable[[], int]
) -> None:
    capture, _ = store.accept(acme, None, receive(acme, b'{"messages": [\n{"role": "my own'))
    work_off()

    error = get(signed, f"/captures/{capture.pk}").json()["error"]

    assert (error["code"], error["line"], error["found"]) == ("json-truncated", 2, [])
    assert "cut off" in error["detail"] and "my own" not in str(error)


def test_no_file_and_several_files_are_refused(signed: Client, data_dir: Path) -> None:
    files = [SimpleUploadedFile(f"{number}.json", b'{"messages":[]}') for number in range(2)]

    for data in ({}, {"file": files}):
        answer = signed.post("/api/v1/captures", data)
        assert (answer.status_code, answer.json()["code"]) == (400, "one-file-needed")
    assert not list((data_dir / "blobs").iterdir())


def test_a_body_in_chunks_is_refused(signed: Client) -> None:
    for address in ("/captures", "/check"):
        answer = signed.generic("POST", f"/api/v1{address}", b"", content_type=JSON, HTTP_TRANSFER_ENCODING="chunked")
        assert answer.status_code == 411
        assert answer.json()["detail"].startswith("Send the length of the body")


def test_a_body_over_the_limit_is_refused(signed: Client, settings: Any) -> None:
    settings.MAX_UPLOAD_BYTES = settings.MAX_UPLOAD = 10

    answer = post(signed, "/captures", b"[" + b" " * 100_000 + b"]")

    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_a_viewer_may_look_but_not_send(signed: Client, deliver: Deliver, session: dict[str, Any]) -> None:
    capture = deliver(session)
    Member.objects.update(role=Member.Role.VIEWER)

    assert post(signed, "/captures", {"messages": []}).status_code == 403
    assert get(signed, f"/captures/{capture.pk}").status_code == 200


def test_a_person_of_several_teams_names_one(signed: Client, ada: User, rivals: Team, session: dict[str, Any]) -> None:
    assert post(signed, "/captures?team=rivals", session).status_code == 404
    Member.objects.create(team=rivals, user=ada)

    unnamed = post(signed, "/captures", session)
    named = post(signed, "/captures?team=rivals", session)

    assert (unnamed.status_code, unnamed.json()["code"]) == (400, "team-needed")
    assert (named.status_code, named.json()["team"]) == (202, "rivals")


def test_messages_are_paged_by_place(signed: Client, deliver: Deliver, session: dict[str, Any]) -> None:
    pk = deliver(session).transcripts.get().pk

    first = get(signed, f"/transcripts/{pk}/messages?limit=2").json()
    second = get(signed, f"/transcripts/{pk}/messages?limit=9&after={first['next']}").json()

    assert [one["index"] for one in first["messages"]] == [0, 1]
    assert first["messages"][1]["native"] == session["messages"][1]
    assert [one["index"] for one in second["messages"]] == [2, 3, 4]
    assert (first["next"], second["next"]) == (1, None)


def test_an_answer_of_messages_is_bounded_in_bytes(signed: Client, deliver: Deliver, session: dict[str, Any]) -> None:
    for message in session["messages"][3:]:
        message["content"] = "long " * 700_000
    pk = deliver(session).transcripts.get().pk

    pages = [get(signed, f"/transcripts/{pk}/messages?after={after}").json() for after in (-1, 3)]

    assert [[one["index"] for one in page["messages"]] for page in pages] == [[0, 1, 2, 3], [4]]


def test_messages_cost_a_fixed_number_of_queries(
    signed: Client, deliver: Deliver, session: dict[str, Any], django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    pk = deliver(session).transcripts.get().pk

    with django_assert_max_num_queries(5):
        get(signed, f"/transcripts/{pk}/messages")


def test_violations_say_which_layer_they_are_of(signed: Client, deliver: Deliver, orphan: dict[str, Any]) -> None:
    pk = deliver(orphan).transcripts.get().pk

    body = get(signed, f"/transcripts/{pk}/violations?format=json").json()

    assert [one["rule"] for one in body["violations"]] == ["paired-tool-result"]
    assert (body["layers"], body["next"]) == ("both", None)
    assert body["violations"][0]["layers"] == ["core", "provider"]
    assert body["scope"].startswith("The core rules and the catalogue of ")


@pytest.mark.parametrize("query", ["format=sarif-secret", "after=secret", "after=-2"])
def test_a_wrong_parameter_is_named_and_not_repeated(
    signed: Client, deliver: Deliver, orphan: dict[str, Any], query: str
) -> None:
    pk = deliver(orphan).transcripts.get().pk

    answer = get(signed, f"/transcripts/{pk}/violations?{query}")

    assert (answer.status_code, answer.json()["code"]) == (422, "not-usable")
    assert query.split("=")[0] in answer.json()["detail"]
    assert "secret" not in answer.content.decode()


def test_rules_are_listed_and_shown_with_their_examples(signed: Client) -> None:
    listed = get(signed, "/rules").json()
    shown = get(signed, f"/rules/{listed[0]['id']}").json()

    assert {"paired-tool-result", "answered-tool-use"} < {rule["id"] for rule in listed}
    assert shown["title"] == listed[0]["title"]
    assert shown["bad"] and shown["good"]
    assert get(signed, "/rules/none").status_code == 404


def test_every_answer_is_declared(signed: Client) -> None:
    schema = signed.get("/api/openapi.json").json()

    calls = [call for path in schema["paths"].values() for call in path.values()]
    assert len(calls) >= 17
    for call in calls:
        assert {"401", "404", "422"} <= set(call["responses"])


def test_a_failure_of_ours_tells_nothing(
    signed: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from webui.transcripts import access

    def fail(*args: object) -> None:
        raise RuntimeError("the marker")

    monkeypatch.setattr(access, "capture_for", fail)
    answer = get(signed, "/captures/000000000000")

    assert (answer.status_code, answer.json()["code"]) == (500, "failed")
    assert "marker" not in answer.content.decode() + capsys.readouterr().err


def test_a_body_from_a_program_is_a_file_whatever_curl_calls_it(acme: Team, ada: User, data_dir: Path) -> None:
    key = apikeys.create(acme, ada, "ci", ["upload"])[1]
    body = b'[{"role": "user", "content": "a=b&text=c"}]'

    sent = Client(headers={"Authorization": f"Bearer {key}"}).generic(
        "POST", "/api/v1/captures?name=a.json", body, content_type="application/x-www-form-urlencoded"
    )

    assert (sent.status_code, sent.json()["name"], sent.json()["size"]) == (202, "a.json", len(body))
