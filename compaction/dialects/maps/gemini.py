"""Contents of generateContent.

Every name is read in camel case and in snake case. A call without an id is paired by order and name.

Source: wire-formats 3.1.
"""

from collections.abc import Mapping

from compaction.dialects.mapping import DialectMap, Element
from compaction.dialects.native import Native, Path, Slices
from compaction.dialects.parts import encoded, members, referenced, string, unknown
from compaction.transcripts import Block, Dialect, Text, Thinking, ToolResult, ToolUse, Unknown

SNAKE = {
    "functionCall": "function_call",
    "functionResponse": "function_response",
    "inlineData": "inline_data",
    "fileData": "file_data",
    "executableCode": "executable_code",
    "codeExecutionResult": "code_execution_result",
    "thoughtSignature": "thought_signature",
    "mimeType": "mime_type",
    "fileUri": "file_uri",
    "systemInstruction": "system_instruction",
}
DATA = ("functionCall", "functionResponse", "inlineData", "fileData", "executableCode", "codeExecutionResult")
CODE = "code_execution"
"""The name of the provider's own tool, which its calls do not carry."""


def role(content: Mapping[str, object]) -> str:
    """Return who speaks; nothing said means the user."""
    return string(content.get("role", "user"))


def message_blocks(element: Element) -> tuple[Block, ...]:
    """Return the blocks of one content."""
    return _parts(element.members.get("parts"), f"{element.origin}/parts", element.slices, ("parts",))


def system_blocks(body: Native) -> tuple[Block, ...]:
    """Return the system instruction of a request body."""
    given = members(body.value)
    name = _name(given, "systemInstruction")
    instruction = given.get(name)
    if isinstance(instruction, str):
        return (Text(instruction, f"/{name}"),)
    return _parts(members(instruction).get("parts"), f"/{name}/parts", Slices(body), (name, "parts"))


def _name(given: Mapping[str, object], name: str) -> str:
    """Return the spelling that an object uses."""
    return name if name in given else SNAKE[name]


def _value(given: Mapping[str, object], name: str) -> object:
    return given.get(_name(given, name))


def _parts(parts: object, origin: str, slices: Slices, path: Path) -> tuple[Block, ...]:
    match parts:
        case None:
            return ()
        case list():
            return tuple(_part(part, f"{origin}/{i}", slices, (*path, i)) for i, part in enumerate(parts))
    return (unknown(parts, origin, slices, path),)


def _part(value: object, origin: str, slices: Slices, path: Path) -> Block:
    part = members(value)
    kind = next((kind for kind in DATA if isinstance(_value(part, kind), dict)), "")
    if not kind:
        return _text(part, value, origin, slices, path)
    name = _name(part, kind)
    given, inside = members(part[name]), (*path, name)
    match kind:
        case "functionCall":
            arguments = slices.text((*inside, "args"), given["args"]) if "args" in given else ""
            return ToolUse(string(given.get("id")), string(given.get("name")), arguments, origin=origin)
        case "functionResponse":
            return _response(given, origin, f"{origin}/{name}", slices, inside)
        case "executableCode":
            return ToolUse(string(given.get("id")), CODE, slices.text(inside, given), "server", origin)
        case "codeExecutionResult":
            return _code_result(given, origin, f"{origin}/{name}")
    return _media(given, origin)


def _text(part: Mapping[str, object], value: object, origin: str, slices: Slices, path: Path) -> Block:
    match part:
        case {"text": str(text), "thought": True}:
            return Thinking(text, string(_value(part, "thoughtSignature")), origin)
        case {"text": str(text)}:
            return Text(text, origin)
    return Unknown(next(iter(part), ""), slices.text(path, value), origin)


def _response(given: Mapping[str, object], origin: str, at: str, slices: Slices, path: Path) -> ToolResult:
    """Return the answer as JSON text, with media beside it. An answer of nothing but an error is a failed one."""
    response = given.get("response")
    blocks: tuple[Block, ...] = ()
    if "response" in given:
        blocks = (Text(slices.text((*path, "response"), response), f"{at}/response"),)
    blocks += _parts(given.get("parts"), f"{at}/parts", slices, (*path, "parts"))
    return ToolResult(string(given.get("id")), blocks, members(response).keys() == {"error"}, origin=origin)


def _code_result(given: Mapping[str, object], origin: str, at: str) -> ToolResult:
    output = given.get("output")
    blocks = (Text(output, f"{at}/output"),) if isinstance(output, str) else ()
    failed = given.get("outcome") not in (None, "OUTCOME_OK")
    return ToolResult(string(given.get("id")), blocks, failed, "server", origin)


def _media(given: Mapping[str, object], origin: str) -> Block:
    media_type = string(_value(given, "mimeType"))
    uri = _value(given, "fileUri")
    inside = uri is None
    media = encoded(string(given.get("data")), media_type) if inside else referenced(string(uri), media_type)
    match media_type.partition("/")[0]:
        case "image":
            return media.image(origin)
        case "audio":
            return media.audio(origin)
    return media.document(origin, string(given.get("displayName")))


MAP = DialectMap(Dialect.GEMINI, "contents", message_blocks, system_blocks, role)
