"""Items of the Responses API.

An item is a message, a call, an output, reasoning, or a mark of a compaction, whose summary only the provider can read.
Calls that the provider runs itself carry their result.

Source: wire-formats 3.1.
"""

from collections.abc import Iterator, Mapping

from compaction.dialects.mapping import DialectMap, Element
from compaction.dialects.native import Native, Path
from compaction.dialects.parts import digest, encoded, members, referenced, string, unknown
from compaction.transcripts import (
    Block,
    Compaction,
    Dialect,
    RedactedThinking,
    Refusal,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)

CALLS = {
    "function_call": ("client", "arguments"),
    "custom_tool_call": ("custom", "input"),
    "local_shell_call": ("shell", "action"),
    "shell_call": ("shell", "action"),
    "apply_patch_call": ("client", "operation"),
    "computer_call": ("client", "action"),
    "mcp_call": ("mcp", "arguments"),
    "web_search_call": ("server", "action"),
    "file_search_call": ("server", "queries"),
    "code_interpreter_call": ("server", "code"),
    "image_generation_call": ("server", "revised_prompt"),
}
"""Kind of each call, and where its arguments stand."""

OUTPUT = "_output"
COMPACTIONS = ("compaction", "compaction_summary")
TEXTS = ("input_text", "output_text", "text")


def role(item: Mapping[str, object]) -> str:
    """Return who speaks: the model in calls, reasoning and compactions, a tool in outputs."""
    kind = string(item.get("type"))
    if kind in CALLS or kind in ("reasoning", *COMPACTIONS):
        return "assistant"
    return "tool" if kind.endswith(OUTPUT) else string(item.get("role"))


def message_blocks(element: Element) -> tuple[Block, ...]:
    """Return the blocks of one item."""
    item, origin = element.members, element.origin
    kind = string(item.get("type"))
    if kind in CALLS:
        return tuple(_call(kind, element))
    if kind.endswith(OUTPUT):
        failed = item.get("status") == "failed"
        call_id = string(item.get("call_id")) or string(item.get("id"))
        return (ToolResult(call_id, tuple(_content(element, "output")), failed, _kind_of(kind), origin),)
    match kind:
        case "reasoning":
            return tuple(_reasoning(element)) or (Thinking("", origin=origin),)
        case "compaction" | "compaction_summary":
            return (Compaction(None, "provider", origin),)
        case "compaction_trigger":
            return ()
        case "message" | "" if "role" in item:
            return tuple(_content(element, "content"))
    return (unknown(item, origin, element.slices, ()),)


def system_blocks(body: Native) -> tuple[Block, ...]:
    """Return the instructions of a request body."""
    instructions = members(body.value).get("instructions")
    return (Text(instructions, "/instructions"),) if isinstance(instructions, str) else ()


def _kind_of(output: str) -> str:
    return CALLS.get(output.removesuffix(OUTPUT), ("client", ""))[0]


def _call(kind: str, element: Element) -> Iterator[Block]:
    item, origin = element.members, element.origin
    family, key = CALLS[kind]
    call_id = string(item.get("call_id")) or string(item.get("id"))
    name = string(item.get("name")) or kind.removesuffix("_call")
    given = item.get(key)
    arguments = given if isinstance(given, str) else "" if given is None else element.slices.text((key,), given)
    yield ToolUse(call_id, name, arguments, family, origin)
    match item:
        case {"type": "mcp_call", "error": error} if error is not None:
            text = error if isinstance(error, str) else element.slices.text(("error",), error)
            yield ToolResult(call_id, (Text(text, f"{origin}/error"),), True, family, origin)
        case {"type": "mcp_call", "output": str(text)}:
            yield ToolResult(call_id, (Text(text, f"{origin}/output"),), False, family, origin)
        case {"type": "image_generation_call", "result": str(data)}:
            image = encoded(data, "image/png").image(f"{origin}/result")
            yield ToolResult(call_id, (image,), False, family, origin)


def _reasoning(element: Element) -> Iterator[Block]:
    for key in ("summary", "content"):
        parts = element.members.get(key)
        for i, part in enumerate(parts if isinstance(parts, list) else ()):
            text = members(part).get("text")
            if isinstance(text, str):
                yield Thinking(text, origin=f"{element.origin}/{key}/{i}")
    data = string(element.members.get("encrypted_content")).encode("utf-8", "surrogatepass")
    if data:
        yield RedactedThinking(len(data), digest(data), f"{element.origin}/encrypted_content")


def _content(element: Element, key: str) -> Iterator[Block]:
    content = element.members.get(key)
    origin = f"{element.origin}/{key}"
    match content:
        case None:
            return
        case str():
            yield Text(content, origin)
        case list():
            for i, part in enumerate(content):
                yield from _part(part, f"{origin}/{i}", element, (key, i))
        case _:
            yield from _part(content, origin, element, (key,))


def _part(value: object, origin: str, element: Element, path: Path) -> Iterator[Block]:
    match value:
        case {"type": str(kind), "text": str(text)} if kind in TEXTS:
            yield Text(text, origin)
        case {"type": "refusal", "refusal": str(text)}:
            yield Refusal(text, origin)
        case {"type": "input_image" | "computer_screenshot", **rest}:
            yield referenced(string(rest.get("image_url")) or string(rest.get("file_id"))).image(origin)
        case {"type": "input_audio", "input_audio": {"data": str(data), **rest}}:
            yield encoded(data, f"audio/{string(rest.get('format'))}".rstrip("/")).audio(origin)
        case {"type": "input_file"}:
            yield _file(members(value), origin)
        case {"stdout": str(out), "stderr": str(err)}:
            yield from (Text(text, f"{origin}/{name}") for name, text in (("stdout", out), ("stderr", err)) if text)
        case _:
            yield unknown(value, origin, element.slices, path)


def _file(file: Mapping[str, object], origin: str) -> Block:
    data, name = string(file.get("file_data")), string(file.get("filename"))
    if not data:
        return referenced(string(file.get("file_id")) or string(file.get("file_url"))).document(origin, name)
    media = referenced(data) if data.startswith("data:") else encoded(data, "")
    return media.document(origin, name)


MAP = DialectMap(Dialect.OPENAI_RESPONSES, "input", message_blocks, system_blocks, role)
