import hashlib
import json
from collections.abc import Callable

import pytest

from compaction.dialects import Native
from compaction.dialects.maps import anthropic
from compaction.transcripts import (
    Block,
    Compaction,
    Dialect,
    Document,
    Image,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    Unknown,
)

AT = "/messages/0/content"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def blocks(mapped: Callable[..., Message]) -> Callable[[object], tuple[Block, ...]]:
    def of(content: object, role: str = "user") -> tuple[Block, ...]:
        return mapped(Dialect.ANTHROPIC, {"role": role, "content": content}).blocks

    return of


def test_a_string_is_one_text(blocks: Callable) -> None:
    assert blocks("  Hello\n") == (Text("  Hello\n", AT),)
    assert blocks("") == (Text("", AT),)
    assert blocks(None) == ()
    assert blocks([]) == ()


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ({"type": "text", "text": "Hi", "citations": []}, Text("Hi", f"{AT}/0")),
        ({"type": "mid_conv_system", "text": "Hi"}, Text("Hi", f"{AT}/0")),
        ({"type": "thinking", "thinking": "Hm", "signature": "c2ln"}, Thinking("Hm", "c2ln", f"{AT}/0")),
        ({"type": "redacted_thinking", "data": "b3Bh"}, RedactedThinking(4, sha256(b"b3Bh"), f"{AT}/0")),
        ({"type": "compaction", "content": "Sum"}, Compaction("Sum", "provider", f"{AT}/0")),
        ({"type": "compaction", "content": None}, Compaction(None, "provider", f"{AT}/0")),
        (
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}},
            Image("image/png", 2, sha256(b"hi"), f"{AT}/0"),
        ),
        (
            {"type": "image", "source": {"type": "url", "url": "https://x/a.png"}},
            Image("", 0, sha256(b"https://x/a.png"), f"{AT}/0", "https://x/a.png"),
        ),
        (
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "!"}},
            Image("image/png", 0, sha256(b""), f"{AT}/0"),
        ),
        (
            {"type": "document", "title": "T", "source": {"type": "text", "media_type": "text/plain", "data": "é"}},
            Document("text/plain", "T", 2, sha256("é".encode()), f"{AT}/0"),
        ),
        (
            {"type": "document", "source": {"type": "file", "file_id": "file_1"}},
            Document("", "", 0, sha256(b"file_1"), f"{AT}/0", "file_1"),
        ),
        (
            {"type": "document", "source": {"type": "content", "content": "x"}},
            Document("application/json", "", 35, sha256(b'{"type": "content", "content": "x"}'), f"{AT}/0"),
        ),
        (
            {"type": "search_result", "title": "S", "content": [1]},
            Document("application/json", "S", 3, sha256(b"[1]"), f"{AT}/0"),
        ),
        ({"type": "container_upload", "file_id": "f"}, Document("", "", 0, sha256(b"f"), f"{AT}/0", "f")),
    ],
)
def test_blocks_keep_what_they_are_and_where(blocks: Callable, block: object, expected: Block) -> None:
    assert blocks([block]) == (expected,)


@pytest.mark.parametrize(
    ("kind", "expected"), [("tool_use", "client"), ("server_tool_use", "server"), ("mcp_tool_use", "mcp")]
)
def test_calls_keep_their_arguments_as_sent(mapped: Callable, kind: str, expected: str) -> None:
    data = b'{"role":"assistant","content":[{"type":"%s","id":"t1","name":"ls","input":{ "b": 1.0,"a":1e2 }}]}'
    message = mapped(Dialect.ANTHROPIC, data % kind.encode())
    assert message.blocks == (ToolUse("t1", "ls", '{ "b": 1.0,"a":1e2 }', expected, f"{AT}/0"),)


def test_arguments_with_a_lone_surrogate_are_written_anew(mapped: Callable) -> None:
    data = b'{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"n","input":{"a": "\\ud800"}}]}'
    assert mapped(Dialect.ANTHROPIC, data).blocks == (ToolUse("t", "n", '{"a":"\\ud800"}', "client", f"{AT}/0"),)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("tool_result", "client"), ("mcp_tool_result", "mcp"), ("bash_code_execution_tool_result", "server")],
)
def test_results_hold_blocks_of_their_own(blocks: Callable, kind: str, expected: str) -> None:
    given = {"type": kind, "tool_use_id": "t1", "is_error": True, "content": [{"type": "text", "text": "no"}]}
    assert blocks([given]) == (ToolResult("t1", (Text("no", f"{AT}/0/content/0"),), True, expected, f"{AT}/0"),)


@pytest.mark.parametrize("given", [False, None, "yes", 1])
def test_only_true_makes_a_result_an_error(blocks: Callable, given: object) -> None:
    (result,) = blocks([{"type": "tool_result", "tool_use_id": "t", "is_error": given}])
    assert result.is_error is False


def test_a_result_may_be_a_string_or_nothing(blocks: Callable) -> None:
    assert blocks([{"type": "tool_result", "tool_use_id": "t", "content": "ok"}, {"type": "tool_result"}]) == (
        ToolResult("t", (Text("ok", f"{AT}/0/content"),), origin=f"{AT}/0"),
        ToolResult("", (), origin=f"{AT}/1"),
    )


@pytest.mark.parametrize(
    ("block", "native_type"),
    [
        ({"type": "hologram", "x": [1, 2]}, "hologram"),
        ({"type": "text", "text": 7}, "text"),
        ({"text": "no type"}, ""),
        ("bare", ""),
        (7, ""),
        (None, ""),
    ],
)
def test_what_nobody_knows_is_kept_as_it_was_sent(blocks: Callable, block: object, native_type: str) -> None:
    assert blocks([block]) == (Unknown(native_type, json.dumps(block), f"{AT}/0"),)


def test_content_of_an_odd_type_is_kept(blocks: Callable) -> None:
    assert blocks({"type": "text"}) == (Unknown("text", '{"type": "text"}', AT),)


def test_the_message_keeps_role_id_and_exact_bytes(mapped: Callable) -> None:
    data = b'{ "id":"msg_1", "role":"assistant","content":"\\u00e9" }'
    message = mapped(Dialect.ANTHROPIC, data)
    assert (message.index, message.role, message.native_id, message.origin) == (0, "assistant", "msg_1", "/messages/0")
    assert message.native == data


@pytest.mark.parametrize("element", ["text", 7, None, ["x"]])
def test_an_element_that_is_no_object_is_a_message_of_one_unknown(mapped: Callable, element: object) -> None:
    message = mapped(Dialect.ANTHROPIC, element)
    assert (message.role, message.blocks) == ("", (Unknown("", json.dumps(element), "/messages/0"),))


def test_the_system_prompt_stands_beside_the_list() -> None:
    def system(value: object) -> tuple[Block, ...]:
        body = {"system": value}
        return anthropic.system_blocks(Native(body, json.dumps(body).encode()))

    assert system("Be brief.") == (Text("Be brief.", "/system"),)
    assert system([{"type": "text", "text": "A"}, {"odd": 1}]) == (
        Text("A", "/system/0"),
        Unknown("", '{"odd": 1}', "/system/1"),
    )
    assert system(None) == ()
