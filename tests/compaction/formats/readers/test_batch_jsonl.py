import json
from typing import Any

import pytest

from compaction.formats import Answer, MessageList, Note, ProviderAnswer, Record, start

USER = {"role": "user", "content": "One"}
PARAMS = {"model": "claude-sonnet-4-5", "messages": [USER]}
SPOKEN = {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Hi"}]}
ASKED = {"custom_id": "a", "params": PARAMS}
CHAT = {"custom_id": "a", "method": "POST", "url": "/v1/chat/completions", "body": {"messages": [USER]}}


def records(*values: object) -> list[Record]:
    reading = start(["".join(json.dumps(value) + "\n" for value in values).encode()])
    assert reading.format.id == "batch-jsonl"
    return list(reading.records)


def test_answers_find_their_request_by_id() -> None:
    found = records(
        ASKED,
        {**ASKED, "custom_id": "b"},
        {"custom_id": "b", "result": {"type": "succeeded", "message": SPOKEN}},
        {"custom_id": "a", "response": {"status_code": 200, "body": SPOKEN}},
    )
    assert [type(each) for each in found] == [MessageList, MessageList, Answer, Answer]
    assert [(each.list, each.at, each.text) for each in found[2:]] == [
        (1, "line 3 /result/message", "Hi"),
        (0, "line 4 /response/body", "Hi"),
    ]


@pytest.mark.parametrize(
    ("output", "at"),
    [
        ({"result": {"type": "errored", "error": {"type": "x", "message": "No."}}}, "/result/error/message"),
        (
            {"result": {"type": "errored", "error": {"type": "error", "error": {"message": "No."}}}},
            "/result/error/error/message",
        ),
        ({"response": None, "error": {"code": "x", "message": "No."}}, "/error/message"),
        ({"response": {"status_code": 400, "body": {"error": {"message": "No."}}}}, "/response/body"),
    ],
)
def test_errors_are_what_the_provider_said(output: Any, at: str) -> None:
    said = records(ASKED, {"custom_id": "a", **output})[-1]
    assert isinstance(said, ProviderAnswer)
    assert (said.list, said.at, said.text) == (0, f"line 2 {at}", "No.")


def test_a_line_with_both_sides_is_one_exchange() -> None:
    found = records({**CHAT, "response": {"status_code": 200, "body": {"choices": [{"message": SPOKEN}]}}})
    assert [type(each) for each in found] == [MessageList, Answer]
    assert (found[0].path, found[0].dialect) == ("/body/messages", "openai-chat")


def test_an_answer_without_its_request_is_a_list_of_its_own() -> None:
    found = records(
        {"custom_id": "z", "result": {"type": "succeeded", "message": SPOKEN}},
        {"custom_id": "y", "result": {"type": "errored", "error": {"message": "No."}}},
        {"custom_id": "x", "result": {"type": "expired"}},
    )
    assert (found[0].path, found[0].roles, found[0].response_only) == ("line 1 /result/message", "a", True)
    assert (found[1].list, found[1].text) == (None, "No.")
    assert found[2] == Note("unknown-record", "line 3")


def test_what_is_no_line_of_a_batch_is_a_note() -> None:
    data = json.dumps(ASKED).encode() + b"\n5\n{\n" + json.dumps({"custom_id": "q", "body": {"input": 1}}).encode()
    found = list(start([data]).records)
    assert [each.code for each in found[1:]] == ["unknown-record", "jsonl-bad-line", "unknown-record"]


def test_a_lone_answer_counts_as_a_list() -> None:
    found = records(
        {"custom_id": "z", "result": {"type": "succeeded", "message": SPOKEN}},
        ASKED,
        {"custom_id": "a", "result": {"type": "errored", "error": {"message": "No."}}},
    )
    assert [type(each) for each in found] == [MessageList, MessageList, Answer, ProviderAnswer]
    assert (found[2].list, found[3].list) == (1, 1)
