"""Messages of the Chat Completions API and of servers that follow it.

Source: wire-formats 3.1.
"""

from collections.abc import Iterator, Mapping

from compaction.dialects.mapping import DialectMap, Element
from compaction.dialects.native import Native, Path
from compaction.dialects.parts import digest, encoded, members, referenced, string, unknown
from compaction.transcripts import (
    Block,
    Dialect,
    RedactedThinking,
    Refusal,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)


def message_blocks(element: Element) -> tuple[Block, ...]:
    """Return the blocks of one message: thinking, content, refusal, audio, calls."""
    role = element.members.get("role")
    if role in ("tool", "function"):
        # A legacy function result names no call: it is paired by order.
        call_id = string(element.members.get("tool_call_id"))
        return (ToolResult(call_id, tuple(_content(element)), origin=element.origin),)
    return (*_thinking(element), *_content(element), *_extras(element), *_calls(element))


def system_blocks(body: Native) -> tuple[Block, ...]:
    """Return nothing: system messages stand inside the list."""
    return ()


def _content(element: Element) -> Iterator[Block]:
    content = element.members.get("content")
    origin = f"{element.origin}/content"
    match content:
        case None:
            return
        case str():
            yield Text(content, origin)
        case list():
            for i, part in enumerate(content):
                yield _part(part, f"{origin}/{i}", element, ("content", i))
        case _:
            yield unknown(content, origin, element.slices, ("content",))


def _part(value: object, origin: str, element: Element, path: Path) -> Block:
    match value:
        case {"type": "text", "text": str(text)}:
            return Text(text, origin)
        case {"type": "refusal", "refusal": str(text)}:
            return Refusal(text, origin)
        case {"type": "image_url", "image_url": str(url) | {"url": str(url)}}:
            return referenced(url).image(origin)
        case {"type": "input_audio", "input_audio": {"data": str(data), **rest}}:
            return encoded(data, f"audio/{string(rest.get('format'))}".rstrip("/")).audio(origin)
        case {"type": "file", "file": dict(file)}:
            return _file(file, origin)
    return unknown(value, origin, element.slices, path)


def _file(file: Mapping[str, object], origin: str) -> Block:
    data, name = string(file.get("file_data")), string(file.get("filename"))
    if not data:
        return referenced(string(file.get("file_id"))).document(origin, name)
    media = referenced(data) if data.startswith("data:") else encoded(data, "")
    return media.document(origin, name)


def _thinking(element: Element) -> Iterator[Block]:
    details = element.members.get("reasoning_details")
    if isinstance(details, list) and details:
        # The open texts beside the details repeat them.
        for i, detail in enumerate(details):
            yield _detail(detail, f"{element.origin}/reasoning_details/{i}", element, ("reasoning_details", i))
        return
    for key in ("reasoning_content", "reasoning"):
        text = element.members.get(key)
        if isinstance(text, str) and text:
            yield Thinking(text, origin=f"{element.origin}/{key}")


def _detail(value: object, origin: str, element: Element, path: Path) -> Block:
    match value:
        case {"type": "reasoning.text", "text": str(text), **rest}:
            return Thinking(text, string(rest.get("signature")), origin)
        case {"type": "reasoning.summary", "summary": str(text)}:
            return Thinking(text, origin=origin)
        case {"type": "reasoning.encrypted", "data": str(text)}:
            data = text.encode("utf-8", "surrogatepass")
            return RedactedThinking(len(data), digest(data), origin)
    return unknown(value, origin, element.slices, path)


def _extras(element: Element) -> Iterator[Block]:
    refusal = element.members.get("refusal")
    if isinstance(refusal, str):
        yield Refusal(refusal, f"{element.origin}/refusal")
    audio = element.members.get("audio")
    if isinstance(audio, dict):
        origin = f"{element.origin}/audio"
        data = string(audio.get("data"))
        yield (encoded(data, "audio") if data else referenced(string(audio.get("id")), "audio")).audio(origin)


def _calls(element: Element) -> Iterator[Block]:
    calls = element.members.get("tool_calls")
    origin = f"{element.origin}/tool_calls"
    if isinstance(calls, list):
        for i, call in enumerate(calls):
            yield _call(call, f"{origin}/{i}", element, ("tool_calls", i))
    elif calls is not None:
        yield unknown(calls, origin, element.slices, ("tool_calls",))
    legacy = element.members.get("function_call")
    if isinstance(legacy, dict):
        arguments = _arguments(legacy, "arguments", element, ("function_call",))
        yield ToolUse("", string(legacy.get("name")), arguments, origin=f"{element.origin}/function_call")


def _call(value: object, origin: str, element: Element, path: Path) -> Block:
    given = members(value)
    call_id = string(given.get("id"))
    match given:
        case {"function": dict(function)}:
            arguments = _arguments(function, "arguments", element, (*path, "function"))
            return ToolUse(call_id, string(function.get("name")), arguments, origin=origin)
        case {"custom": dict(custom)}:
            text = _arguments(custom, "input", element, (*path, "custom"))
            return ToolUse(call_id, string(custom.get("name")), text, "custom", origin)
    return unknown(value, origin, element.slices, path)


def _arguments(given: Mapping[str, object], key: str, element: Element, path: Path) -> str:
    """Return the arguments as sent: text, or, from servers that send an object, its JSON."""
    value = given.get(key)
    if value is None or isinstance(value, str):
        return string(value)
    return element.slices.text((*path, key), value)


MAP = DialectMap(Dialect.OPENAI_CHAT, "messages", message_blocks, system_blocks)
