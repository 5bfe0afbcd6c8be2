"""Sending files: each is answered for itself, and nothing unusable is stored."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from webui.transcripts.models import Capture

NEW = "/t/acme/captures/new"


@pytest.fixture(autouse=True)
def folder(data_dir: object) -> None:
    """Uploads need a data folder."""


def sent(data: object, name: str = "request.json") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data if isinstance(data, bytes) else json.dumps(data).encode())


def test_the_page_states_kinds_limit_and_what_is_stored_before_anything_is_sent(at_ada: Client) -> None:
    page = at_ada.get(NEW).content.decode()

    assert "Anthropic Messages request" in page
    assert "Up to 1,024 MB a file" in page
    assert "with secrets masked" in page
    assert "http://testserver/api/v1/captures?team=acme" in page
    assert "python manage.py check_captures" in page
    assert "mitmproxy-flow" not in page, "formats that are only recognised are not offered"


def test_one_file_leads_to_its_own_page(at_ada: Client, session: dict[str, Any]) -> None:
    answer = at_ada.post(NEW, {"files": sent(session)})

    capture = Capture.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == f"/t/acme/captures/{capture.pk}"
    assert capture.uploaded_by is not None
    assert (capture.name, capture.state, capture.source) == ("request.json", "queued", "page")


def test_pasted_text_is_a_file(at_ada: Client, session: dict[str, Any]) -> None:
    answer = at_ada.post(NEW, {"text": json.dumps(session)})

    assert answer.status_code == 302
    assert Capture.objects.get().name == "pasted.json"


def test_the_same_bytes_again_show_the_earlier_capture(at_ada: Client, session: dict[str, Any]) -> None:
    first = at_ada.post(NEW, {"files": sent(session)})
    again = at_ada.post(NEW, {"files": sent(session, "other.json")}, follow=True)

    assert again.redirect_chain == [(first["Location"], 302)]
    assert "The same bytes were sent before." in again.content.decode()
    assert Capture.objects.count() == 1


def test_a_refused_file_is_told_with_place_and_findings_and_the_others_go_on(
    at_ada: Client, session: dict[str, Any]
) -> None:
    answer = at_ada.post(NEW, {"files": [sent(b'{"wat": "is this"}', "odd.json"), sent(session, "good.json")]})
    page = answer.content.decode()

    assert answer.status_code == 422
    assert [capture.name for capture in Capture.objects.all()] == ["good.json"]
    assert "odd.json</span> was not accepted.</b> Nothing in this file is known as a capture." in page
    assert "unknown-format" in page
    assert '<code lang="" dir="auto" translate="no">wat</code>' in page
    assert "Accepted</span> <a" in page


def test_several_good_files_are_listed(at_ada: Client, session: dict[str, Any]) -> None:
    other = {**session, "max_tokens": 7}
    answer = at_ada.post(NEW, {"files": [sent(session, "a.json"), sent(session, "b.json"), sent(other, "c.json")]})
    page = answer.content.decode()

    assert answer.status_code == 200
    assert page.count("Accepted</span> <a") == 2
    assert page.count("Already here</span> <a") == 1


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x1f\x8b\x08\x00junk", "compressed-input"),
        (b"  \n ", "empty-file"),
        ('{"messages": []}'.encode("utf-16"), "bad-encoding"),
        (b"<!doctype html><html><body>login</body></html>", "markup-page"),
        (b"SQLite format 3\x00rest", "database-file"),
        (b'{"messages": [', "json-truncated"),
    ],
)
def test_bad_input_is_answered_by_the_form_and_stores_nothing(at_ada: Client, data: bytes, code: str) -> None:
    answer = at_ada.post(NEW, {"files": sent(data, "bad.bin")})

    assert answer.status_code == 422
    assert code in answer.content.decode()
    assert Capture.objects.count() == 0


def test_an_empty_form_says_so(at_ada: Client) -> None:
    answer = at_ada.post(NEW, {})

    assert answer.status_code == 422
    assert "No file was chosen and nothing was pasted." in answer.content.decode()


def test_what_was_found_is_shown_harmless(at_ada: Client) -> None:
    answer = at_ada.post(NEW, {"files": sent({"<script>x</script>\u202e": 1}, "<img src=x>.json")})
    page = answer.content.decode()

    assert "<script>x" not in page
    assert "<img src=x>" not in page
    assert "&lt;script&gt;x" in page
    assert ">RLO</span>" in page


def test_an_upload_beyond_the_limit_is_413(at_ada: Client, settings: Any, session: dict[str, Any]) -> None:
    settings.MAX_UPLOAD = 1024

    answer = at_ada.post(NEW, {"files": sent(b"x" * 200_000)})

    assert answer.status_code == 413
    assert "larger than the server takes" in answer.content.decode()
    assert Capture.objects.count() == 0


def test_an_upload_without_a_length_is_411(at_ada: Client) -> None:
    answer = at_ada.generic("POST", NEW, b"", HTTP_TRANSFER_ENCODING="chunked", CONTENT_LENGTH="")

    assert answer.status_code == 411
    assert "did not say how long it is" in answer.content.decode()


def test_a_chosen_format_and_dialect_are_kept(at_ada: Client, session: dict[str, Any]) -> None:
    at_ada.post(NEW, {"files": sent(session), "format": "anthropic-request", "dialect": "anthropic"})

    capture = Capture.objects.get()
    assert (capture.format_asked, capture.dialect_asked) == ("anthropic-request", "anthropic")


def test_a_viewer_may_not_send(at_vic: Client, session: dict[str, Any]) -> None:
    assert at_vic.get(NEW).status_code == 403
    assert at_vic.post(NEW, {"files": sent(session)}).status_code == 403
    assert Capture.objects.count() == 0


def test_a_form_without_its_token_stores_nothing(ada: Any, session: dict[str, Any]) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)

    answer = strict.post(NEW, {"files": sent(session)})

    assert answer.status_code == 403
    assert "This form is out of date" in answer.content.decode()
    assert Capture.objects.count() == 0


def test_upload_to_violation(at_ada: Client, orphan: dict[str, Any], work_off: Callable[[], int]) -> None:
    capture_page = at_ada.post(NEW, {"files": sent(orphan)})["Location"]
    work_off()

    page = at_ada.get(capture_page).content.decode()
    link = page.split('class="btn primary" href="')[1].split('"')[0]
    assert "Tool result without its call" in at_ada.get(link).content.decode()
