"""The second look for secrets."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from compaction.transcripts import Text, ToolResult, ToolUse
from webui.transcripts import blobs, remasking
from webui.transcripts.models import Body, Capture

Deliver = Callable[..., Capture]
KEY = b"k" * 32
SECRET = "hunter2hunter2"


def wrapped(levels: int) -> str:
    """A password inside JSON inside JSON, `levels` deep."""
    text = json.dumps({"password": SECRET})
    for _ in range(levels):
        text = json.dumps({"inner": text})
    return text


def file_of(capture: Capture) -> bytes:
    return b"".join(blobs.open_pieces(capture.blob))


def test_clean_texts_pass() -> None:
    remasking.look([Text("No secret here."), ToolUse("c1", "run", '{"a": 1}')], KEY)
    remasking.look([], KEY)


@pytest.mark.parametrize(
    "block",
    [
        Text(f"password={SECRET}"),
        ToolUse("c1", "run", json.dumps({"password": SECRET})),
        ToolResult("c1", (Text(f"password={SECRET}"),)),
    ],
)
def test_a_secret_in_a_decoded_text_stops_the_reading(block: Any) -> None:
    with pytest.raises(remasking.Unmasked) as caught:
        remasking.look([Text("before"), block], KEY)

    assert SECRET not in repr(caught.value) + str(caught.value.args)


def test_neighbours_do_not_make_a_secret() -> None:
    remasking.look([Text("the password:"), Text("summertime holidays")], KEY)


def test_what_only_decoding_shows_is_masked_in_the_file_and_in_every_row(
    deliver: Deliver, session: dict[str, Any]
) -> None:
    session["messages"][0]["content"] = wrapped(4)
    session["messages"][4]["content"] = "This stays as it is \u00e9 \\ \u201c."

    capture = deliver(json.dumps(session).encode() + b"\n" + json.dumps(session, ensure_ascii=False).encode())

    assert capture.state == "ready"
    assert SECRET.encode() not in file_of(capture)
    lines = [json.loads(line) for line in file_of(capture).splitlines()]
    assert [line["messages"][1:] for line in lines] == [session["messages"][1:]] * 2
    assert "[redacted:password:" in lines[0]["messages"][0]["content"]
    assert capture.redactions == {"password": 1}
    assert not [row for row in Body.objects.values_list("preview", flat=True) if SECRET in row]


def test_a_line_that_is_no_json_survives_the_rewriting(deliver: Deliver, session: dict[str, Any]) -> None:
    session["messages"][0]["content"] = wrapped(4)
    bad = b'{"a": "\\x", "b": "cut off'

    capture = deliver(json.dumps(session).encode() + b"\n" + bad + b"\n" + json.dumps(session).encode())

    assert capture.state == "ready"
    assert bad in file_of(capture)
    assert SECRET.encode() not in file_of(capture)


def test_a_text_that_cannot_be_masked_fails_the_capture_and_leaves_no_row(
    deliver: Deliver, session: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remasking, "remask", lambda *args: None)
    session["messages"][0]["content"] = wrapped(4)

    capture = deliver(session)

    assert (capture.state, capture.error_code) == ("failed", "secrets-remain")
    assert not Body.objects.exists()
