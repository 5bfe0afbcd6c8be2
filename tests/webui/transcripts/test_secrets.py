"""No planted secret is found in the database, in files, in logs or in answers."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import zstandard
from django.db import connection
from django.test import Client

from webui.accounts.models import User
from webui.transcripts.models import Capture, Transcript

# Made up for this test; each is what a pattern of the redaction looks for.
TOKEN = "sk-ant-api03-" + "Zq7Xw2Lm9Kp4Rt6Yb8Nc" * 2
FORGE = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3z"[:36].ljust(36, "0")
PASSWORD = "correct-horse-42"
PERSON = "user_8c1f5e_account_77ab_session_90de"
SIGNATURE = "EqQBCkYIBBgCIkDc" + "AKIAIOSFODNN7EXAMPLE" + "Qw" * 30
PLANTED = (TOKEN, FORGE, PASSWORD, PERSON)


@pytest.fixture
def planted(session: dict[str, Any]) -> dict[str, Any]:
    """Secrets in text, in a tool's output, escaped, in nested JSON, by key; and a signature, which is none."""
    session["metadata"] = {"user_id": PERSON}
    messages = session["messages"]
    messages[0]["content"] = f"My key is {TOKEN}, use it."
    messages[1]["content"].insert(0, {"type": "thinking", "thinking": "Hm.", "signature": SIGNATURE})
    messages[1]["content"][2]["input"] = {"body": json.dumps({"password": PASSWORD})}
    messages[2]["content"][0]["content"] = f"export GH={FORGE}\npassword={PASSWORD}\n"
    return session


def everything(data_dir: Path) -> Iterator[tuple[str, bytes]]:
    """Yield each file below the data folder and each cell of the database, unpacked."""
    for path in data_dir.rglob("*"):
        if path.is_file():
            raw = path.read_bytes()
            yield path.name, raw
            if path.suffix == ".zst":
                yield path.name, zstandard.ZstdDecompressor().decompressobj().decompress(raw)
    with connection.cursor() as cursor:
        cursor.execute("select name from sqlite_master where type = 'table'")
        for (table,) in cursor.fetchall():
            cursor.execute(f'select * from "{table}"')  # noqa: S608 - a name of our own schema
            for row in cursor.fetchall():
                for cell in row:
                    yield table, unpacked(cell)


def unpacked(cell: object) -> bytes:
    if isinstance(cell, (bytes, memoryview)):
        raw = bytes(cell)
        return zstandard.ZstdDecompressor().decompress(raw) if raw[:4] == zstandard.FRAME_HEADER else raw
    return str(cell).encode()


def pages_of(capture: Capture, transcript: Transcript) -> list[str]:
    """Every page that shows a capture: lists, the transcript unfolded, each message rendered and raw."""
    team = f"/t/{capture.team.slug}"
    one = f"{team}/transcripts/{transcript.pk}"
    messages = [f"{one}/m/{index}{view}" for index in range(transcript.messages) for view in ("", "?view=raw", ".json")]
    return [f"{team}/captures", f"{team}/captures/{capture.pk}", f"{team}/transcripts", f"{one}?open=all", *messages]


@pytest.mark.parametrize("layout", ["plain", "escaped", "lines", "openai"])
def test_no_planted_secret_is_left_anywhere(
    client: Client,
    ada: User,
    data_dir: Path,
    planted: dict[str, Any],
    work_off: Callable[[], int],
    caplog: pytest.LogCaptureFixture,
    layout: str,
) -> None:
    data = json.dumps(planted)
    if layout == "escaped":
        data = data.replace("sk-ant", "\\u0073k-ant").replace("ghp_", "gh\\u0070_")
    if layout == "lines":
        data = data + "\n" + data
    if layout == "openai":
        call = {
            "id": "c1",
            "type": "function",
            "function": {"name": "run", "arguments": json.dumps({"password": PASSWORD})},
        }
        messages = [
            {"role": "user", "content": f"{TOKEN} {FORGE}"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": f"password={PASSWORD}"},
        ]
        data = json.dumps({"model": "gpt-4o", "user": PERSON, "messages": messages})
    client.force_login(ada)

    sent = client.post("/api/v1/captures", data.encode(), content_type="application/json")
    work_off()
    capture = Capture.objects.get()
    transcript = capture.transcripts.first()
    assert transcript is not None
    answers = [
        sent,
        client.get(f"/api/v1/captures/{capture.pk}"),
        client.get(f"/api/v1/transcripts/{transcript.pk}/messages"),
        client.get(f"/api/v1/transcripts/{transcript.pk}/violations"),
        *(client.get(page) for page in pages_of(capture, transcript)),
    ]

    assert [answer.status_code for answer in answers] == [202] + [200] * (len(answers) - 1)
    places = [*everything(data_dir), ("log", caplog.text.encode())]
    places += [("answer", answer.content) for answer in answers]
    assert len(places) > 50
    for secret in PLANTED:
        found = [name for name, content in places if secret.encode() in content]
        assert found == [], secret[:4]
    assert sum(capture.redactions.values()) >= 4
    if layout == "plain":
        assert SIGNATURE in answers[2].content.decode()


def test_the_search_of_this_test_sees_what_is_there(
    client: Client, ada: User, data_dir: Path, session: dict[str, Any], work_off: Callable[[], int]
) -> None:
    session["messages"][0]["content"] = "find-me-4711"
    client.force_login(ada)
    client.post("/api/v1/captures", json.dumps(session).encode(), content_type="application/json")
    work_off()

    found = {name for name, content in everything(data_dir) if b"find-me-4711" in content}

    assert {"transcripts_body", f"{Capture.objects.get().blob}"} <= found


def test_what_was_found_in_an_unreadable_body_is_masked(client: Client, ada: User, data_dir: Path) -> None:
    client.force_login(ada)

    for address in ("check", "captures"):
        answer = client.post(f"/api/v1/{address}", f"key {TOKEN}".encode(), content_type="application/json")
        assert answer.json()["code"] == "unknown-format"
        assert TOKEN not in answer.content.decode()
        assert "[redacted:" in answer.content.decode()
