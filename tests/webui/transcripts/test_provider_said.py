"""What the provider said about a request, from the capture to the API: matched, compared, without secrets."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.accounts.models import User
from webui.transcripts import store
from webui.transcripts.models import Capture, Transcript
from webui.transcripts.said import said

Deliver = Callable[..., Capture]
ORPHAN = "messages.1.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1."
TOKEN = "sk-ant-api03-" + "Zq7Xw2Lm9Kp4Rt6Yb8Nc" * 2


def exchange(body: dict[str, Any], message: str, status: int = 400) -> dict[str, Any]:
    error = {"type": "error", "error": {"type": "invalid_request_error", "message": message}}
    return {
        "request": {"url": "https://api.anthropic.com/v1/messages", "method": "POST", "body": body},
        "response": {"status_code": status, "body": error},
    }


def test_an_answer_is_kept_with_its_list(deliver: Deliver, orphan: dict[str, Any], session: dict[str, Any]) -> None:
    lines = [exchange(session, "", 200), exchange(orphan, ORPHAN)]
    capture = deliver("\n".join(map(json.dumps, lines)).encode(), name="log.jsonl")

    assert (capture.state, capture.format) == ("ready", "exchange-jsonl")
    first, second = capture.transcripts.order_by("number")
    assert first.provider_said == []
    assert second.provider_said == [
        {
            "status": 400,
            "at": "line 2 /response/body",
            "rules": ["paired-tool-result"],
            "pointer": "/messages/1/content/0",
            "text": ORPHAN,
        }
    ]


@pytest.mark.parametrize(
    ("message", "agreement"),
    [
        (ORPHAN, "same"),
        (ORPHAN.replace("messages.1.content.0: ", ""), "same"),
        (ORPHAN.replace("messages.1", "messages.3"), "elsewhere"),
        ("messages: text content blocks must be non-empty", "other"),
        ("messages.1.content.0: something new", "unmatched"),
        ("Something new.", "unmatched"),
    ],
)
def test_a_broken_request_agrees_or_not(deliver: Deliver, orphan: dict[str, Any], message: str, agreement: str) -> None:
    transcript = deliver(exchange(orphan, message)).transcripts.get()

    assert [answer.agreement for answer in said(transcript)] == [agreement]


def test_a_sound_request_that_was_refused_disagrees(deliver: Deliver, session: dict[str, Any]) -> None:
    transcript = deliver(exchange(session, ORPHAN)).transcripts.get()

    assert transcript.errors == 0
    assert [answer.agreement for answer in said(transcript)] == ["nothing"]


def test_an_unknown_role_agrees_with_its_refusal(deliver: Deliver, session: dict[str, Any]) -> None:
    session["messages"][4]["role"] = "operator"
    message = 'messages.4: Unexpected role "operator". Allowed roles are "user" or "assistant"'
    transcript = deliver(exchange(session, message)).transcripts.get()
    Transcript.objects.update(wire_roles=[{"index": 4, "role": "operator", "pointer": "/messages/4/role"}])
    transcript.violations.all().delete()
    transcript.refresh_from_db()

    assert "role-legal" in transcript.provider_said[0]["rules"]
    assert [answer.agreement for answer in said(transcript)] == ["same"]


def test_nothing_is_compared_before_the_rules_have_run(deliver: Deliver, orphan: dict[str, Any]) -> None:
    transcript = deliver(exchange(orphan, ORPHAN)).transcripts.get()
    transcript.checked = None

    assert [answer.agreement for answer in said(transcript)] == [None]


@pytest.mark.parametrize("wraps", range(6))
def test_a_secret_in_the_words_is_masked_however_deeply_they_are_wrapped(
    deliver: Deliver, session: dict[str, Any], wraps: int, caplog: pytest.LogCaptureFixture
) -> None:
    text = f'"authorization" was "{TOKEN}", refused'
    for _ in range(wraps):
        text = json.dumps({"error": {"message": text}})
    transcript = deliver(exchange(session, text.replace("sk-ant", "\\u0073k-ant") if wraps else text)).transcripts.get()

    (answer,) = transcript.provider_said
    assert "[redacted:" in answer["text"]
    assert "refused" in answer["text"]
    assert TOKEN not in answer["text"]
    assert "refused" not in caplog.text


def test_long_words_are_cut_and_odd_characters_stored(deliver: Deliver, session: dict[str, Any]) -> None:
    transcript = deliver(exchange(session, "no\x00no " + "word " * 1000)).transcripts.get()

    (answer,) = transcript.provider_said
    assert len(answer["text"]) == 2048
    assert answer["text"].startswith("no\ufffdno word")


def test_reading_again_gives_the_answers_once(
    deliver: Deliver, orphan: dict[str, Any], work_off: Callable[[], int]
) -> None:
    capture = deliver(exchange(orphan, ORPHAN))
    assert store.read_again(capture)
    work_off()

    assert len(capture.transcripts.get().provider_said) == 1


def test_an_answer_to_a_request_without_its_body_is_left_out(deliver: Deliver, session: dict[str, Any]) -> None:
    bare = exchange(session, ORPHAN)
    del bare["request"]["body"]
    capture = deliver(f"{json.dumps(exchange(session, '', 200))}\n{json.dumps(bare)}".encode())

    assert (capture.state, [note["code"] for note in capture.notes]) == ("ready", ["request-without-body"])
    assert capture.transcripts.get().provider_said == []


def test_the_api_tells_it(client: Client, ada: User, deliver: Deliver, orphan: dict[str, Any]) -> None:
    client.force_login(ada)
    transcript = deliver(exchange(orphan, ORPHAN)).transcripts.get()

    answer = client.get(f"/api/v1/transcripts/{transcript.pk}").json()
    assert answer["provider_said"] == [
        {
            "status": 400,
            "at": "/response/body",
            "rules": ["paired-tool-result"],
            "pointer": "/messages/1/content/0",
            "text": ORPHAN,
            "agreement": "same",
        }
    ]
    alone = deliver(orphan).transcripts.get()
    assert client.get(f"/api/v1/transcripts/{alone.pk}").json()["provider_said"] == []
