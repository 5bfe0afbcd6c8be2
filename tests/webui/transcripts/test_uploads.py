"""Uploads over HTTP, with a view of the test's own behind the real decorators."""

import hashlib
import hmac
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.test import Client, override_settings
from django.urls import path

from webui.accounts.access import require
from webui.accounts.models import Team, User
from webui.transcripts import blobs
from webui.transcripts.uploads import Received, UploadRefused, keep, receive, takes_files


def refuse(request: HttpRequest, refusal: UploadRefused) -> HttpResponse:
    return JsonResponse({"code": refusal.code, "limit": refusal.limit}, status=refusal.status)


def told(received: Received, name: str) -> dict[str, object]:
    return {
        "name": received.name,
        "field": received.field,
        "size": received.size,
        "fingerprint": received.fingerprint,
        "redactions": dict(received.redactions),
        "head": received.head.decode("latin-1"),
        "blob": name,
    }


@require()
@takes_files(refuse)
def keeping(request: HttpRequest, team: Team) -> HttpResponse:
    return JsonResponse({"files": [told(received, keep(received)) for received in receive(request)]})


@require()
@takes_files(refuse)
def forgetful(request: HttpRequest, team: Team) -> HttpResponse:
    return JsonResponse({"files": [told(received, "") for received in receive(request)]})


@require()
@takes_files(refuse)
def breaking(request: HttpRequest, team: Team) -> HttpResponse:
    receive(request)
    raise ZeroDivisionError


def unprepared(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"files": list(request.FILES), "fields": dict(request.POST)})


urlpatterns = [
    path("<slug:team>/keep", keeping),
    path("<slug:team>/forget", forgetful),
    path("<slug:team>/break", breaking),
    path("unprepared", unprepared),
]
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data(tmp_path: Path) -> Iterator[Path]:
    with override_settings(DATA=tmp_path, ROOT_URLCONF=__name__):
        yield tmp_path


@pytest.fixture
def browser(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def files_under(folder: Path) -> list[Path]:
    return [found for found in folder.rglob("*") if found.is_file()]


def test_a_file_is_kept_with_size_and_fingerprint_of_the_received_bytes(browser: Client, acme: Team) -> None:
    body = b'{"messages": []}'
    answer = browser.post("/acme/keep", {"file": SimpleUploadedFile("a.json", body)})
    [found] = answer.json()["files"]
    assert found["name"] == "a.json"
    assert found["field"] == "file"
    assert found["size"] == 16
    assert found["fingerprint"] == hmac.new(bytes(acme.redaction_key), body, hashlib.sha256).hexdigest()
    assert b"".join(blobs.open_pieces(found["blob"])) == body
    assert found["head"] == body.decode()


def test_files_come_in_order_and_pasted_text_last(browser: Client) -> None:
    form = {"text": "[1]", "file": [SimpleUploadedFile("a.json", b"{}"), SimpleUploadedFile("b.json", b"[]")]}
    found = browser.post("/acme/keep", form).json()["files"]
    assert [(file["name"], file["head"]) for file in found] == [
        ("a.json", "{}"),
        ("b.json", "[]"),
        ("pasted.json", "[1]"),
    ]


def test_a_raw_body_is_one_file(browser: Client) -> None:
    answer = browser.post("/acme/keep?name=log.jsonl", b"[1]\n[2]\n", content_type="application/json")
    [found] = answer.json()["files"]
    assert (found["name"], found["size"], found["field"]) == ("log.jsonl", 8, "")


def test_the_file_is_readable_by_its_owner_alone(browser: Client, data: Path) -> None:
    browser.post("/acme/keep", {"file": SimpleUploadedFile("a.json", b"{}")})
    [file] = files_under(data)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_the_view_does_not_keep_is_gone(browser: Client, data: Path) -> None:
    assert browser.post("/acme/forget", {"file": SimpleUploadedFile("a.json", b"{}")}).status_code == 200
    assert files_under(data) == []


def test_an_exception_in_the_view_leaves_no_file(browser: Client, data: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        browser.post("/acme/break", {"file": SimpleUploadedFile("a.json", b"{}")})
    assert files_under(data) == []
