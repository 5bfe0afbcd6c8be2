"""Serialised messages of LangChain: one list.

Source: wire-formats 5.11.
"""

import json
from collections.abc import Iterator, Mapping

from compaction.dialects.parts import referenced
from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.converted import Shaped, as_text, read_shaped
from compaction.formats.decoding import Elements
from compaction.formats.exchanges import text_of
from compaction.formats.format import Format
from compaction.formats.records import Records
from compaction.transcripts import Block, Dialect, Text, Thinking, ToolResult, ToolUse, Unknown

ROLES = {"human": "user", "ai": "assistant", "system": "system", "tool": "tool", "function": "tool"}
CLASSES = (
    ("HumanMessage", "human"),
    ("AIMessage", "ai"),
    ("SystemMessage", "system"),
    ("ToolMessage", "tool"),
    ("FunctionMessage", "function"),
)
"""By a part of the class that a serialised object names."""


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read the one list."""
    if not isinstance(value, Elements):
        raise CaptureError("no-messages", kind="list")
    return read_shaped(Shaped("", value.natives, role_of, blocks_of), chosen)


def role_of(value: object) -> str:
    """Return who speaks."""
    kind = _kind(value)
    return ROLES.get(kind, kind)


def _kind(value: object) -> str:
    members = value if isinstance(value, dict) else {}
    path = members.get("id")
    named = str(path[-1]) if isinstance(path, list) and path else ""
    found = next((kind for name, kind in CLASSES if name in named), "")
    return found or text_of(_fields(value), "type") or text_of(members, "type")


def _fields(value: object) -> Mapping[str, object]:
    members = value if isinstance(value, dict) else {}
    inner = next((inner for name in ("kwargs", "data") if isinstance(inner := members.get(name), dict)), None)
    return members if inner is None else inner


def blocks_of(value: object, origin: str) -> tuple[Block, ...]:
    """Return the blocks of one message: its content, then its calls; or the one result that it is."""
    fields = _fields(value)
    content = tuple(_content(fields.get("content"), origin, fields))
    if role_of(value) == "tool":
        failed = fields.get("status") == "error"
        return (ToolResult(text_of(fields, "tool_call_id"), content, failed, origin=origin),)
    calls = fields.get("tool_calls")
    return (*content, *(_call(call, origin) for call in (calls if isinstance(calls, list) else [])))


def _content(content: object, origin: str, fields: Mapping[str, object]) -> Iterator[Block]:
    if isinstance(content, str):
        if content or not fields.get("tool_calls"):
            yield Text(content, origin)
        return
    for part in content if isinstance(content, list) else []:
        if isinstance(part, str):
            yield Text(part, origin)
            continue
        given = part if isinstance(part, dict) else {}
        match given:
            case {"type": "text", "text": str(text)}:
                yield Text(text, origin)
            case {"type": "thinking", "thinking": str(text)}:
                yield Thinking(text, text_of(given, "signature"), origin)
            case {"type": "reasoning", "reasoning": str(text)}:
                yield Thinking(text, origin=origin)
            case {"type": "tool_use"} if fields.get("tool_calls"):
                continue  # the calls beside the content repeat it
            case {"type": "image_url", "image_url": str(url) | {"url": str(url)}}:
                yield referenced(url).image(origin)
            case _:
                yield Unknown(text_of(given, "type"), json.dumps(part), origin)


def _call(call: object, origin: str) -> Block:
    members = call if isinstance(call, dict) else {}
    name = text_of(members, "name")
    if not name:
        return Unknown("tool_call", json.dumps(call), origin)
    return ToolUse(text_of(members, "id"), name, as_text(members.get("args", {})), origin=origin)


FORMAT = Format("langchain-messages", "LangChain messages", ("json",), marks.items(marks.is_langchain), read_document)
