"""Files that no one can use, and odd ones that are used all the same: by upload, through the job, to the sentence."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from webui.accounts.models import Team, User
from webui.common.errors import capture_sentence
from webui.transcripts import access, store
from webui.transcripts.models import Body, Capture, Transcript
from webui.transcripts.uploads import Received

Receive = Callable[..., Received]
Deliver = Callable[..., Capture]

MARK = "zebra-7319"
"""Stands in each of the files, and must never stand in an answer's sentence, a row of a refused file, or a log."""

SAID = f'{{"messages": [{{"role": "user", "content": "{MARK}"}}'
WRAPPED = f'{SAID}, {{"role": "user", "content": '
BAD: dict[str, tuple[bytes, str, tuple[str, ...]]] = {
    "truncated": (f"{SAID},\n".encode(), "json-truncated", ("cut off", "line 1", "byte ")),
    "utf-16": (f"{SAID}]}}".encode("utf-16"), "bad-encoding", ("UTF-16", "Save it as UTF-8")),
    "invalid utf-8": (f"{SAID}]}}".encode() + b" \xff", "bad-encoding", ("UTF-8", f"byte {len(SAID) + 3}")),
    "binary": (b"\x7fELF\0\0\1" + MARK.encode(), "not-text", ("binary",)),
    "gzip": (gzip.compress(SAID.encode()), "compressed-input", ("gzip", "Unpack it first")),
    "empty": (b"", "empty-file", ("empty",)),
    "blank": (b" \n\t ", "empty-file", ("empty",)),
    "nan": (f'{SAID}], "temperature": NaN}}'.encode(), "json-nonfinite", ("line 1", "NaN")),
    "duplicate keys": (f'{SAID}], "a": 1, "a": 2}}'.encode(), "json-duplicate-key", ("same key twice",)),
    "deep nesting": (b"[" * 200_000 + b"]" * 200_000, "json-too-deep", ("200 levels",)),
    "a page": (f"<html>{MARK}</html>".encode(), "markup-page", ("HTML", "login")),
    "prose": (MARK.encode(), "unknown-format", ("This version reads",)),
    "an error answer": (
        f'{{"type": "error", "error": {{"type": "x", "message": "{MARK}"}}}}'.encode(),
        "error-response",
        ("no request inside",),
    ),
    "a large block": (
        f'{WRAPPED}"{"a" * (11 * 1024 * 1024)}"}}]}}'.encode(),
        "too-large",
        ("One text may have 10 MB",),
    ),
}
Files = pytest.mark.parametrize("name", BAD)


@Files
def test_a_bad_file_is_refused_with_a_sentence_by_page_job_and_api(
    client: Client,
    ada: User,
    acme: Team,
    receive: Receive,
    work_off: Callable[[], int],
    data_dir: Path,
    caplog: pytest.LogCaptureFixture,
    name: str,
) -> None:
    data, code, words = BAD[name]
    capture, _ = store.accept(acme, None, receive(acme, data))
    work_off()

    capture.refresh_from_db()
    assert (capture.state, capture.error_code) == ("failed", code)
    said = capture_sentence(code, capture.error_place)
    assert [word for word in words if word not in said] == []
    assert not Transcript.objects.exists() and not Body.objects.exists()
    assert MARK not in said + caplog.text + json.dumps(capture.error_place)

    client.force_login(ada)
    answer = client.post("/api/v1/check", data, content_type="application/json", CONTENT_LENGTH=str(len(data)))
    assert (answer.status_code >= 400, answer.json()["code"], answer.json()["detail"]) == (True, code, said)
    assert MARK not in caplog.text


@Files
def test_a_bad_file_that_is_small_is_refused_before_it_is_stored(
    client: Client, ada: User, data_dir: Path, name: str
) -> None:
    data, code, _ = BAD[name]
    client.force_login(ada)

    answer = client.post("/api/v1/captures", data, content_type="application/json", CONTENT_LENGTH=str(len(data)))

    if len(data) > 256 * 1024:
        assert answer.status_code in (202, 413, 422)
    else:
        assert (answer.status_code >= 400, answer.json()["code"]) == (True, code)
        assert not Capture.objects.exists()
        assert not list((data_dir / "blobs").iterdir())


def test_a_line_of_a_megabyte_is_read(deliver: Deliver, session: dict[str, Any]) -> None:
    session["messages"][0]["content"] = "word " * 250_000

    capture = deliver(json.dumps(session).encode() + b"\n" + json.dumps(session).encode(), name="log.jsonl")

    assert (capture.state, capture.transcripts.count()) == ("ready", 2)
    assert access.message_for(capture.transcripts.first(), 0).body.size > 1_250_000


def test_half_surrogates_and_nul_are_kept_in_the_bytes_and_shown_clean(
    deliver: Deliver, session: dict[str, Any]
) -> None:
    data = json.dumps(session).replace("Why is the fee early?", r"a\ud800b\u0000c").encode()

    transcript = deliver(data).transcripts.get()

    row = access.message_for(transcript, 0)
    assert store.native_of(row.body) == rb'{"role": "user", "content": "a\ud800b\u0000c"}'
    assert row.body.preview == "a\ufffdb\ufffdc"
    assert store.begins(row.body.brief[0], row.body.preview) == "a\ufffdb\ufffdc"
    (block,) = store.blocks_of(row)
    assert getattr(block, "text", "") == "a\ud800b\0c"
    assert "valid-unicode" in {note["code"] for note in transcript.capture.notes}


def test_names_of_tools_and_models_are_cleaned_and_cut(deliver: Deliver, session: dict[str, Any]) -> None:
    session["model"] = "m\0" * 100
    session["messages"][1]["content"][1]["name"] = "\0" * 500
    session["messages"][0]["role"] = "r\0" * 50

    transcript = deliver(json.dumps(session).encode(), dialect="anthropic").transcripts.get()

    assert transcript.model == "m\ufffd" * 60
    assert access.message_for(transcript, 1).body.brief[1]["name"] == "\ufffd" * 120
    assert access.message_for(transcript, 0).body.role == "r\ufffd" * 10


def test_scripts_and_direction_marks_are_data(deliver: Deliver, session: dict[str, Any]) -> None:
    session["messages"][0]["content"] = hostile = "<script>alert(1)</script>\u202egnp.exe"

    transcript = deliver(session).transcripts.get()

    assert access.message_for(transcript, 0).body.preview == hostile


def test_content_of_odd_types_is_kept(deliver: Deliver) -> None:
    odd = [None, 7, "text", [], {"role": "user", "content": 5}, {"role": 3, "content": [7, None, {"type": 4}]}]

    transcript = deliver({"model": "claude-x", "system": "s", "messages": odd}).transcripts.get()

    assert transcript.messages == access.rows_of(transcript).count() == 6
    natives = [json.loads(store.native_of(row.body)) for row in access.opened(transcript, list(range(6)))]
    assert natives == odd


def test_an_empty_list_is_a_transcript_without_messages(deliver: Deliver) -> None:
    transcript = deliver({"model": "claude-x", "system": "s", "messages": []}).transcripts.get()

    assert (transcript.messages, access.rows_of(transcript).count()) == (0, 0)
    assert transcript.checked is not None
