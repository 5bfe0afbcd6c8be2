"""Messages of a client's own shape, rewritten for a chosen dialect."""

import json
from typing import Any

import pytest

from compaction.formats.converted import Shaped, as_text, read_shaped
from compaction.formats.records import MessageList
from compaction.formats.replies import native_of
from compaction.transcripts import Block, Dialect, Image, Text, Thinking, ToolResult, ToolUse

CALL = ToolUse("c", "ls", '{"a": 1}')
RESULT = ToolResult("c", (Text("out"),))


def rewritten(dialect: Dialect, *messages: tuple[str, tuple[Block, ...]]) -> Any:
    shaped = Shaped(
        path="p",
        natives=tuple(native_of(number) for number in range(len(messages))),
        role=lambda value: messages[value][0],  # type: ignore[index,call-overload]
        blocks=lambda value, origin: messages[value][1],  # type: ignore[index,call-overload]
        system=(Text("Be brief."),),
        request=True,
    )
    (found,) = (each for each in read_shaped(shaped, dialect) if isinstance(each, MessageList))
    assert (found.path, found.dialect, found.request, found.reconstructed) == ("p", dialect, True, True)
    return json.loads(found.body)["messages"]


@pytest.mark.parametrize(
    ("role", "blocks", "written"),
    [
        ("user", (Text("a"), Text("b")), [{"role": "user", "content": "a\nb"}]),
        ("developer", (Text("a"),), [{"role": "developer", "content": "a"}]),
        ("other", (Text("a"),), [{"role": "user", "content": "a"}]),
        ("tool", (Text("a"),), [{"role": "user", "content": "a"}]),
        (
            "assistant",
            (CALL, RESULT),
            [
                {
                    "role": "assistant",
                    "content": None,
                    "tool_calls": [
                        {"id": "c", "type": "function", "function": {"name": "ls", "arguments": '{"a": 1}'}}
                    ],
                },
                {"role": "tool", "tool_call_id": "c", "content": "out"},
            ],
        ),
        ("tool", (RESULT,), [{"role": "tool", "tool_call_id": "c", "content": "out"}]),
    ],
)
def test_chat_has_one_message_for_each_result(role: str, blocks: tuple[Block, ...], written: Any) -> None:
    assert rewritten(Dialect.OPENAI_CHAT, (role, blocks)) == written


@pytest.mark.parametrize(
    ("role", "blocks", "written"),
    [
        ("system", (Text("a"),), [{"role": "system", "content": [{"type": "text", "text": "a"}]}]),
        (
            "assistant",
            (Thinking("t", "s"), CALL, Image("image/png", 0, ""), RESULT),
            [
                {
                    "role": "assistant",
                    "content": [
                        {"type": "thinking", "thinking": "t", "signature": "s"},
                        {"type": "tool_use", "id": "c", "name": "ls", "input": {"a": 1}},
                    ],
                },
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "out"}]},
            ],
        ),
        (
            "tool",
            (Text("a"), RESULT),
            [
                {
                    "role": "user",
                    "content": [
                        {"type": "tool_result", "tool_use_id": "c", "content": "out"},
                        {"type": "text", "text": "a"},
                    ],
                }
            ],
        ),
        ("assistant", (), [{"role": "assistant", "content": []}]),
        (
            "assistant",
            (RESULT,),
            [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "out"}]}],
        ),
        (
            "assistant",
            (ToolUse("c", "ls", "cut"),),
            [{"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "ls", "input": {}}]}],
        ),
    ],
)
def test_anthropic_has_results_in_a_user_message(role: str, blocks: tuple[Block, ...], written: Any) -> None:
    assert rewritten(Dialect.ANTHROPIC, (role, blocks)) == written


def test_half_characters_are_noted() -> None:
    shaped = Shaped("", (native_of(0),), lambda _: "user", lambda *_: (Text("\ud800"),))
    assert [getattr(each, "code", "list") for each in read_shaped(shaped, Dialect.OPENAI_CHAT)] == [
        "list",
        "valid-unicode",
    ]


def test_a_value_is_text_or_json() -> None:
    assert (as_text("é"), as_text({"é": 1})) == ("é", '{"é": 1}')
