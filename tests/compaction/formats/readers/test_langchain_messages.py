import json
from typing import Any

import pytest

from compaction.errors import CaptureError
from compaction.formats import start
from compaction.transcripts import Image, Text, Thinking, ToolResult, ToolUse, Unknown

CALL = {"name": "ls", "args": {"a": 1}, "id": "c", "type": "tool_call"}


def only(*values: object, **chosen: str) -> Any:
    reading = start([json.dumps(values).encode()], **chosen)
    assert reading.format.id == "langchain-messages"
    (found,) = reading.records
    return found


def lc(name: str, **fields: object) -> dict[str, Any]:
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", name], "kwargs": fields}


def test_all_three_forms_are_one() -> None:
    plain = [{"type": "human", "content": "Hi"}, {"type": "ai", "content": "", "tool_calls": [CALL]}]
    nested = [{"type": "human", "data": {"content": "Hi"}}, {"type": "ai", "data": plain[1]}]
    built = [lc("HumanMessage", content="Hi"), lc("AIMessageChunk", content="", tool_calls=[CALL])]
    for values in (plain, nested, built):
        found = only(*values)
        assert (found.roles, found.dialect, found.reconstructed) == ("u a", None, True)
        assert found.messages[0].blocks == (Text("Hi", "/messages/0"),)
        assert found.messages[1].blocks == (ToolUse("c", "ls", '{"a": 1}', origin="/messages/1"),)


def test_content_in_parts_becomes_blocks() -> None:
    content = [
        "plain",
        {"type": "text", "text": "Hi"},
        {"type": "thinking", "thinking": "Hm", "signature": "c2ln"},
        {"type": "reasoning", "reasoning": "Hm"},
        {"type": "image_url", "image_url": {"url": "https://x/a.png"}},
        {"type": "tool_use", "id": "c"},
        5,
    ]
    blocks = only({"type": "ai", "content": content}).messages[0].blocks
    assert [type(block) for block in blocks] == [Text, Text, Thinking, Thinking, Image, Unknown, Unknown]
    repeated = only({"type": "ai", "content": content, "tool_calls": [CALL, 5]}).messages[0].blocks
    assert [type(block) for block in repeated][-3:] == [Unknown, ToolUse, Unknown]


def test_a_result_is_one_block_and_may_have_failed() -> None:
    found = only(
        {"type": "tool", "content": "4", "tool_call_id": "c"}, lc("ToolMessage", content="x", status="error"), 5
    )
    first, second = (found.messages[i].blocks[0] for i in range(2))
    assert first == ToolResult("c", (Text("4", "/messages/0"),), origin="/messages/0")
    assert (second.is_error, found.roles) == (True, "t t ?")


@pytest.mark.parametrize("dialect", ["openai-chat", "anthropic"])
def test_a_chosen_dialect_rewrites_it(dialect: str) -> None:
    values = [{"type": "human", "content": "Hi"}, {"type": "ai", "content": "", "tool_calls": [CALL]}]
    found = only(*values, {"type": "tool", "content": "4", "tool_call_id": "c"}, dialect=dialect)
    assert found.dialect == dialect
    assert found.roles == ("u a t" if dialect == "openai-chat" else "u a u")


def test_one_object_is_no_list() -> None:
    with pytest.raises(CaptureError) as refused:
        list(start([b'{"type":"human"}'], format="langchain-messages").records)
    assert refused.value.code == "no-messages"
