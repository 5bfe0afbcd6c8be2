import hashlib
import json
from collections.abc import Callable

import pytest

from compaction.dialects import Native
from compaction.dialects.maps import gemini
from compaction.transcripts import (
    Audio,
    Block,
    Dialect,
    Document,
    Image,
    Message,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    Unknown,
)

AT = "/contents/0/parts"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def blocks(mapped: Callable[..., Message]) -> Callable[[object], tuple[Block, ...]]:
    def of(parts: object) -> tuple[Block, ...]:
        return mapped(Dialect.GEMINI, {"role": "model", "parts": parts}).blocks

    return of


@pytest.mark.parametrize(("content", "role"), [({}, "user"), ({"role": "model"}, "model"), ({"role": 1}, ""), (7, "")])
def test_a_content_without_a_role_is_from_the_user(mapped: Callable[..., Message], content: object, role: str) -> None:
    assert mapped(Dialect.GEMINI, content).role == role


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ({"text": "Hi"}, Text("Hi", f"{AT}/0")),
        ({"text": "Hm", "thought": True}, Thinking("Hm", "", f"{AT}/0")),
        ({"text": "Hm", "thought": True, "thoughtSignature": "c2ln"}, Thinking("Hm", "c2ln", f"{AT}/0")),
        ({"text": "Hm", "thought": True, "thought_signature": "c2ln"}, Thinking("Hm", "c2ln", f"{AT}/0")),
        ({"text": "Hi", "thought": False, "thoughtSignature": "c2ln"}, Text("Hi", f"{AT}/0")),
        (
            {"functionCall": {"name": "ls", "args": {"path": "é"}}, "thoughtSignature": "c2ln"},
            ToolUse("", "ls", '{"path": "\\u00e9"}', origin=f"{AT}/0"),
        ),
        ({"function_call": {"id": "c1", "name": "ls"}}, ToolUse("c1", "ls", "", origin=f"{AT}/0")),
        (
            {"functionResponse": {"name": "ls", "response": {"output": "a"}}},
            ToolResult("", (Text('{"output": "a"}', f"{AT}/0/functionResponse/response"),), origin=f"{AT}/0"),
        ),
        ({"functionResponse": {"id": "c1", "name": "ping"}}, ToolResult("c1", (), False, origin=f"{AT}/0")),
        (
            {"function_response": {"id": "c1", "response": {"error": "no"}}},
            ToolResult("c1", (Text('{"error": "no"}', f"{AT}/0/function_response/response"),), True, origin=f"{AT}/0"),
        ),
        (
            {
                "functionResponse": {
                    "response": {},
                    "parts": [{"inlineData": {"mimeType": "image/png", "data": "aGk="}}],
                }
            },
            ToolResult(
                "",
                (
                    Text("{}", f"{AT}/0/functionResponse/response"),
                    Image("image/png", 2, sha256(b"hi"), f"{AT}/0/functionResponse/parts/0"),
                ),
                origin=f"{AT}/0",
            ),
        ),
        ({"inlineData": {"mimeType": "image/png", "data": "aGk="}}, Image("image/png", 2, sha256(b"hi"), f"{AT}/0")),
        ({"inline_data": {"mime_type": "audio/wav", "data": "aGk="}}, Audio("audio/wav", 2, sha256(b"hi"), f"{AT}/0")),
        (
            {"inlineData": {"mimeType": "application/pdf", "data": "aGk=", "displayName": "T"}},
            Document("application/pdf", "T", 2, sha256(b"hi"), f"{AT}/0"),
        ),
        (
            {"fileData": {"mimeType": "image/png", "fileUri": "gs://b/a"}},
            Image("image/png", 0, sha256(b"gs://b/a"), f"{AT}/0", "gs://b/a"),
        ),
        (
            {"file_data": {"file_uri": "gs://b/a"}},
            Document("", "", 0, sha256(b"gs://b/a"), f"{AT}/0", "gs://b/a"),
        ),
        (
            {"executableCode": {"language": "PYTHON", "code": "1"}},
            ToolUse("", "code_execution", '{"language": "PYTHON", "code": "1"}', "server", f"{AT}/0"),
        ),
        (
            {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1"}},
            ToolResult("", (Text("1", f"{AT}/0/codeExecutionResult/output"),), False, "server", f"{AT}/0"),
        ),
        (
            {"code_execution_result": {"outcome": "OUTCOME_FAILED"}},
            ToolResult("", (), True, "server", f"{AT}/0"),
        ),
        ({"hologram": 1}, Unknown("hologram", '{"hologram": 1}', f"{AT}/0")),
        ({}, Unknown("", "{}", f"{AT}/0")),
        (7, Unknown("", "7", f"{AT}/0")),
    ],
)
def test_each_part_has_its_block(blocks: Callable, part: object, expected: Block) -> None:
    assert blocks([part]) == (expected,)


def test_parts_that_are_no_list_are_kept(blocks: Callable) -> None:
    assert blocks(None) == ()
    assert blocks([]) == ()
    assert blocks("Hi") == (Unknown("", '"Hi"', AT),)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"systemInstruction": {"parts": [{"text": "A"}]}}, (Text("A", "/systemInstruction/parts/0"),)),
        ({"system_instruction": {"parts": [{"text": "A"}]}}, (Text("A", "/system_instruction/parts/0"),)),
        ({"system_instruction": "A"}, (Text("A", "/system_instruction"),)),
        ({}, ()),
    ],
)
def test_the_system_instruction_is_the_system_prompt(body: dict, expected: tuple[Block, ...]) -> None:
    assert gemini.system_blocks(Native(body, json.dumps(body).encode())) == expected
