import hashlib
import json
from collections.abc import Callable

import pytest

from compaction.dialects import Native, mapping_of
from compaction.transcripts import (
    Audio,
    Block,
    Compaction,
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

AT = "/input/0"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def item(mapped: Callable[..., Message]) -> Callable[..., Message]:
    def of(**members: object) -> Message:
        return mapped(Dialect.OPENAI_RESPONSES, members)

    return of


@pytest.mark.parametrize("kind", [{"type": "message"}, {}])
@pytest.mark.parametrize("role", ["system", "developer", "user", "assistant"])
def test_a_message_is_one_with_or_without_its_type(item: Callable, kind: dict[str, str], role: str) -> None:
    found = item(**kind, role=role, content="Hi")
    assert (found.role, found.blocks) == (role, (Text("Hi", f"{AT}/content"),))


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ({"type": "input_text", "text": "Hi"}, Text("Hi", f"{AT}/content/0")),
        ({"type": "output_text", "text": "Hi", "annotations": []}, Text("Hi", f"{AT}/content/0")),
        ({"type": "refusal", "refusal": "No"}, Refusal("No", f"{AT}/content/0")),
        (
            {"type": "input_image", "image_url": "data:image/png;base64,aGk="},
            Image("image/png", 2, sha256(b"hi"), f"{AT}/content/0"),
        ),
        (
            {"type": "input_image", "file_id": "file_1"},
            Image("", 0, sha256(b"file_1"), f"{AT}/content/0", "file_1"),
        ),
        (
            {"type": "input_file", "filename": "a.pdf", "file_data": "data:application/pdf;base64,aGk="},
            Document("application/pdf", "a.pdf", 2, sha256(b"hi"), f"{AT}/content/0"),
        ),
        (
            {"type": "input_file", "file_url": "https://x/a"},
            Document("", "", 0, sha256(b"https://x/a"), f"{AT}/content/0", "https://x/a"),
        ),
        (
            {"type": "input_audio", "input_audio": {"data": "aGk=", "format": "wav"}},
            Audio("audio/wav", 2, sha256(b"hi"), f"{AT}/content/0"),
        ),
        (
            {"type": "input_text", "text": 7},
            Unknown("input_text", '{"type": "input_text", "text": 7}', f"{AT}/content/0"),
        ),
        (7, Unknown("", "7", f"{AT}/content/0")),
    ],
)
def test_each_part_becomes_its_block(item: Callable, part: object, expected: Block) -> None:
    assert item(type="message", role="user", content=[part]).blocks == (expected,)


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        (
            {"type": "function_call", "name": "ls", "arguments": '{"a": 1}'},
            ToolUse("c", "ls", '{"a": 1}', "client", AT),
        ),
        ({"type": "function_call", "name": "ls", "arguments": {"a": 1}}, ToolUse("c", "ls", '{"a": 1}', "client", AT)),
        ({"type": "custom_tool_call", "name": "sh", "input": "ls"}, ToolUse("c", "sh", "ls", "custom", AT)),
        (
            {"type": "local_shell_call", "action": {"command": ["ls"]}},
            ToolUse("c", "local_shell", '{"command": ["ls"]}', "shell", AT),
        ),
        (
            {"type": "apply_patch_call", "operation": {"path": "a"}},
            ToolUse("c", "apply_patch", '{"path": "a"}', "client", AT),
        ),
        (
            {"type": "computer_call", "action": {"type": "click"}},
            ToolUse("c", "computer", '{"type": "click"}', "client", AT),
        ),
    ],
)
def test_a_call_keeps_its_id_name_and_arguments_as_sent(item: Callable, members: dict, expected: ToolUse) -> None:
    found = item(call_id="c", **members)
    assert (found.role, found.blocks) == ("assistant", (expected,))


def test_a_call_of_the_provider_carries_its_result(item: Callable) -> None:
    asked = item(type="mcp_call", id="mcp_1", name="find", arguments="{}", output="two")
    assert asked.blocks == (
        ToolUse("mcp_1", "find", "{}", "mcp", AT),
        ToolResult("mcp_1", (Text("two", f"{AT}/output"),), False, "mcp", AT),
    )
    failed = item(type="mcp_call", id="mcp_1", name="find", arguments="{}", output=None, error="down")
    assert failed.blocks[1] == ToolResult("mcp_1", (Text("down", f"{AT}/error"),), True, "mcp", AT)
    drawn = item(type="image_generation_call", id="ig_1", result="aGk=")
    image = Image("image/png", 2, sha256(b"hi"), f"{AT}/result")
    assert drawn.blocks[1] == ToolResult("ig_1", (image,), False, "server", AT)
    searched = item(type="web_search_call", id="ws_1", action={"query": "x"})
    assert searched.blocks == (ToolUse("ws_1", "web_search", '{"query": "x"}', "server", AT),)


@pytest.mark.parametrize(
    ("members", "blocks"),
    [
        ({"output": "ok"}, (Text("ok", f"{AT}/output"),)),
        ({"output": [{"type": "input_text", "text": "ok"}]}, (Text("ok", f"{AT}/output/0"),)),
        ({"output": [{"stdout": "ok", "stderr": ""}]}, (Text("ok", f"{AT}/output/0/stdout"),)),
        (
            {"output": {"type": "computer_screenshot", "image_url": "https://x"}},
            (Image("", 0, sha256(b"https://x"), f"{AT}/output", "https://x"),),
        ),
        ({}, ()),
    ],
)
def test_an_output_is_the_answer_of_a_tool(item: Callable, members: dict, blocks: tuple[Block, ...]) -> None:
    found = item(type="function_call_output", call_id="c", **members)
    assert (found.role, found.blocks) == ("tool", (ToolResult("c", blocks, origin=AT),))


def test_an_output_has_the_kind_of_its_call_and_says_when_it_failed(item: Callable) -> None:
    assert item(type="local_shell_call_output", id="c", output="").blocks[0].kind == "shell"
    failed = item(type="apply_patch_call_output", call_id="c", status="failed", output="no such file")
    assert failed.blocks[0].is_error


def test_reasoning_is_its_summary_and_its_encrypted_rest(item: Callable) -> None:
    found = item(type="reasoning", id="rs_1", summary=[{"type": "summary_text", "text": "Hm"}], encrypted_content="abc")
    assert found.blocks == (
        Thinking("Hm", "", f"{AT}/summary/0"),
        RedactedThinking(3, sha256(b"abc"), f"{AT}/encrypted_content"),
    )
    assert (found.role, found.native_id) == ("assistant", "rs_1")
    assert item(type="reasoning", summary=[]).blocks == (Thinking("", "", AT),)
    assert item(type="reasoning", summary=[{"type": "summary_text"}, {"text": "Hm"}]).blocks == (
        Thinking("Hm", "", f"{AT}/summary/1"),
    )
    opened = item(type="reasoning", content=[{"type": "reasoning_text", "text": "Hm"}])
    assert opened.blocks == (Thinking("Hm", "", f"{AT}/content/0"),)


@pytest.mark.parametrize("kind", ["compaction", "compaction_summary"])
def test_a_compaction_cannot_be_read(item: Callable, kind: str) -> None:
    assert item(type=kind, encrypted_content="abc").blocks == (Compaction(None, "provider", AT),)


def test_a_trigger_holds_nothing_and_a_reference_is_kept(item: Callable) -> None:
    assert item(type="compaction_trigger").blocks == ()
    assert item(type="item_reference", id="fc_1").blocks == (
        Unknown("item_reference", '{"type": "item_reference", "id": "fc_1"}', AT),
    )


def test_the_instructions_are_the_system_prompt() -> None:
    body = {"instructions": "Be brief.", "input": []}
    native = Native(body, json.dumps(body).encode())
    mapping = mapping_of(Dialect.OPENAI_RESPONSES)
    assert mapping.system(native) == (Text("Be brief.", "/instructions"),)
    assert mapping.system(Native({}, b"{}")) == ()
