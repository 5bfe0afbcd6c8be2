import json
from typing import Any

import pytest

from compaction.errors import CaptureError
from compaction.formats import Boundary, MessageList, Note, Record, start
from compaction.transcripts import Dialect


def stream(*values: Any, end: str = "") -> bytes:
    return "".join(f"data: {json.dumps(value)}\n\n" for value in values).encode() + end.encode()


def records(data: bytes, **chosen: str) -> list[Record]:
    reading = start([data[at : at + 11] for at in range(0, len(data), 11)], **chosen)
    assert reading.format.id == "sse-transcript"
    return list(reading.records)


SAID = {"choices": [{"index": 0, "delta": {"role": "assistant", "content": "Hi"}}], "model": "gpt-5.2"}
ENCRYPTED = {"type": "response.output_item.done", "output_index": 0, "item": {"type": "compaction"}}


def test_a_stream_is_one_answer() -> None:
    found = records(stream(SAID, end="data: [DONE]\n"))
    assert [type(each) for each in found] == [MessageList, Note]
    assert (found[0].path, found[0].roles, found[0].response_only) == ("response", "a", True)
    assert (found[0].dialect, found[0].model) == (Dialect.OPENAI_CHAT, "gpt-5.2")


def test_a_stream_that_was_cut_off_says_so() -> None:
    assert [each.code for each in records(stream(SAID))[1:]] == ["response-only", "stream-incomplete"]


def test_bare_events_are_read_line_by_line() -> None:
    data = b"".join(json.dumps(value).encode() + b"\n" for value in ({**SAID, "object": "chat.completion.chunk"},) * 2)
    found = records(data + b"5\n{\n")
    assert [each.code for each in found if isinstance(each, Note)][0] == "jsonl-bad-line"
    assert [each.roles for each in found if isinstance(each, MessageList)] == ["a"]


def test_a_compaction_item_is_a_boundary_that_cannot_be_read() -> None:
    boundary = records(stream(ENCRYPTED))[-1]
    assert isinstance(boundary, Boundary)
    assert (boundary.kind, boundary.summary, boundary.summary_text, boundary.at) == (
        "item",
        "encrypted",
        None,
        "event 1",
    )


def test_a_compaction_block_without_text_has_no_summary() -> None:
    block = {"type": "content_block_start", "index": 0, "content_block": {"type": "compaction", "content": None}}
    boundary = records(stream({"type": "ping"}, block))[-1]
    assert isinstance(boundary, Boundary)
    assert (boundary.kind, boundary.summary, boundary.at, boundary.written_by) == (
        "block",
        "absent",
        "event 2",
        "provider",
    )


def test_a_stream_of_an_error_is_an_error_answer() -> None:
    with pytest.raises(CaptureError) as refused:
        records(stream({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded", "code": 5}}))
    assert (refused.value.code, refused.value.found) == ("error-response", ("Overloaded", "overloaded_error"))


def test_a_stream_of_nothing_known_holds_no_messages() -> None:
    with pytest.raises(CaptureError) as refused:
        records(b"data: hello\n\n")
    assert (refused.value.code, refused.value.kind) == ("no-messages", "events")


def test_the_dialect_may_be_chosen() -> None:
    assert records(stream(SAID), dialect="anthropic")[0].dialect is Dialect.ANTHROPIC


def test_a_byte_of_no_character_is_placed() -> None:
    with pytest.raises(CaptureError) as refused:
        records(b"data: x\n\ndata: \xe9\n")
    assert (refused.value.code, refused.value.offset) == ("bad-encoding", 15)
