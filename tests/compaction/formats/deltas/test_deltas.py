"""Event streams of every dialect, joined to the message that they tell."""

import json
from typing import Any

import pytest

from compaction.formats.deltas import Event, join, read_events
from compaction.transcripts import Dialect


def events(*values: dict[str, Any]) -> list[str]:
    return [line for value in values for line in (f"data: {json.dumps(value)}", "")]


def joined(*values: dict[str, Any], end: str = "") -> Any:
    return join(read_events([*events(*values), *([end] if end else [])]))


START = {
    "type": "message_start",
    "message": {"id": "m", "role": "assistant", "model": "claude-opus-4-5", "content": []},
}
STOP = {"type": "message_stop"}


def block(index: int, kind: str, **fields: object) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": {"type": kind, **fields}}


def delta(index: int, kind: str, **fields: object) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": {"type": kind, **fields}}


def test_anthropic_deltas_join_by_block() -> None:
    found = joined(
        START,
        block(0, "thinking", thinking="", signature=""),
        delta(0, "thinking_delta", thinking="Let "),
        delta(0, "thinking_delta", thinking="me."),
        delta(0, "signature_delta", signature="c2ln"),
        block(1, "text", text="A"),
        delta(1, "text_delta", text="B"),
        delta(1, "citations_delta", citation={}),
        block(2, "tool_use", id="t", name="ls", input={}),
        delta(2, "input_json_delta", partial_json='{"a":'),
        delta(2, "input_json_delta", partial_json="1}"),
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}},
        STOP,
    )
    (message,) = found.elements
    assert message["content"] == [
        {"type": "thinking", "thinking": "Let me.", "signature": "c2ln"},
        {"type": "text", "text": "AB"},
        {"type": "tool_use", "id": "t", "name": "ls", "input": {"a": 1}},
    ]
    assert (found.dialect, found.complete, found.model, found.stop) == (
        Dialect.ANTHROPIC,
        True,
        "claude-opus-4-5",
        "tool_use",
    )


def test_input_that_was_cut_off_is_kept_as_text() -> None:
    found = joined(START, block(0, "tool_use", input={}), delta(0, "input_json_delta", partial_json='{"a'))
    assert (found.elements[0]["content"][0]["input"], found.complete) == ('{"a', False)


def test_the_first_compaction_block_is_placed() -> None:
    found = joined(START, block(0, "text", text=""), block(1, "compaction", content=None), block(2, "compaction"))
    assert found.compaction_at == 3


def choice(finish: str | None = None, **fields: object) -> dict[str, Any]:
    return {"model": "gpt-5.2", "choices": [{"index": 0, "delta": fields, "finish_reason": finish}]}


def test_chat_pieces_join_and_those_of_calls_by_their_index() -> None:
    found = joined(
        choice(role="assistant", content="He"),
        choice(content="llo", reasoning_content="Hm"),
        choice(tool_calls=[{"index": 1, "id": "c1", "function": {"name": "b", "arguments": "{"}}, "odd"]),
        choice(tool_calls=[{"index": 0, "id": "c0", "function": {"name": "a", "arguments": "{}"}}]),
        choice(tool_calls=[{"index": 1, "function": {"arguments": "}"}}]),
        {"choices": []},
        {"choices": [{"index": 1, "delta": {"content": "other"}}]},
        end="data: [DONE]",
    )
    assert found.elements == (
        {
            "role": "assistant",
            "content": "Hello",
            "reasoning_content": "Hm",
            "tool_calls": [
                {"id": "c0", "type": "function", "function": {"name": "a", "arguments": "{}"}},
                {"id": "c1", "type": "function", "function": {"name": "b", "arguments": "{}"}},
            ],
        },
    )
    assert (found.dialect, found.complete, found.model) == (Dialect.OPENAI_CHAT, True, "gpt-5.2")


def test_a_chat_stream_ends_with_a_reason_too() -> None:
    assert joined(choice(content="x"), choice("stop")).complete
    assert not joined(choice(content="x")).complete
    assert joined(choice("stop")).elements == ({"role": "assistant", "content": None},)


def item(kind: str, place: int, **fields: object) -> dict[str, Any]:
    return {"type": f"response.output_item.{kind}", "output_index": place, "item": fields}


def test_responses_give_the_items_of_the_last_event() -> None:
    output = [{"type": "message", "role": "assistant", "content": []}, {"type": "compaction", "encrypted_content": "x"}]
    found = joined(
        {"type": "response.created", "response": {"model": "gpt-5.2", "output": []}},
        item("added", 1, type="compaction"),
        {"type": "response.completed", "response": {"model": "gpt-5.2", "status": "completed", "output": output}},
    )
    assert found.elements == tuple(output)
    assert (found.complete, found.compaction_at, found.model, found.stop) == (True, 2, "gpt-5.2", "completed")


def test_responses_that_were_cut_off_tell_what_came() -> None:
    found = joined(
        {"type": "response.created", "response": {"model": "gpt-5.2", "output": []}},
        item("added", 0, type="reasoning"),
        item("done", 0, type="reasoning", summary=[]),
        item("added", 1, type="message", role="assistant", content=[]),
        {"type": "response.output_text.delta", "output_index": 1, "delta": "He"},
        {"type": "response.output_text.delta", "output_index": 1, "delta": "llo"},
        item("added", 2, type="function_call", name="a", arguments=""),
        {"type": "response.function_call_arguments.delta", "output_index": 2, "delta": "{}"},
        item("added", 3, type="custom_tool_call", name="b", input=""),
        {"type": "response.custom_tool_call_input.delta", "output_index": 3, "delta": "go"},
    )
    assert found.elements == (
        {"type": "reasoning", "summary": []},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Hello"}]},
        {"type": "function_call", "name": "a", "arguments": "{}"},
        {"type": "custom_tool_call", "name": "b", "input": "go"},
    )
    assert not found.complete


def piece(*parts: object, finish: str = "") -> dict[str, Any]:
    return {"modelVersion": "gemini-3-pro", "candidates": [{"content": {"parts": list(parts)}, "finishReason": finish}]}


def test_gemini_parts_of_one_kind_join() -> None:
    call = {"functionCall": {"name": "a", "args": {}}}
    found = joined(
        piece({"text": "Hm", "thought": True}),
        piece({"text": "He"}),
        piece({"text": "llo", "thoughtSignature": "c2ln"}, call, "odd"),
        {"candidates": []},
        {"response": piece({"text": "!"}, finish="STOP")},
    )
    assert found.elements == (
        {
            "role": "model",
            "parts": [
                {"text": "Hm", "thought": True},
                {"text": "Hello", "thoughtSignature": "c2ln"},
                call,
                {"text": "!"},
            ],
        },
    )
    assert (found.dialect, found.complete, found.stop) == (Dialect.GEMINI, True, "STOP")


@pytest.mark.parametrize(
    "lines",
    [
        ["event: a", "id: 1", 'data: {"a": 1}', "", ": ping", "data: x", "", "data: [DONE]"],
        ['data: {"a":', "data: 1}", "", "data:x", "", "data: [DONE]", ""],
        ['data: {"a": 1}', "data: x", "event: b", "data: [DONE]"],
        ['{"a": 1}', "data: x", "", "data: [DONE]"],
        ['data: {"a": 1}\r\n', "\r\n", "data: x\r\n", "\r\n", "data: [DONE]\r\n"],
    ],
)
def test_events_are_told_apart_in_every_spelling(lines: list[str]) -> None:
    assert list(read_events(lines)) == [Event(1, {"a": 1}), Event(2, None), Event(3, None, ends=True)]


def test_a_bare_event_ends_the_one_before() -> None:
    assert [event.value for event in read_events(['data: {"a": 1}', '{"b": 2}'])] == [{"a": 1}, {"b": 2}]


def test_a_stream_of_nothing_known_is_none() -> None:
    assert joined({"type": "ping"}, {"a": 1}) is None
    assert joined({"response": {"a": 1}}) is None
    assert joined({"type": "ping"}, choice("stop")).elements
