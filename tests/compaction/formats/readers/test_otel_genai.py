import json
from typing import Any

import pytest

from compaction.formats import Answer, MessageList, Note, Record, start
from compaction.inspection import inspect
from compaction.transcripts import Text, Thinking, ToolResult, ToolUse, Unknown

PARTS = [
    {"type": "text", "content": "Hi"},
    {"type": "reasoning", "content": "Hm"},
    {"type": "tool_call", "id": "c", "name": "ls", "arguments": {"a": 1}},
    {"type": "tool_call_response", "id": "c", "response": {"ok": True}},
    {"type": "tool_call_response", "id": "c", "result": "done"},
    {"type": "blob", "modality": "image"},
    "plain",
    5,
]
USER = {"role": "user", "parts": [{"type": "text", "content": "Hi"}]}


def span(**attributes: Any) -> dict[str, Any]:
    names = {"asked": "gen_ai.input.messages", "told": "gen_ai.output.messages", "system": "gen_ai.system_instructions"}
    given = {names.get(name, name): value for name, value in attributes.items()}
    return {"traceId": "t", "attributes": {"gen_ai.request.model": "gpt-5.2", **given}}


def records(value: object, **chosen: str) -> list[Record]:
    reading = start([json.dumps(value).encode()], **chosen)
    assert reading.format.id == "otel-genai"
    return list(reading.records)


def test_every_part_becomes_a_block() -> None:
    (found,) = records(span(asked=[{"role": "assistant", "parts": PARTS}]))
    (message,) = found.messages
    assert [type(block) for block in message.blocks] == [
        Text,
        Thinking,
        ToolUse,
        ToolResult,
        ToolResult,
        Unknown,
        Text,
        Unknown,
    ]
    assert message.blocks[2] == ToolUse("c", "ls", '{"a": 1}', origin="/messages/0/parts/2")
    assert message.blocks[3].blocks[0].text == '{"ok": true}'


def test_the_dialect_is_lost_and_no_rule_judges() -> None:
    (found,) = inspect(json.dumps(span(asked=[{"role": "tool", "parts": []}])).encode()).lists
    assert (found.dialect, found.dialect_alternatives, found.report.violations) == (None, (), ())
    assert found.reconstructed


def test_content_is_structured_or_json_in_a_text() -> None:
    for value in ([USER], json.dumps([USER])):
        found = records(span(asked=value, told=value, system=[{"type": "text", "content": "Be brief."}]))
        assert [type(each) for each in found] == [MessageList, Answer]
        assert (found[0].path, found[0].roles, found[0].model) == ("gen_ai.input.messages", "u", "gpt-5.2")
        assert found[0].system == (Text("Be brief.", "/system/0"),)
        assert (found[1].at, found[1].text) == ("gen_ai.output.messages", "Hi")


def test_spans_of_an_export_know_their_place() -> None:
    found = records({"resourceSpans": [{"scopeSpans": [{"spans": [span(asked=[USER], told=[USER]), {}]}]}]})
    place = "/resourceSpans/0/scopeSpans/0/spans"
    assert (found[0].path, found[1].at) == (f"{place}/0 gen_ai.input.messages", f"{place}/0 gen_ai.output.messages")
    assert found[2] == Note("unknown-record", f"{place}/1")


def test_lists_and_lines_are_read() -> None:
    assert [each.path for each in records([span(asked=[USER])])] == ["/0 gen_ai.input.messages"]
    lines = (json.dumps(span(asked=[USER])) + "\n") * 2 + "{\n"
    found = list(start([lines.encode()]).records)
    assert [getattr(each, "path", "note") for each in found] == [
        "line 1 gen_ai.input.messages",
        "line 2 gen_ai.input.messages",
        "note",
    ]


def test_content_may_stand_in_an_event_of_the_span() -> None:
    event = {"name": "details", "attributes": {"gen_ai.input.messages": [USER], "gen_ai.output.messages": [USER]}}
    found = records({**span(), "events": [{"name": "other"}, event]})
    assert (found[0].path, found[1].text) == ("details gen_ai.input.messages", "Hi")


def test_older_attributes_and_events_are_read() -> None:
    older = {"gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "Hi", "gen_ai.completion.0.content": "Bye"}
    found = records(span(**older))
    assert (found[0].path, found[0].roles, found[1].text) == ("gen_ai.prompt", "u", "Bye")
    event = {"name": "gen_ai.user.message", "attributes": {"content": "Hi"}}
    assert records({**span(), "events": [event]})[0].path == "gen_ai.user.message"


@pytest.mark.parametrize("given", [None, "off", "[]", {}])
def test_a_span_without_content_says_so(given: Any) -> None:
    assert records(span(asked=given)) == [Note("no-messages", "")]


def test_content_as_one_text_is_a_text() -> None:
    (found,) = records(span(asked=[{"role": "user", "content": "Hi"}, 5]))
    assert [message.role for message in found.messages] == ["user", ""]
    assert found.messages[0].blocks == (Text("Hi", "/messages/0/parts/0"),)


def test_a_chosen_dialect_has_it_judged() -> None:
    orphan = {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c", "response": "x"}]}
    (found,) = inspect(json.dumps(span(asked=[USER, orphan])).encode(), dialect="openai-chat").lists
    assert found.dialect == "openai-chat"
    assert [violation.rule for violation in found.report.violations if violation.severity == "error"] == [
        "paired-tool-result"
    ]
