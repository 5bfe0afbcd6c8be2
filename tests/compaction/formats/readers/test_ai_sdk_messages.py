import json
from typing import Any

import pytest

from compaction.errors import CaptureError
from compaction.formats import start
from compaction.transcripts import Audio, Document, Image, Text, Thinking, ToolResult, ToolUse, Unknown


def only(*values: object, **chosen: str) -> Any:
    reading = start([json.dumps(values).encode()], **chosen)
    assert reading.format.id == "ai-sdk-messages"
    (found,) = reading.records
    return found


def blocks(*parts: object) -> tuple[Any, ...]:
    return only({"role": "assistant", "parts": [{"type": "step-start"}, *parts]}).messages[0].blocks


def test_texts_thoughts_and_unknown_parts_are_kept() -> None:
    found = blocks({"type": "text", "text": "Hi"}, {"type": "reasoning", "text": "Hm"}, {"type": "data-x"}, 5)
    assert [type(block) for block in found] == [Text, Thinking, Unknown, Unknown]
    assert found[0].origin == "/messages/0/parts/1"


def test_a_part_of_a_tool_holds_call_and_result() -> None:
    tool = {"type": "tool-weather", "toolCallId": "c", "input": {"city": "Oslo"}}
    asked = ToolUse("c", "weather", '{"city": "Oslo"}', origin="/messages/0/parts/1")
    assert blocks({**tool, "state": "input-available"}) == (asked,)
    assert blocks({**tool, "state": "output-available", "output": {"temp": 4}})[1].blocks[0].text == '{"temp": 4}'
    failed = blocks({**tool, "state": "output-error", "errorText": "no", "toolName": "other"})
    assert (failed[0].name, failed[1].is_error, failed[1].blocks[0].text) == ("other", True, "no")


def test_parts_of_models_are_apart() -> None:
    found = blocks(
        {"type": "tool-call", "toolCallId": "c", "toolName": "ls", "input": {}},
        {"type": "tool-result", "toolCallId": "c", "output": {"type": "text", "value": "done"}},
        {"type": "tool-result", "toolCallId": "c", "output": "plain"},
    )
    assert isinstance(found[0], ToolUse)
    assert [block.blocks[0].text for block in found[1:] if isinstance(block, ToolResult)] == ["done", "plain"]


@pytest.mark.parametrize(("media", "kind"), [("image/png", Image), ("audio/wav", Audio), ("application/pdf", Document)])
def test_files_are_told_apart_by_their_type(media: str, kind: type) -> None:
    assert isinstance(blocks({"type": "file", "mediaType": media, "url": "https://x/a"})[0], kind)


def test_older_messages_have_content() -> None:
    found = only({"role": "user", "parts": [{"type": "text", "text": "a"}]}, {"role": "user", "content": "b"}, {}, 5)
    assert [message.blocks for message in found.messages[1:]] == [(Text("b", "/messages/1/content"),), (), ()]
    assert found.roles == "u u ? ?"


def test_a_chosen_dialect_rewrites_it() -> None:
    tool = {"type": "tool-ls", "toolCallId": "c", "state": "output-available", "input": {}, "output": "x"}
    found = only({"role": "assistant", "parts": [tool, {"type": "text", "text": "done"}]}, dialect="openai-chat")
    assert (found.roles, found.count) == ("a t", 2)


def test_one_object_is_no_list() -> None:
    with pytest.raises(CaptureError) as refused:
        list(start([b'{"a":1}'], format="ai-sdk-messages").records)
    assert refused.value.code == "no-messages"
