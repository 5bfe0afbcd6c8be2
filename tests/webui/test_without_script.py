"""The main job without script: every step is a form that leads on by a redirect, and a whole page at its end."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.contracts import contract
from webui.accounts.models import User
from webui.review.models import Case

HOME = "/t/acme"
PASSWORD = "a-long-secret-of-7-words"
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "GRACE = 14"}
REQUEST = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 100,
    "tools": [{"name": "read_file", "input_schema": {"type": "object"}}],
    "messages": [
        {"role": "user", "content": "Summary: the fee is early."},
        {"role": "user", "content": [RESULT]},
    ],
}


def fields(state: str) -> dict[str, str]:
    """The fields of the form for a run, as they are pasted."""
    return {"name": "nightly", **{name: json.dumps(value) for name, value in contract(state).items()}}


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    text = str(answer.content.decode())
    assert text.rstrip().endswith("</html>"), "a whole page"
    return text


def upload(client: Client, name: str, data: bytes) -> str:
    """Send a file by the form; return the address that it leads to."""
    answer = client.post(f"{HOME}/captures/new", {"files": SimpleUploadedFile(name, data)})
    assert answer.status_code in {302, 303}
    return str(answer["Location"])


@pytest.fixture
def reviewer(ada: User, data_dir: Path) -> Client:
    """A browser that signed in by the form."""
    ada.set_password(PASSWORD)
    ada.save()
    client = Client()
    assert client.post("/login", {"name": "ada", "password": PASSWORD}).status_code == 302
    return client


def test_without_script_a_person_uploads_reads_decides_comments_and_exports(
    reviewer: Client, work_off: Callable[[], int]
) -> None:
    capture = upload(reviewer, "one.json", json.dumps(REQUEST).encode())
    work_off()
    case = Case.objects.get(code="paired-tool-result")
    here = f"{HOME}/cases/{case.number}"
    assert f'href="{HOME}/transcripts/{case.transcript_id}' in page(reviewer, capture)
    assert "GRACE = 14" in page(reviewer, f"{HOME}/transcripts/{case.transcript_id}?at=1")

    form = page(reviewer, f"{here}?form=reject")
    assert f'action="{here}/decision' in form and 'name="reason" value="message-shape"' in form
    for step, given, shown in (
        ("comments", {"text": "It lost its call."}, "It lost its call."),
        ("decision", {"action": "reject", "reason": "message-shape"}, "you rejected the transcript"),
    ):
        answer = reviewer.post(f"{here}/{step}", given)
        assert answer.status_code == 303
        assert shown in page(reviewer, answer["Location"])

    listed = reviewer.get(f"{HOME}/inbox/export?view=closed&format=csv")
    assert listed.status_code == 200
    assert b"paired-tool-result" in listed.getvalue()
    run = reviewer.post(f"{HOME}/runs/new?way=contract", fields("Parser ready"))["Location"]
    work_off()
    exported = page(reviewer, f"{run}/export.html")
    assert "Parser ready" in exported and "<script" not in exported
