"""Uploads over HTTP, with a view of the test's own behind the real decorators."""

import hashlib
import hmac
import io
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
import zstandard
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from webui.accounts.access import require
from webui.accounts.models import Team, User
from webui.config import urls as product
from webui.transcripts import blobs
from webui.transcripts.uploads import Received, Sink, UploadRefused, keep, receive, takes_files


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


@require()
@takes_files(refuse)
def looking(request: HttpRequest, team: Team) -> HttpResponse:
    return HttpResponse("a form")


def unprepared(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"files": list(request.FILES), "fields": dict(request.POST)})


urlpatterns = [
    path("<slug:team>/keep", keeping),
    path("<slug:team>/forget", forgetful),
    path("<slug:team>/break", breaking),
    path("<slug:team>/look", looking),
    path("unprepared", unprepared),
    *product.urlpatterns,
]
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data(tmp_path: Path) -> Iterator[Path]:
    with override_settings(DATA=tmp_path, ROOT_URLCONF=__name__):
        yield tmp_path


@pytest.fixture
def sender(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def files_under(folder: Path) -> list[Path]:
    return [found for found in folder.rglob("*") if found.is_file()]


def test_a_file_is_kept_with_size_and_fingerprint_of_the_received_bytes(sender: Client, acme: Team) -> None:
    body = b'{"messages": []}'
    answer = sender.post("/acme/keep", {"file": SimpleUploadedFile("a.json", body)})
    [found] = answer.json()["files"]
    assert found["name"] == "a.json"
    assert found["field"] == "file"
    assert found["size"] == 16
    assert found["fingerprint"] == hmac.new(bytes(acme.redaction_key), body, hashlib.sha256).hexdigest()
    assert b"".join(blobs.open_pieces(found["blob"])) == body
    assert found["head"] == body.decode()


def test_files_come_in_order_and_pasted_text_last(sender: Client) -> None:
    form = {"text": "[1]", "file": [SimpleUploadedFile("a.json", b"{}"), SimpleUploadedFile("b.json", b"[]")]}
    found = sender.post("/acme/keep", form).json()["files"]
    assert [(file["name"], file["head"]) for file in found] == [
        ("a.json", "{}"),
        ("b.json", "[]"),
        ("pasted.json", "[1]"),
    ]


def test_a_raw_body_is_one_file(sender: Client) -> None:
    answer = sender.post("/acme/keep?name=log.jsonl", b"[1]\n[2]\n", content_type="application/json")
    [found] = answer.json()["files"]
    assert (found["name"], found["size"], found["field"]) == ("log.jsonl", 8, "")


def test_the_file_is_readable_by_its_owner_alone(sender: Client, data: Path) -> None:
    sender.post("/acme/keep", {"file": SimpleUploadedFile("a.json", b"{}")})
    [file] = files_under(data)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_the_view_does_not_keep_is_gone(sender: Client, data: Path) -> None:
    assert sender.post("/acme/forget", {"file": SimpleUploadedFile("a.json", b"{}")}).status_code == 200
    assert files_under(data) == []


def test_an_exception_in_the_view_leaves_no_file(sender: Client, data: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        sender.post("/acme/break", {"file": SimpleUploadedFile("a.json", b"{}")})
    assert files_under(data) == []


SECRETS = {
    "text": b"use sk-ant-api03-m4rkerm4rker1 now",
    "escaped": b"\\u0073k-ant-api03-m4rkerm4rker2",
    "pair": b"DB_PASSWORD=m4rkerm4rker3",
    "header": b'x", "x-api-key": "m4rkerm4rker4',
    "nested": b'{\\"authorization\\": \\"Bearer m4rkerm4rker5\\"}',
    "forge": b"ghp_m4rkerm4rker6m4rkerm4rker6",
}
BODY = (
    b'{"messages": [' + b", ".join(b'{"role": "user", "content": "' + text + b'"}' for text in SECRETS.values()) + b"]}"
)
PADDED = b'{"pad": "' + b"lorem ipsum " * 100_000 + b'"}\n' + BODY


class Broken(io.BytesIO):
    """A connection that is cut after what it holds."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(size) or self.cut()

    def readline(self, size: int | None = -1) -> bytes:
        return super().readline(size) or self.cut()

    def cut(self) -> bytes:
        raise OSError("cut")


def unpacked(folder: Path) -> bytes:
    return b"".join(unpacked_file(found) + found.read_bytes() for found in files_under(folder))


def unpacked_file(path: Path) -> bytes:
    return zstandard.ZstdDecompressor().decompressobj().decompress(path.read_bytes())


@pytest.mark.parametrize("way", ["form", "raw", "pasted"])
def test_no_secret_reaches_disk_answer_or_log(
    sender: Client, data: Path, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    if way == "form":
        answer = sender.post("/acme/keep", {"file": SimpleUploadedFile("m4rker password=m4rkerm4rker7.json", PADDED)})
    elif way == "raw":
        answer = sender.post("/acme/keep?name=a", PADDED, content_type="application/json")
    else:
        answer = sender.post("/acme/keep", {"text": PADDED.decode()})
    [found] = answer.json()["files"]
    assert b"[redacted:api-key:" in unpacked(data)
    assert b"m4rkerm4rker" not in unpacked(data) + answer.content + caplog.text.encode()
    assert found["size"] == len(PADDED)
    assert found["redactions"] == {"api-key": 3, "password": 1, "authorization": 1, "forge-token": 1}


def test_no_secret_reaches_the_disk_while_the_file_is_still_coming(data: Path) -> None:
    sink = Sink(b"k" * 32, "a.json", "file")
    for start in range(0, len(PADDED) * 3, 1000):
        sink.write((PADDED * 3)[start : start + 1000])
        if start % 500_000 == 0:
            [part] = files_under(data)
            assert b"m4rkerm4rker" not in unpacked_file(part)
    sink.abandon()
    assert files_under(data) == []


PART = b'--cut\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n'


@pytest.mark.parametrize(
    ("content_type", "head"), [("application/json", b""), ("multipart/form-data; boundary=cut", PART)]
)
def test_a_connection_that_breaks_leaves_no_file(sender: Client, data: Path, content_type: str, head: bytes) -> None:
    with pytest.raises(UnreadablePostError):
        sender.generic(
            "POST",
            "/acme/keep",
            b"x",
            content_type,
            **{"wsgi.input": Broken(head + PADDED), "CONTENT_LENGTH": "90000000"},
        )
    assert files_under(data) == []


def test_a_body_in_chunks_is_asked_for_its_length(sender: Client, data: Path) -> None:
    for extra in ({"CONTENT_LENGTH": ""}, {"HTTP_TRANSFER_ENCODING": "chunked"}):
        answer = sender.generic("POST", "/acme/keep", b"{}", "application/json", **extra)
        assert (answer.status_code, answer.json()["code"]) == (411, "length-required")
    assert files_under(data) == []


@override_settings(MAX_UPLOAD=1000)
def test_a_body_beyond_the_limit_is_refused_before_it_is_read(sender: Client, data: Path) -> None:
    answer = sender.post("/acme/keep", b"x" * 70_000, content_type="application/json")
    assert (answer.status_code, answer.json()) == (413, {"code": "too-large", "limit": 1000})
    assert files_under(data) == []


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=1000)
def test_pasted_text_beyond_its_limit_is_refused_and_takes_its_files_along(sender: Client, data: Path) -> None:
    answer = sender.post("/acme/keep", {"file": SimpleUploadedFile("a.json", b"{}"), "text": "x" * 2000})
    assert (answer.status_code, answer.json()) == (413, {"code": "paste-too-large", "limit": 1000})
    assert files_under(data) == []


@override_settings(DATA_UPLOAD_MAX_NUMBER_FILES=2)
def test_more_files_than_allowed_are_refused(sender: Client, data: Path) -> None:
    answer = sender.post("/acme/keep", {"file": [SimpleUploadedFile(f"{n}.json", b"{}") for n in range(3)]})
    assert (answer.status_code, answer.json()["code"]) == (400, "too-many-files")
    assert files_under(data) == []


def test_a_form_without_a_boundary_is_refused(sender: Client) -> None:
    answer = sender.post("/acme/keep", b"{}", content_type="multipart/form-data; boundary=")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-form")


def test_a_form_needs_its_token_and_finds_it_among_its_fields(ada: User, data: Path) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    file = SimpleUploadedFile("a.json", BODY)
    assert strict.post("/acme/keep", {"file": file}).status_code == 403
    assert files_under(data) == []
    strict.cookies["csrftoken"] = "t" * 32
    file.seek(0)
    answer = strict.post("/acme/keep", {"csrfmiddlewaretoken": "t" * 32, "file": file})
    assert answer.status_code == 200
    assert b"m4rkerm4rker" not in unpacked(data)
    raw = strict.post("/acme/keep", b"{}", content_type="application/json", headers={"X-CSRFToken": "t" * 32})
    assert raw.status_code == 200


def test_strangers_leave_no_file(rob: User, data: Path) -> None:
    for client in (Client(), Client()):
        assert client.post("/acme/keep", {"file": SimpleUploadedFile("a.json", BODY)}).status_code == 302
    other = Client()
    other.force_login(rob)
    assert other.post("/acme/keep", {"file": SimpleUploadedFile("a.json", BODY)}).status_code == 404
    assert files_under(data) == []


def test_a_view_that_is_not_made_for_files_gets_its_fields_and_no_file(data: Path) -> None:
    answer = Client().post("/unprepared", {"a": "1", "file": SimpleUploadedFile("a.json", BODY * 9000), "b": "2"})
    assert answer.json() == {"files": [], "fields": {"a": ["1"], "b": ["2"]}}
    assert files_under(data) == []


def test_receive_outside_its_wrapper_is_a_mistake(rf: RequestFactory) -> None:
    with pytest.raises(TypeError):
        receive(rf.post("/", b"{}", content_type="application/json"))


def test_a_page_is_shown_without_looking_at_lengths(sender: Client) -> None:
    assert sender.get("/acme/look").content == b"a form"


def test_an_empty_file_and_an_empty_paste(sender: Client) -> None:
    found = sender.post("/acme/keep", {"file": SimpleUploadedFile("a.json", b""), "text": " \n"}).json()["files"]
    assert [(file["name"], file["size"]) for file in found] == [("a.json", 0)]


def test_the_head_is_the_masked_beginning(sender: Client) -> None:
    body = b"password=m4rkerm4rker3 " + b"x" * 300_000
    [found] = sender.post("/acme/keep", body, content_type="application/json").json()["files"]
    assert len(found["head"]) == 64 * 1024
    assert found["head"].startswith("password=[redacted:password:")


def test_equal_bytes_have_equal_fingerprints_within_a_team_alone(sender: Client, rob: User) -> None:
    def fingerprint(client: Client, team: str) -> str:
        return str(
            client.post(f"/{team}/keep", b"{}", content_type="application/json").json()["files"][0]["fingerprint"]
        )

    other = Client()
    other.force_login(rob)
    assert fingerprint(sender, "acme") == fingerprint(sender, "acme") != fingerprint(other, "rivals")
