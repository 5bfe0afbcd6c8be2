import json
from typing import Any

import pytest

from compaction.formats import Answer, MessageList, Note, ProviderAnswer, Record, start

BODY = {"messages": [{"role": "user", "content": "Hello"}]}
ROW = {"request_id": "h", "request_path": "https://x/v1/messages", "model": "claude-sonnet-4-5", "request_body": BODY}


def read(data: str) -> list[Record]:
    reading = start([data.encode()])
    assert reading.format.id == "helicone-export"
    return list(reading.records)


def test_lines_and_lists_are_read() -> None:
    found = read((json.dumps(ROW) + "\n") * 2)
    assert [each.path for each in found] == ["line 1 /request_body/messages", "line 2 /request_body/messages"]
    assert (found[0].dialect, found[0].model) == ("anthropic", "claude-sonnet-4-5")
    assert read(json.dumps([ROW]))[0].path == "/0/request_body/messages"
    assert read(json.dumps(ROW))[0].path == "line 1 /request_body/messages"


@pytest.mark.parametrize("body", [BODY, json.dumps(BODY)])
def test_a_body_may_be_text(body: Any) -> None:
    assert read(json.dumps({**ROW, "request_body": body}))[0].count == 1


def test_answers_and_refusals_follow() -> None:
    spoken = {"role": "assistant", "content": [{"type": "text", "text": "Hi"}]}
    found = read(json.dumps({**ROW, "response_body": spoken, "response_status": 200}))
    assert [type(each) for each in found] == [MessageList, Answer]
    said = read(json.dumps({**ROW, "response_body": {"error": {"message": "No."}}, "response_status": 400}))[-1]
    assert said == ProviderAnswer(0, "line 1 /response_body", (), "No.", 400)


def test_other_lines_are_notes() -> None:
    found = read(json.dumps(ROW) + '\n{"a": 1}\n{\n5\n')
    assert [each.code for each in found if isinstance(each, Note)] == [
        "unknown-record",
        "jsonl-bad-line",
        "unknown-record",
    ]
