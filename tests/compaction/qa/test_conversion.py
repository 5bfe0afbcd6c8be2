import json

import pytest

from compaction.qa.conversion import from_canonical
from compaction.qa.messages import Media, Message, Part, Text, Thinking, ToolCall, ToolResult
from compaction.transcripts import (
    Audio,
    Block,
    Compaction,
    Document,
    Image,
    RedactedThinking,
    Refusal,
    ToolUse,
    Unknown,
)
from compaction.transcripts import Message as CanonicalMessage
from compaction.transcripts import Text as TextBlock
from compaction.transcripts import Thinking as ThinkingBlock
from compaction.transcripts import ToolResult as ResultBlock


def canonical(role: str, *blocks: Block, index: int = 0, native: object = None) -> CanonicalMessage:
    return CanonicalMessage(index, role, blocks, f"/messages/{index}", json.dumps(native).encode())


def parts(*blocks: Block, native: object = None) -> tuple[Part, ...]:
    return from_canonical([canonical("user", *blocks, native=native)])[0].parts


@pytest.mark.parametrize(
    ("role", "converted"),
    [
        ("user", "user"),
        ("tool", "user"),
        ("function", "user"),
        ("oddity", "user"),
        ("assistant", "assistant"),
        ("model", "assistant"),
        ("system", "system"),
        ("developer", "system"),
        ("", "user"),
    ],
)
def test_there_are_three_roles(role: str, converted: str) -> None:
    assert from_canonical([canonical(role, TextBlock("x"))])[0].role == converted


@pytest.mark.parametrize("block", [ToolUse("a", "read", "{}"), ThinkingBlock("Hm."), RedactedThinking(1, "d")])
def test_an_item_without_a_role_that_calls_or_thinks_is_the_models(block: Block) -> None:
    assert from_canonical([canonical("", block)])[0].role == "assistant"


def test_a_message_refers_to_its_place() -> None:
    assert from_canonical([canonical("user", TextBlock("x"), index=4)]) == (Message("user", (Text("x"),), 4),)


@pytest.mark.parametrize(
    ("block", "part"),
    [
        (Refusal("No."), Text("No.")),
        (Compaction("Summary.", "server"), Text("Summary.")),
        (Compaction(None, "server"), Media("encrypted summary")),
        (Image("image/png", 1, "d"), Media("image")),
        (Audio("audio/wav", 1, "d"), Media("audio")),
        (Document("application/pdf", "t", 1, "d"), Media("document")),
        (Unknown("new", "{}"), Media("unknown block")),
        (ThinkingBlock("Hm.", "sig"), Thinking("Hm.")),
        (RedactedThinking(1, "d"), Thinking("", redacted=True)),
        (ToolUse("a", "read", '{"b": 1, "a": "ü"}'), ToolCall("a", "read", '{"a":"ü","b":1}')),
        (ToolUse("a", "patch", "*** Begin"), ToolCall("a", "patch", "*** Begin")),
        (ToolUse("a", "deep", "[" * 100_000), ToolCall("a", "deep", "[" * 100_000)),
        (ResultBlock("b", ()), ToolResult("b", "", "")),
        (ResultBlock("b", (TextBlock("x"),), is_error=True), ToolResult("b", "", "x", is_error=True)),
        (
            ResultBlock("b", (TextBlock("x"), Image("image/png", 1, "d"))),
            ToolResult("b", "", (Text("x"), Media("image"))),
        ),
    ],
)
def test_one_block_is_one_part(block: Block, part: Part) -> None:
    assert parts(TextBlock("first"), block) == (Text("first"), part)


def test_a_result_is_named_by_its_call() -> None:
    call, result = from_canonical(
        [canonical("assistant", ToolUse("a", "read", "{}")), canonical("tool", ResultBlock("a", ()), index=1)]
    )
    assert result.parts == (ToolResult("a", "read", ""),)


@pytest.mark.parametrize(
    ("native", "retention"),
    [
        ({"content": [{"tool_use_id": "a", "retention": "durable"}]}, "durable"),
        ({"tool_call_id": "a", "retention": "requery"}, "requery"),
        ({"content": [{"tool_use_id": "b", "retention": "durable"}]}, None),
        ({"tool_call_id": "a", "retention": "forever"}, None),
        ({"tool_call_id": "a", "x": "retention"}, None),
        ({"tool_call_id": "a"}, None),
    ],
)
def test_retention_is_the_uploads_own_field(native: object, retention: str | None) -> None:
    (part,) = parts(ResultBlock("a", ()), native=native)
    assert isinstance(part, ToolResult) and part.retention == retention


@pytest.mark.parametrize("native", [b'{"retention": ', b'{"retention": ' + b"[" * 100_000])
def test_a_native_element_that_is_no_json_retains_nothing(native: bytes) -> None:
    message = CanonicalMessage(0, "tool", (ResultBlock("a", ()),), "", native)
    assert from_canonical([message])[0].parts == (ToolResult("a", "", ""),)
