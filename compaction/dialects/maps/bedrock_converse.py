"""Messages of Converse. A block's one key says what it is.

Source: wire-formats 3.1.
"""

from collections.abc import Mapping

from compaction.dialects.mapping import DialectMap, Element
from compaction.dialects.native import Native, Path, Slices
from compaction.dialects.parts import Media, digest, encoded, members, plain, referenced, string, unknown
from compaction.transcripts import Block, Dialect, RedactedThinking, Text, Thinking, ToolResult, ToolUse, Unknown

DOCUMENTS = {
    "pdf": "application/pdf",
    "csv": "text/csv",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "html": "text/html",
    "txt": "text/plain",
    "md": "text/markdown",
}


def message_blocks(element: Element) -> tuple[Block, ...]:
    """Return the blocks of one message."""
    return _content(element.members.get("content"), f"{element.origin}/content", element.slices, ("content",))


def system_blocks(body: Native) -> tuple[Block, ...]:
    """Return the system prompt of a request body."""
    return _content(members(body.value).get("system"), "/system", Slices(body), ("system",))


def _content(content: object, origin: str, slices: Slices, path: Path) -> tuple[Block, ...]:
    match content:
        case None:
            return ()
        case list():
            return tuple(_block(block, f"{origin}/{i}", slices, (*path, i)) for i, block in enumerate(content))
    return (unknown(content, origin, slices, path),)


def _block(value: object, origin: str, slices: Slices, path: Path) -> Block:
    match value:
        case {"text": str(text)}:
            return Text(text, origin)
        case {"json": inner}:
            return Text(slices.text((*path, "json"), inner), origin)
        case {"toolUse": dict(call)}:
            return _call(call, origin, slices, (*path, "toolUse"))
        case {"toolResult": dict(result)}:
            return _result(result, origin, slices, (*path, "toolResult"))
        case {"image": dict(image)}:
            return _source(image, f"image/{string(image.get('format'))}", slices, (*path, "image")).image(origin)
        case {"document": dict(document)}:
            kind = string(document.get("format"))
            media = _source(document, DOCUMENTS.get(kind, kind), slices, (*path, "document"))
            return media.document(origin, string(document.get("name")))
        case {"reasoningContent": {"reasoningText": dict(thought)}}:
            return Thinking(string(thought.get("text")), string(thought.get("signature")), origin)
        case {"reasoningContent": {"redactedContent": str(hidden)}}:
            data = hidden.encode("utf-8", "surrogatepass")
            return RedactedThinking(len(data), digest(data), origin)
    return Unknown(next(iter(members(value)), ""), slices.text(path, value), origin)


def _call(call: Mapping[str, object], origin: str, slices: Slices, path: Path) -> ToolUse:
    arguments = slices.text((*path, "input"), call["input"]) if "input" in call else ""
    kind = "server" if call.get("type") == "server_tool_use" else "client"
    return ToolUse(string(call.get("toolUseId")), string(call.get("name")), arguments, kind, origin)


def _result(result: Mapping[str, object], origin: str, slices: Slices, path: Path) -> ToolResult:
    at = f"{origin}/toolResult/content"
    return ToolResult(
        call_id=string(result.get("toolUseId")),
        blocks=_content(result.get("content"), at, slices, (*path, "content")),
        is_error=result.get("status") == "error",
        origin=origin,
    )


def _source(holder: Mapping[str, object], media_type: str, slices: Slices, path: Path) -> Media:
    """Return media from base64 or text, from a bucket, or from blocks of text."""
    match holder.get("source"):
        case {"bytes": str(data)}:
            return encoded(data, media_type)
        case {"text": str(text)}:
            return plain(text, media_type)
        case {"s3Location": {"uri": str(uri)}}:
            return referenced(uri, media_type)
    return plain(slices.text((*path, "source"), holder.get("source")), media_type)


MAP = DialectMap(Dialect.BEDROCK_CONVERSE, "messages", message_blocks, system_blocks)
