"""Messages of the Anthropic Messages API.

Source: wire-formats 3.1.
"""

from collections.abc import Mapping

from compaction.dialects.mapping import DialectMap, Element
from compaction.dialects.native import Native, Path, Slices
from compaction.dialects.parts import Media, digest, encoded, members, plain, referenced, string, unknown
from compaction.transcripts import (
    Block,
    Compaction,
    Dialect,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)

CALL_KINDS = {"tool_use": "client", "server_tool_use": "server", "mcp_tool_use": "mcp"}
RESULT_KINDS = {"tool_result": "client", "mcp_tool_result": "mcp"}


def message_blocks(element: Element) -> tuple[Block, ...]:
    """Return the blocks of one message."""
    content = element.members.get("content")
    return _content(content, f"{element.origin}/content", element.slices, ("content",))


def system_blocks(body: Native) -> tuple[Block, ...]:
    """Return the system prompt of a request body."""
    return _content(members(body.value).get("system"), "/system", Slices(body), ("system",))


def _content(content: object, origin: str, slices: Slices, path: Path) -> tuple[Block, ...]:
    match content:
        case None:
            return ()
        case str():
            return (Text(content, origin),)
        case list():
            return tuple(_block(part, f"{origin}/{i}", slices, (*path, i)) for i, part in enumerate(content))
    return (unknown(content, origin, slices, path),)


def _block(value: object, origin: str, slices: Slices, path: Path) -> Block:
    if not isinstance(value, dict):
        return unknown(value, origin, slices, path)
    match string(value.get("type")):
        case "text" | "mid_conv_system" if isinstance(value.get("text"), str):
            return Text(value["text"], origin)
        case "thinking":
            return Thinking(string(value.get("thinking")), string(value.get("signature")), origin)
        case "redacted_thinking":
            data = string(value.get("data")).encode("utf-8", "surrogatepass")
            return RedactedThinking(len(data), digest(data), origin)
        case "compaction":
            text = value.get("content")
            return Compaction(text if isinstance(text, str) else None, "provider", origin)
        case "tool_use" | "server_tool_use" | "mcp_tool_use":
            return _call(value, origin, slices, path)
        case kind if kind.endswith("tool_result"):
            return _result(value, origin, slices, path)
    return _media(value, origin, slices, path)


def _call(value: Mapping[str, object], origin: str, slices: Slices, path: Path) -> ToolUse:
    arguments = slices.text((*path, "input"), value["input"]) if "input" in value else ""
    kind = CALL_KINDS[string(value.get("type"))]
    return ToolUse(string(value.get("id")), string(value.get("name")), arguments, kind, origin)


def _result(value: Mapping[str, object], origin: str, slices: Slices, path: Path) -> ToolResult:
    return ToolResult(
        call_id=string(value.get("tool_use_id")),
        blocks=_content(value.get("content"), f"{origin}/content", slices, (*path, "content")),
        is_error=value.get("is_error") is True,
        kind=RESULT_KINDS.get(string(value.get("type")), "server"),
        origin=origin,
    )


def _media(value: Mapping[str, object], origin: str, slices: Slices, path: Path) -> Block:
    match string(value.get("type")):
        case "image":
            return _source(value.get("source"), slices, (*path, "source")).image(origin)
        case "document":
            media = _source(value.get("source"), slices, (*path, "source"))
            return media.document(origin, string(value.get("title")))
        case "search_result":
            media = plain(slices.text((*path, "content"), value.get("content")), "application/json")
            return media.document(origin, string(value.get("title")))
        case "container_upload":
            return referenced(string(value.get("file_id"))).document(origin)
    return unknown(value, origin, slices, path)


def _source(source: object, slices: Slices, path: Path) -> Media:
    given = members(source)
    media_type = string(given.get("media_type"))
    match string(given.get("type")):
        case "base64":
            return encoded(string(given.get("data")), media_type)
        case "url":
            return referenced(string(given.get("url")), media_type)
        case "file":
            return referenced(string(given.get("file_id")), media_type)
        case "text":
            return plain(string(given.get("data")), media_type or "text/plain")
    return plain(slices.text(path, source), "application/json")


MAP = DialectMap(Dialect.ANTHROPIC, "messages", message_blocks, system_blocks)
