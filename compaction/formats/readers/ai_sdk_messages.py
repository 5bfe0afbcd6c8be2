"""Messages of the AI SDK, as a page keeps them or as a model gets them: one list.

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

BETWEEN = ("step-start",)
"""Parts that only a page shows."""


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read the one list."""
    if not isinstance(value, Elements):
        raise CaptureError("no-messages", kind="list")
    return read_shaped(Shaped("", value.natives, role_of, blocks_of), chosen)


def role_of(value: object) -> str:
    """Return who speaks."""
    return text_of(value, "role") if isinstance(value, dict) else ""


def blocks_of(value: object, origin: str) -> tuple[Block, ...]:
    """Return the blocks of one message; a part of a tool holds its call and its result."""
    members = value if isinstance(value, dict) else {}
    name = "parts" if isinstance(members.get("parts"), list) else "content"
    parts = members.get(name)
    if isinstance(parts, str):
        return (Text(parts, f"{origin}/content"),)
    given = parts if isinstance(parts, list) else []
    return tuple(block for i, part in enumerate(given) for block in _part(part, f"{origin}/{name}/{i}"))


def _part(part: object, origin: str) -> Iterator[Block]:
    given = part if isinstance(part, dict) else {}
    match given:
        case {"type": "text", "text": str(text)}:
            yield Text(text, origin)
        case {"type": "reasoning", "text": str(text)}:
            yield Thinking(text, origin=origin)
        case {"type": "tool-call", "toolCallId": str(call_id)}:
            yield ToolUse(call_id, text_of(given, "toolName"), as_text(given.get("input", {})), origin=origin)
        case {"type": "tool-result", "toolCallId": str(call_id)}:
            yield _result(call_id, given.get("output"), origin)
        case {"type": str(kind), "toolCallId": str(call_id)}:
            yield from _tool(kind, call_id, given, origin)
        case {"type": "file", "url": str(url)}:
            yield _file(referenced(url, text_of(given, "mediaType")).media_type, url, origin)
        case {"type": kind} if kind in BETWEEN:
            return
        case _:
            yield Unknown(text_of(given, "type"), json.dumps(part), origin)


def _tool(kind: str, call_id: str, part: Mapping[str, object], origin: str) -> Iterator[Block]:
    name = text_of(part, "toolName") or kind.removeprefix("tool-")
    yield ToolUse(call_id, name, as_text(part.get("input", {})), origin=origin)
    match part:
        case {"state": "output-available"}:
            yield _result(call_id, part.get("output"), origin)
        case {"state": "output-error"}:
            yield ToolResult(call_id, (Text(text_of(part, "errorText"), origin),), True, origin=origin)


def _result(call_id: str, output: object, origin: str) -> ToolResult:
    typed = isinstance(output, dict) and "value" in output and "type" in output
    value = output["value"] if typed and isinstance(output, dict) else output
    return ToolResult(call_id, (Text(as_text(value), origin),), origin=origin)


def _file(media_type: str, url: str, origin: str) -> Block:
    media = referenced(url, media_type)
    if media_type.startswith("image/"):
        return media.image(origin)
    return media.audio(origin) if media_type.startswith("audio/") else media.document(origin)


FORMAT = Format("ai-sdk-messages", "AI SDK messages", ("json",), marks.items(marks.is_ai_sdk), read_document)
