"""Secrets that only parsing shows: in joined deltas, in base64, in text inside text. None is left in file or rows."""

import base64
import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from webui.transcripts import blobs
from webui.transcripts.models import Body, Capture, Transcript

Deliver = Callable[..., Capture]
SECRET = "sk-ant-api03-Zk3vQ9mX7tLw2RbN8cYd5HfJ1pSg6UaE"
HALF = len(SECRET) // 2
FOLDER = Path(os.environ.get("CASES", Path(__file__).parents[2] / "cases")) / "wire"
INDEX = FOLDER / "index.json"
CASES = json.loads(INDEX.read_bytes())["cases"] if INDEX.is_file() else []
ASKED = {"model": "claude-sonnet-4-5", "messages": [{"role": "user", "content": "Which key?"}]}


def everything(capture: Capture) -> str:
    rows = [str(list(model.objects.values())) for model in (Body, Capture, Transcript)]
    bodies = [body.blocks for body in Body.objects.all()]
    return b"".join(blobs.open_pieces(capture.blob)).decode() + "".join(rows) + str(bodies)


def stream(*pieces: str) -> str:
    """The events of an answer whose text comes in pieces."""
    events: list[dict[str, Any]] = [{"type": "message_start", "message": {"role": "assistant", "content": []}}]
    events.append({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})
    for piece in pieces:
        delta = {"type": "text_delta", "text": piece}
        events.append({"type": "content_block_delta", "index": 0, "delta": delta})
    events.append({"type": "message_stop"})
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


STREAM = stream("The key is ", SECRET[:HALF], SECRET[HALF:], ", keep it.")


REFUSED = json.dumps({"error": {"message": f"Not with {SECRET}."}})


def entry(answer: dict[str, Any], body: dict[str, Any] | None = None, status: int = 200) -> bytes:
    request = {
        "method": "POST",
        "url": "https://api.anthropic.com/v1/messages",
        "postData": {"text": json.dumps(ASKED)} if body is None else body,
    }
    return json.dumps(
        {"log": {"entries": [{"request": request, "response": {"status": status, "content": answer}}]}}
    ).encode()


def packed(text: str, pack: Callable[[bytes], bytes] = bytes) -> dict[str, str]:
    return {"text": base64.b64encode(pack(text.encode())).decode(), "encoding": "base64"}


SPOKEN = json.dumps({**ASKED, "messages": [{"role": "user", "content": f"Use {SECRET} for it."}]})
PROXIED = {"requestId": "p", "method": "POST", "endpoint": "/v1/messages", "body": ASKED}


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(STREAM.encode(), id="a saved stream"),
        pytest.param(
            "".join(line[6:] + "\n" for line in STREAM.splitlines() if line.startswith("data: ")).encode(),
            id="bare events",
        ),
        pytest.param(entry({"text": STREAM}), id="a stream in an archive"),
        pytest.param(entry(packed(STREAM)), id="a stream in base64"),
        pytest.param(entry({"text": "{}"}, packed(SPOKEN)), id="a request in base64"),
        pytest.param(entry(packed(REFUSED), status=400), id="a refusal in base64"),
        pytest.param(entry(packed(REFUSED), {}, status=400), id="a refusal of a request without its body"),
        pytest.param(entry({"text": "{}"}, packed(SPOKEN, gzip.compress)), id="a request in gzip in base64"),
        pytest.param(
            json.dumps({"request": {"url": "/v1/messages", "body": ASKED}, "response": {"body_raw": STREAM}}).encode(),
            id="a stream in an exchange",
        ),
        pytest.param(
            json.dumps([{**PROXIED, "response": {"streamingChunks": [STREAM[:333], STREAM[333:]]}}], indent=1).encode(),
            id="chunks of a stream",
        ),
    ],
)
def test_what_only_parsing_shows_is_left_nowhere(deliver: Deliver, data: bytes) -> None:
    capture = deliver(data)

    assert (capture.state, capture.error_code) == ("ready", "")
    left = everything(capture)
    assert SECRET not in left
    assert SECRET[:HALF] not in left
    assert SECRET[HALF:] not in left
    assert sum(capture.redactions.values()) >= 1


def test_the_masked_file_reads_as_before(deliver: Deliver) -> None:
    capture = deliver(STREAM.encode())

    (body,) = Body.objects.all()
    assert "The key is [redacted:" in body.preview
    assert ", keep it." in body.preview
    assert b"".join(blobs.open_pieces(capture.blob)).count(b"data: ") == STREAM.count("data: ")


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case.get("secret_literals") and case["format"] != "mitmproxy-flow"],
    ids=lambda case: case["file"],
)
def test_no_secret_of_a_case_is_left_after_the_upload(deliver: Deliver, case: dict[str, Any]) -> None:
    capture = deliver((FOLDER / case["file"]).read_bytes())

    assert [secret for secret in case["secret_literals"] if secret in everything(capture)] == []
