import hashlib
import json
from collections.abc import Callable

import pytest

from compaction.transcripts import (
    Audio,
    Block,
    Dialect,
    Document,
    Image,
    Message,
    RedactedThinking,
    Refusal,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    Unknown,
)

AT = "/messages/0"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def blocks(mapped: Callable[..., Message]) -> Callable[..., tuple[Block, ...]]:
    def of(**message: object) -> tuple[Block, ...]:
        return mapped(Dialect.OPENAI_CHAT, message).blocks

    return of


@pytest.mark.parametrize("role", ["system", "developer", "user", "assistant"])
def test_content_is_text(blocks: Callable, role: str) -> None:
    assert blocks(role=role, content="Hi") == (Text("Hi", f"{AT}/content"),)
    assert blocks(role=role, content=None) == ()
    assert blocks(role=role) == ()


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ({"type": "text", "text": "Hi"}, Text("Hi", f"{AT}/content/0")),
        ({"type": "refusal", "refusal": "No"}, Refusal("No", f"{AT}/content/0")),
        (
            {"type": "image_url", "image_url": {"url": "https://x/a", "detail": "low"}},
            Image("", 0, sha256(b"https://x/a"), f"{AT}/content/0", "https://x/a"),
        ),
        (
            {"type": "image_url", "image_url": "data:image/png;base64,aGk="},
            Image("image/png", 2, sha256(b"hi"), f"{AT}/content/0"),
        ),
        (
            {"type": "image_url", "image_url": {"url": "data:text/plain,hi"}},
            Image("text/plain", 2, sha256(b"hi"), f"{AT}/content/0"),
        ),
        (
            {"type": "input_audio", "input_audio": {"data": "aGk=", "format": "wav"}},
            Audio("audio/wav", 2, sha256(b"hi"), f"{AT}/content/0"),
        ),
        (
            {"type": "file", "file": {"file_id": "f1", "filename": "a.pdf"}},
            Document("", "a.pdf", 0, sha256(b"f1"), f"{AT}/content/0", "f1"),
        ),
        (
            {"type": "file", "file": {"file_data": "data:application/pdf;base64,aGk="}},
            Document("application/pdf", "", 2, sha256(b"hi"), f"{AT}/content/0"),
        ),
        ({"type": "file", "file": {"file_data": "aGk="}}, Document("", "", 2, sha256(b"hi"), f"{AT}/content/0")),
        ({"type": "video_url"}, Unknown("video_url", '{"type": "video_url"}', f"{AT}/content/0")),
        ("bare", Unknown("", '"bare"', f"{AT}/content/0")),
    ],
)
def test_parts_keep_what_they_are_and_where(blocks: Callable, part: object, expected: Block) -> None:
    assert blocks(role="user", content=[part]) == (expected,)


def test_content_of_an_odd_type_is_kept(blocks: Callable) -> None:
    assert blocks(role="user", content=7) == (Unknown("", "7", f"{AT}/content"),)


def test_calls_follow_the_content(blocks: Callable) -> None:
    calls = [
        {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": '{"a":1}'}},
        {"id": "c2", "type": "custom", "custom": {"name": "sh", "input": "ls"}},
        {"id": "c3", "function": {"name": "obj", "arguments": {"a": 1}}},
        {"id": "c4", "type": "odd"},
    ]
    assert blocks(role="assistant", content="Hm", tool_calls=calls) == (
        Text("Hm", f"{AT}/content"),
        ToolUse("c1", "ls", '{"a":1}', "client", f"{AT}/tool_calls/0"),
        ToolUse("c2", "sh", "ls", "custom", f"{AT}/tool_calls/1"),
        ToolUse("c3", "obj", '{"a": 1}', "client", f"{AT}/tool_calls/2"),
        Unknown("odd", json.dumps(calls[3]), f"{AT}/tool_calls/3"),
    )


def test_calls_of_an_odd_type_are_kept_and_none_are_none(blocks: Callable) -> None:
    assert blocks(role="assistant", tool_calls="odd") == (Unknown("", '"odd"', f"{AT}/tool_calls"),)
    assert blocks(role="assistant", tool_calls=[]) == ()
    assert blocks(role="assistant", tool_calls=None) == ()


def test_a_legacy_call_has_no_id(blocks: Callable) -> None:
    given = {"name": "ls", "arguments": "{}"}
    assert blocks(role="assistant", function_call=given) == (ToolUse("", "ls", "{}", "client", f"{AT}/function_call"),)


def test_a_tool_message_is_one_result(blocks: Callable) -> None:
    assert blocks(role="tool", tool_call_id="c1", content="ok") == (
        ToolResult("c1", (Text("ok", f"{AT}/content"),), origin=AT),
    )
    assert blocks(role="function", name="ls", content=[{"type": "text", "text": "ok"}]) == (
        ToolResult("", (Text("ok", f"{AT}/content/0"),), origin=AT),
    )


@pytest.mark.parametrize("key", ["reasoning_content", "reasoning"])
def test_open_reasoning_is_thinking_and_comes_first(blocks: Callable, key: str) -> None:
    assert blocks(role="assistant", content="Hi", **{key: "Hm"}) == (
        Thinking("Hm", origin=f"{AT}/{key}"),
        Text("Hi", f"{AT}/content"),
    )
    assert blocks(role="assistant", **{key: ""}) == ()


def test_details_of_reasoning_stand_for_the_text_beside_them(blocks: Callable) -> None:
    details = [
        {"type": "reasoning.text", "text": "Hm", "signature": "s"},
        {"type": "reasoning.summary", "summary": "Sum"},
        {"type": "reasoning.encrypted", "data": "abc"},
        {"type": "reasoning.other"},
    ]
    at = f"{AT}/reasoning_details"
    assert blocks(role="assistant", reasoning="Hm", reasoning_details=details) == (
        Thinking("Hm", "s", f"{at}/0"),
        Thinking("Sum", "", f"{at}/1"),
        RedactedThinking(3, sha256(b"abc"), f"{at}/2"),
        Unknown("reasoning.other", json.dumps(details[3]), f"{at}/3"),
    )


def test_a_refusal_and_audio_stand_beside_the_content(blocks: Callable) -> None:
    assert blocks(role="assistant", content=None, refusal="No", audio={"id": "a1"}) == (
        Refusal("No", f"{AT}/refusal"),
        Audio("audio", 0, sha256(b"a1"), f"{AT}/audio", "a1"),
    )
    assert blocks(role="assistant", audio={"data": "aGk="}) == (Audio("audio", 2, sha256(b"hi"), f"{AT}/audio"),)


def test_several_odd_parts_of_one_message_are_each_kept(blocks: Callable) -> None:
    assert blocks(role="assistant", content=1.50, tool_calls={"a": 2}) == (
        Unknown("", "1.5", f"{AT}/content"),
        Unknown("", '{"a": 2}', f"{AT}/tool_calls"),
    )
