import json
from typing import Any

import pytest

from compaction.formats import Answer, MessageList, Note, ProviderAnswer, Record, start
from compaction.transcripts import Dialect

USER = {"role": "user", "content": "Hello"}
ROW = {"call_type": "acompletion", "startTime": 1.0, "model": "gpt-5.2", "messages": [USER], "response": {}}


def records(*values: object) -> list[Record]:
    reading = start(["".join(json.dumps(value) + "\n" for value in values).encode()])
    assert reading.format.id == "litellm-log"
    return list(reading.records)


def only(**fields: Any) -> Any:
    return records({**ROW, **fields}, ROW)[0]


@pytest.mark.parametrize(
    ("call_type", "dialect", "path"),
    [
        ("acompletion", Dialect.OPENAI_CHAT, "line 1 /messages"),
        ("anthropic_messages", Dialect.ANTHROPIC, "line 1 /messages"),
        ("aresponses", Dialect.OPENAI_RESPONSES, "line 1 /input"),
        ("agenerate_content", Dialect.GEMINI, "line 1 /contents"),
    ],
)
def test_the_kind_of_call_decides_the_dialect(call_type: str, dialect: Dialect, path: str) -> None:
    found = only(call_type=call_type)
    assert (found.dialect, found.path, found.count, found.request) == (dialect, path, 1, True)


@pytest.mark.parametrize("messages", [[USER], {"messages": [USER]}, json.dumps([USER]), "Hello"])
def test_messages_come_as_list_object_or_text(messages: Any) -> None:
    found = only(messages=messages)
    assert (found.count, found.roles, found.model) == (1, "u", "gpt-5.2")


def test_what_was_set_beside_the_messages_is_part_of_the_body() -> None:
    found = only(model_parameters={"tools": [], "temperature": 0})
    assert json.loads(found.body) == {"model": "gpt-5.2", "tools": [], "temperature": 0, "messages": [USER]}


def test_the_request_of_the_proxy_takes_their_place() -> None:
    inner = {"body": {"model": "m", "messages": [USER]}}
    for request in (inner, json.dumps(inner)):
        found = only(messages="{}", proxy_server_request=request)
        assert (found.path, found.model) == ("line 1 /proxy_server_request/body/messages", "m")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"messages": {}}, "no-messages"),
        ({"messages": "{}", "proxy_server_request": "{}"}, "no-messages"),
        ({"messages": None, "proxy_server_request": {"body": {}}}, "no-messages"),
        ({"messages": {}, "call_type": ""}, "no-messages"),
        ({"messages": {}, "call_type": "aembedding"}, "unknown-record"),
        ({"startTime": 1, "call_type": "x", "messages": None}, "unknown-record"),
    ],
)
def test_a_row_without_prompts_is_noted(fields: Any, code: str) -> None:
    assert records(ROW, {**ROW, **fields})[-1] == Note(code, "line 2")


def test_an_answer_follows_and_a_failure_is_what_the_provider_said() -> None:
    found = records(
        {**ROW, "response": {"choices": [{"message": {"role": "assistant", "content": "Hi"}}]}},
        {**ROW, "status": "failure", "error_str": "BadRequestError: No."},
    )
    assert [type(each) for each in found] == [MessageList, Answer, MessageList, ProviderAnswer]
    assert found[1].text == "Hi"
    assert (found[3].list, found[3].at, found[3].text) == (1, "line 2 /error_str", "BadRequestError: No.")


def test_other_lines_are_notes() -> None:
    assert [each.code for each in records(ROW, {"other": 1}, 5)[1:]] == ["unknown-record"] * 2
