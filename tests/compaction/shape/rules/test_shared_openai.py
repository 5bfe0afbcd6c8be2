"""Shared rules, as chat and responses read them."""

from collections.abc import Callable
from typing import Any

import pytest

from compaction.shape import samples_chat as chat
from compaction.shape import samples_responses as items
from compaction.shape.samples import PIXEL

Said = Callable[..., list[tuple[str, str]]]
CHAT, ITEMS = "openai-chat", "openai-responses"
CALL, TOOL = chat.calling(chat.call("c")), chat.tool("c")
PICTURE = {"type": "image_url", "image_url": {"url": "https://x/a.png"}}
COMPACTION = {"type": "compaction", "encrypted_content": "b3BhcXVl"}
LONG = "x" * 41


def png(declared: str) -> str:
    return f"data:{declared};base64,{PIXEL}"


def said_part(kind: str, role: str = "user", **more: object) -> dict[str, object]:
    return {"role": role, "content": [{"type": kind, **more}]}


SPEAKS: list[tuple[str, str, list[Any], dict[str, Any], list[tuple[str, str]]]] = [
    ("content-part-role", CHAT, [chat.system([PICTURE])], {}, [("/messages/0/content/0", "error")]),
    ("content-part-role", CHAT, [chat.assistant([PICTURE])], {}, [("/messages/0/content/0", "error")]),
    ("content-part-role", CHAT, [CALL, chat.tool("c", [PICTURE])], {}, [("/messages/1/content/0", "error")]),
    ("content-part-role", CHAT, [said_part("thinking", "assistant")], {}, [("/messages/0/content/0", "error")]),
    ("content-part-role", CHAT, [said_part("refusal")], {}, [("/messages/0/content/0", "error")]),
    ("content-part-role", CHAT, [chat.user([{"text": "a"}])], {}, [("/messages/0/content/0", "error")]),
    ("content-part-role", ITEMS, [said_part("output_text")], {}, [("/input/0/content/0", "error")]),
    ("content-part-role", ITEMS, [said_part("text", "system")], {}, [("/input/0/content/0", "error")]),
    ("content-part-role", ITEMS, [said_part("input_image", "assistant")], {}, [("/input/0/content/0", "error")]),
    ("role-legal", ITEMS, [said_part("input_text", "tool")], {}, [("/input/0/role", "error")]),
    (
        "role-legal",
        ITEMS,
        [said_part("input_text", "system")],
        {"variant": "codex-backend"},
        [("/input/0/role", "error")],
    ),
    ("non-empty-content", CHAT, [chat.user(None)], {}, [("/messages/0/content", "error")]),
    ("non-empty-content", CHAT, [{"role": "system"}], {}, [("/messages/0", "error")]),
    ("non-empty-content", CHAT, [CALL, chat.tool("c", None)], {}, [("/messages/1/content", "error")]),
    ("non-empty-content", CHAT, [chat.assistant(None, refusal="")], {}, [("/messages/0/content", "error")]),
    ("non-empty-content", CHAT, [chat.assistant(None, tool_calls=[])], {}, [("/messages/0/content", "error")]),
    ("non-empty-content", CHAT, [chat.user([])], {}, [("/messages/0/content", "warning")]),
    (
        "tool-id-format",
        CHAT,
        [chat.calling(chat.call(LONG)), chat.tool(LONG)],
        {},
        [("/messages/0/tool_calls/0/id", "warning")],
    ),
    ("tool-id-format", CHAT, [CALL, TOOL], {"variant": "mistral"}, [("/messages/0/tool_calls/0/id", "error")]),
    ("tool-id-format", ITEMS, [items.output("x" * 65)], {}, [("/input/0/call_id", "error")]),
    ("tool-name", CHAT, [chat.user("a")], {"tools": [chat.declared("a.b")]}, [("/tools/0/function/name", "error")]),
    (
        "tool-name",
        CHAT,
        [chat.calling(chat.call("c", name="")), TOOL],
        {},
        [("/messages/0/tool_calls/0/function/name", "error")],
    ),
    (
        "tool-name",
        CHAT,
        [chat.calling(chat.call("c", name="x" * 65)), TOOL],
        {},
        [("/messages/0/tool_calls/0/function/name", "error")],
    ),
    (
        "tool-name",
        CHAT,
        [chat.calling({"id": "c", "custom": {"name": "a b", "input": ""}}), TOOL],
        {},
        [("/messages/0/tool_calls/0/custom/name", "error")],
    ),
    (
        "tool-name",
        ITEMS,
        [items.user("a")],
        {"tools": [{"type": "function", "name": "a b"}]},
        [("/tools/0/name", "error")],
    ),
    ("tool-name", ITEMS, [items.call("c", name="a.b"), items.output("c")], {}, [("/input/0/name", "error")]),
    (
        "system-position",
        CHAT,
        [chat.user("a"), {"role": "developer", "content": "b"}],
        {"variant": "single-leading-system"},
        [("/messages/1", "error")],
    ),
    (
        "system-position",
        CHAT,
        [chat.system("a"), chat.user("b")],
        {"model": "openai/o1-preview-2024-09-12"},
        [("/messages/0", "note")],
    ),
    (
        "tools-declared",
        CHAT,
        [chat.user("a"), CALL, TOOL],
        {"variant": "bedrock-gateway"},
        [("/messages/1/tool_calls/0", "error")],
    ),
    (
        "tools-declared",
        CHAT,
        [chat.user("a"), TOOL],
        {"variant": "bedrock-gateway", "tools": []},
        [("/messages/1", "error")],
    ),
    (
        "image-media-type",
        CHAT,
        [said_part("image_url", image_url={"url": png("image/jpeg")})],
        {},
        [("/messages/0/content/0", "warning")],
    ),
    (
        "image-media-type",
        CHAT,
        [said_part("image_url", image_url={"url": "data:image/tiff;base64,AAAA"})],
        {},
        [("/messages/0/content/0", "warning")],
    ),
    (
        "image-media-type",
        ITEMS,
        [said_part("input_image", image_url=png("image/gif"))],
        {},
        [("/input/0/content/0", "warning")],
    ),
    (
        "unknown-field",
        ITEMS,
        [{**items.assistant("a"), "tool_calls": [], "tool_call_id": None}],
        {},
        [("/input/0/tool_calls", "warning"), ("/input/0/tool_call_id", "warning")],
    ),
    ("compaction-content", ITEMS, [{**COMPACTION, "encrypted_content": ""}], {}, [("/input/0", "error")]),
    ("compaction-content", ITEMS, [{"type": "compaction_summary"}], {}, [("/input/0", "error")]),
    ("compaction-position", ITEMS, [{"type": "compaction_trigger"}, items.user("a")], {}, [("/input/0", "error")]),
    ("compaction-position", ITEMS, [items.user("a"), items.assistant("b"), COMPACTION], {}, [("/input/2", "note")]),
]

SILENT: list[tuple[str, str, list[Any], dict[str, Any]]] = [
    ("content-part-role", CHAT, [chat.user([PICTURE, {"type": "file"}, {"type": "input_audio"}])], {}),
    (
        "content-part-role",
        CHAT,
        [chat.assistant([{"type": "text", "text": "a"}, {"type": "refusal", "refusal": "b"}])],
        {},
    ),
    ("content-part-role", CHAT, [{"role": "of tomorrow", "content": [PICTURE]}], {}),
    ("content-part-role", ITEMS, [said_part("refusal", "assistant"), said_part("input_file", "developer")], {}),
    ("role-legal", ITEMS, [said_part("input_text", "system"), items.call("c"), items.output("c")], {}),
    ("role-legal", ITEMS, [said_part("input_text", "developer")], {"variant": "codex-backend"}),
    ("non-empty-content", CHAT, [chat.user(""), chat.assistant(" "), CALL, TOOL, chat.tool("c", "")], {}),
    ("non-empty-content", CHAT, [{"role": "assistant", "tool_calls": CALL["tool_calls"]}, TOOL], {}),
    ("non-empty-content", CHAT, [chat.assistant(None, refusal="No."), chat.assistant(None, audio={"id": "a"})], {}),
    ("non-empty-content", CHAT, [chat.assistant(None, function_call={"name": "n", "arguments": "{}"})], {}),
    ("non-empty-content", CHAT, [{"role": "function", "name": "n", "content": None}], {}),
    ("non-empty-content", ITEMS, [items.user("")], {}),
    ("tool-id-format", CHAT, [chat.calling(chat.call("x" * 40)), chat.tool("x" * 40)], {}),
    ("tool-id-format", CHAT, [chat.calling(chat.call("aB3456789")), chat.tool("aB3456789")], {"variant": "mistral"}),
    ("tool-id-format", ITEMS, [items.call("x" * 64), items.output("x" * 64)], {}),
    ("tool-name", CHAT, [chat.calling(chat.call("c", name="a_B-9" * 12)), TOOL], {"tools": [chat.declared("x" * 64)]}),
    ("tool-name", ITEMS, [items.call("c", name="x" * 100), items.output("c")], {"tools": [{"type": "web_search"}]}),
    (
        "system-position",
        CHAT,
        [chat.user("a"), chat.system("b"), {"role": "developer", "content": "c"}],
        {"model": "o3"},
    ),
    ("system-position", CHAT, [chat.system("a"), chat.user("b")], {"variant": "single-leading-system"}),
    ("tools-declared", CHAT, [chat.user("a"), CALL, TOOL], {"model": "gpt-4.1"}),
    ("tools-declared", CHAT, [CALL, TOOL], {"variant": "bedrock-gateway", "tools": [chat.declared()]}),
    ("tools-declared", CHAT, [chat.user("a")], {"variant": "bedrock-gateway"}),
    ("image-media-type", CHAT, [said_part("image_url", image_url={"url": png("image/png")}), chat.user([PICTURE])], {}),
    (
        "image-media-type",
        ITEMS,
        [said_part("input_image", image_url=png("image/png")), said_part("input_image", file_id="f")],
        {},
    ),
    ("unknown-field", ITEMS, [items.assistant("a", status="completed", phase="commentary")], {}),
    ("compaction-content", ITEMS, [COMPACTION], {}),
    ("compaction-position", ITEMS, [items.user("a"), COMPACTION, items.user("b"), {"type": "compaction_trigger"}], {}),
]


@pytest.mark.parametrize(("rule", "dialect", "messages", "more", "places"), SPEAKS)
def test_it_speaks(rule: str, dialect: str, messages: Any, more: Any, places: Any, said: Said) -> None:
    assert said(rule, *messages, dialect=dialect, **more) == places


@pytest.mark.parametrize(("rule", "dialect", "messages", "more"), SILENT)
def test_it_is_silent(rule: str, dialect: str, messages: Any, more: Any, said: Said) -> None:
    assert said(rule, *messages, dialect=dialect, **more) == []
