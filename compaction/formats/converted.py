"""Messages in a shape of a client or a tracer's own: kept as they are, or rewritten for a dialect that a person chose.

The provider's list is not there, so no rule judges one, until somebody says whose rules it was sent under.

Source: wire-formats 5.7, 5.11.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from compaction.dialects import Native
from compaction.formats.bodies import read_bare
from compaction.formats.decoding import Elements
from compaction.formats.prompts import decode_text
from compaction.formats.records import MessageList, Record
from compaction.formats.replies import native_of
from compaction.transcripts import Block, Dialect, Message, Text, Thinking, ToolResult, ToolUse

ROLES = ("system", "developer", "user", "assistant", "tool")


@dataclass(frozen=True, slots=True)
class Shaped:
    """One list in such a shape. `blocks` maps an element at its origin to its blocks, `role` tells who speaks."""

    path: str
    natives: tuple[Native, ...] = field(repr=False)
    role: Callable[[object], str]
    blocks: Callable[[object, str], tuple[Block, ...]]
    system: tuple[Block, ...] = ()
    model: str = ""
    request: bool = False

    def messages(self) -> tuple[Message, ...]:
        """Return one canonical message for each element."""
        return tuple(
            Message(
                index=index,
                role=self.role(native.value),
                blocks=self.blocks(native.value, f"/messages/{index}"),
                origin=f"/messages/{index}",
                native=native.data,
            )
            for index, native in enumerate(self.natives)
        )


def read_shaped(shaped: Shaped, chosen: Dialect | None) -> Iterator[Record]:
    """Yield the list: of no dialect, or rewritten for the chosen one where that is done."""
    if chosen in WRITERS:
        elements = Elements(element for message in shaped.messages() for element in WRITERS[chosen](message))
        elements.natives = tuple(native_of(element) for element in elements)
        for found in read_bare(elements, path=shaped.path, chosen=chosen, model=shaped.model):
            if isinstance(found, MessageList):
                found = replace(found, system=shaped.system, request=shaped.request, reconstructed=True)
            yield found
        return
    data = b",".join(native.data for native in shaped.natives)
    yield MessageList(
        path=shaped.path,
        dialect=None,
        dialect_alternatives=(),
        body=b'{"messages":[%b]}' % data,
        count=len(shaped.natives),
        read_messages=shaped.messages,
        system=shaped.system,
        model=shaped.model,
        request=shaped.request,
        reconstructed=True,
    )


def _texts(blocks: Sequence[Block]) -> str:
    return "\n".join(block.text for block in blocks if isinstance(block, Text))


def _chat(message: Message) -> Iterator[dict[str, object]]:
    """Yield the messages of Chat Completions for one message; each result is one of its own, after what called it."""
    role = message.role if message.role in ROLES else "user"
    spoken: dict[str, object] = {"role": role, "content": _texts(message.blocks)}
    calls: list[object] = [
        {"id": block.id, "type": "function", "function": {"name": block.name, "arguments": block.arguments}}
        for block in message.blocks
        if isinstance(block, ToolUse)
    ]
    results = [block for block in message.blocks if isinstance(block, ToolResult)]
    if calls:
        yield {**spoken, "content": spoken["content"] or None, "tool_calls": calls}
    elif not results or spoken["content"]:
        yield spoken if role != "tool" else {**spoken, "role": "user"}
    for result in results:
        yield {"role": "tool", "tool_call_id": result.call_id, "content": _texts(result.blocks)}


def _anthropic(message: Message) -> Iterator[dict[str, object]]:
    """Yield the messages of the Messages API for one message; results follow in a user message."""
    role = message.role if message.role in ("system", "assistant") else "user"
    spoken: list[object] = []
    results: list[object] = []
    for block in message.blocks:
        match block:
            case Text(text=text):
                spoken.append({"type": "text", "text": text})
            case Thinking(text=text, signature=signature):
                spoken.append({"type": "thinking", "thinking": text, "signature": signature})
            case ToolUse():
                arguments = decode_text(block.arguments)
                given = arguments if isinstance(arguments, dict) else {}
                spoken.append({"type": "tool_use", "id": block.id, "name": block.name, "input": given})
            case ToolResult():
                results.append({"type": "tool_result", "tool_use_id": block.call_id, "content": _texts(block.blocks)})
    if role == "user" and results:
        yield {"role": "user", "content": [*results, *spoken]}
        return
    if spoken or not results:
        yield {"role": role, "content": spoken}
    if results:
        yield {"role": "user", "content": results}


WRITERS: dict[Dialect | None, Callable[[Message], Iterator[dict[str, object]]]] = {
    Dialect.OPENAI_CHAT: _chat,
    Dialect.ANTHROPIC: _anthropic,
}


def as_text(value: object) -> str:
    """Return a value as the text that a result holds: its own, or its JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
