import json
from typing import Any

import pytest

from compaction.formats import Answer, MessageList, Note, ProviderAnswer, Record, start

BODY = {"messages": [{"role": "user", "content": "Hello"}]}
SAID = "messages.0: all messages must have non-empty content"
STREAM = 'data: {"type":"message_start","message":{"role":"assistant"}}\n\n' + "".join(
    f'data: {{"type":"content_block_{kind}"}}\n\n'
    for kind in (
        'start","index":0,"content_block":{"type":"text","text":""},"x":"',
        'delta","index":0,"delta":{"type":"text_delta","text":"Hi"},"x":"',
    )
)


def record(response: object = None, **fields: Any) -> dict[str, Any]:
    return {
        "requestId": "p1",
        "method": "POST",
        "endpoint": "/v1/messages",
        "model": "claude-sonnet-4-5",
        "body": BODY,
        "response": response,
        **fields,
    }


def records(value: object, lines: bool = False) -> list[Record]:
    text = "".join(json.dumps(each) + "\n" for each in value) if lines else json.dumps(value)  # type: ignore[attr-defined]
    reading = start([text.encode()])
    assert reading.format.id == "proxy-log"
    return list(reading.records)


def test_one_record_a_list_and_lines_are_read() -> None:
    assert [each.path for each in records(record())] == ["/body/messages"]
    assert [each.path for each in records([record(), record()])] == ["/0/body/messages", "/1/body/messages"]
    found = records([record(), record()], lines=True)
    assert [each.path for each in found] == ["line 1 /body/messages", "line 2 /body/messages"]
    assert found[0].model == "claude-sonnet-4-5"


@pytest.mark.parametrize(
    ("response", "name"),
    [
        ({"body": {"role": "assistant", "content": [{"type": "text", "text": "Hi"}]}}, "body"),
        ({"body": None, "bodyText": STREAM}, "bodyText"),
        ({"streamingChunks": [STREAM[:70], STREAM[70:]]}, "streamingChunks"),
    ],
)
def test_an_answer_is_whole_or_joined_from_chunks(response: Any, name: str) -> None:
    (_, answer) = records([record(response)])
    assert isinstance(answer, Answer)
    assert (answer.at, answer.text) == (f"/0/response/{name}", "Hi")


def test_a_refusal_is_told() -> None:
    text = json.dumps({"error": {"type": "invalid_request_error", "message": SAID}})
    (_, _, said) = records([record({"statusCode": 400, "bodyText": text})])
    assert said == ProviderAnswer(0, "/0/response/bodyText", (), SAID, 400)


def test_other_records_are_notes() -> None:
    found = records([record(), {"other": 1}, record(body={"events": []}, endpoint="/events"), 5])
    assert [type(each) for each in found] == [MessageList, Note, Note, Note]


def test_a_bad_line_is_a_note() -> None:
    reading = start([json.dumps(record()).encode() + b"\n{\n"])
    assert [type(each) for each in reading.records] == [MessageList, Note]
