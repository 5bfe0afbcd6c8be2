import hashlib
import json
from collections.abc import Callable

import pytest

from compaction.dialects import Native
from compaction.dialects.maps import bedrock_converse
from compaction.transcripts import (
    Block,
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
    def of(content: object) -> tuple[Block, ...]:
        return mapped(Dialect.BEDROCK_CONVERSE, {"role": "user", "content": content}).blocks

    return of


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ({"text": " Hi\n"}, Text(" Hi\n", f"{AT}/0")),
        (
            {"toolUse": {"toolUseId": "t1", "name": "ls", "input": {"path": "."}}},
            ToolUse("t1", "ls", '{"path": "."}', origin=f"{AT}/0"),
        ),
        (
            {"toolUse": {"toolUseId": "t1", "name": "web", "type": "server_tool_use"}},
            ToolUse("t1", "web", "", "server", f"{AT}/0"),
        ),
        (
            {"toolResult": {"toolUseId": "t1", "content": [{"text": "ok"}, {"json": {"a": 1}}], "status": "error"}},
            ToolResult(
                "t1",
                (
                    Text("ok", f"{AT}/0/toolResult/content/0"),
                    Text('{"a": 1}', f"{AT}/0/toolResult/content/1"),
                ),
                True,
                origin=f"{AT}/0",
            ),
        ),
        ({"toolResult": {"toolUseId": "t1"}}, ToolResult("t1", (), origin=f"{AT}/0")),
        (
            {"image": {"format": "png", "source": {"bytes": "aGk="}}},
            Image("image/png", 2, sha256(b"hi"), f"{AT}/0"),
        ),
        (
            {"document": {"format": "pdf", "name": "T", "source": {"s3Location": {"uri": "s3://b/a"}}}},
            Document("application/pdf", "T", 0, sha256(b"s3://b/a"), f"{AT}/0", "s3://b/a"),
        ),
        (
            {"document": {"format": "odt", "source": {"text": "é"}}},
            Document("odt", "", 2, sha256("é".encode()), f"{AT}/0"),
        ),
        (
            {"document": {"format": "txt", "source": {"content": []}}},
            Document("text/plain", "", 15, sha256(b'{"content": []}'), f"{AT}/0"),
        ),
        (
            {"reasoningContent": {"reasoningText": {"text": "Hm", "signature": "c2ln"}}},
            Thinking("Hm", "c2ln", f"{AT}/0"),
        ),
        (
            {"reasoningContent": {"redactedContent": "b3Bh"}},
            RedactedThinking(4, sha256(b"b3Bh"), f"{AT}/0"),
        ),
        ({"video": {"format": "mp4"}}, Unknown("video", '{"video": {"format": "mp4"}}', f"{AT}/0")),
        ({"cachePoint": {}}, Unknown("cachePoint", '{"cachePoint": {}}', f"{AT}/0")),
        ({"guardContent": {}}, Unknown("guardContent", '{"guardContent": {}}', f"{AT}/0")),
        ({}, Unknown("", "{}", f"{AT}/0")),
        (7, Unknown("", "7", f"{AT}/0")),
    ],
)
def test_each_key_has_its_block(blocks: Callable, block: object, expected: Block) -> None:
    assert blocks([block]) == (expected,)


def test_content_that_is_no_list_is_kept(blocks: Callable) -> None:
    assert blocks(None) == ()
    assert blocks([]) == ()
    assert blocks("Hi") == (Unknown("", '"Hi"', AT),)


def test_the_system_prompt_is_a_list_of_blocks() -> None:
    body = {"system": [{"text": "A"}, {"cachePoint": {}}]}
    found = bedrock_converse.system_blocks(Native(body, json.dumps(body).encode()))
    assert found == (Text("A", "/system/0"), Unknown("cachePoint", '{"cachePoint": {}}', "/system/1"))
