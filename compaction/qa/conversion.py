"""Canonical messages into those of a summarizer: one part a block, so that the places of parts are those of blocks.

Source: decisions 27.
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from compaction.qa.messages import (
    Media,
    Message,
    Part,
    Retention,
    Role,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    compact,
)
from compaction.transcripts import (
    Audio,
    Block,
    Compaction,
    Document,
    Image,
    RedactedThinking,
    Refusal,
    ToolUse,
)
from compaction.transcripts import Message as CanonicalMessage
from compaction.transcripts import Text as TextBlock
from compaction.transcripts import Thinking as ThinkingBlock
from compaction.transcripts import ToolResult as ResultBlock

ROLES: Mapping[str, Role] = {
    "system": "system",
    "developer": "system",
    "assistant": "assistant",
    "model": "assistant",
}
RESULT_IDS = ("tool_use_id", "tool_call_id", "call_id", "toolUseId", "id")
"""How dialects name the call that a result answers."""


def from_canonical(messages: Sequence[CanonicalMessage]) -> tuple[Message, ...]:
    """Return the messages of a transcript; each one's `ref` is its place in the uploaded list.

    Roles of tools become the user; an item without a role is the model's if it calls or thinks. A result is named by
    its call. `retention` is taken from the upload's own field alone.
    """
    names = {block.id: block.name for message in messages for block in message.blocks if isinstance(block, ToolUse)}
    return tuple(
        Message(_role(message), tuple(_part(block, names, message) for block in message.blocks), message.index)
        for message in messages
    )


def _role(message: CanonicalMessage) -> Role:
    if not message.role and any(
        isinstance(block, ToolUse | ThinkingBlock | RedactedThinking | Compaction) for block in message.blocks
    ):
        return "assistant"
    return ROLES.get(message.role, "user")


def _part(block: Block, names: Mapping[str, str], message: CanonicalMessage) -> Part:
    match block:
        case ThinkingBlock():
            return Thinking(block.text)
        case RedactedThinking():
            return Thinking("", redacted=True)
        case ToolUse():
            return ToolCall(block.id, block.name, _arguments(block.arguments))
        case ResultBlock():
            retention = _retention(message.native, block.call_id) if b'"retention"' in message.native else None
            return ToolResult(
                block.call_id, names.get(block.call_id, ""), _output(block), block.is_error, retention=retention
            )
    return _plain(block)


def _plain(block: Block) -> Text | Media:
    match block:
        case TextBlock() | Refusal() | Compaction(text=str()):
            return Text(block.text or "")
        case Image():
            return Media("image")
        case Audio():
            return Media("audio")
        case Document():
            return Media("document")
        case Compaction():
            return Media("encrypted summary")
    return Media("unknown block")


def _output(block: ResultBlock) -> str | tuple[Text | Media, ...]:
    match block.blocks:
        case ():
            return ""
        case (TextBlock(text),):
            return text
    return tuple(_plain(inner) for inner in block.blocks)


def _arguments(arguments: str) -> str:
    """Compact JSON, or the text itself where it is none: a model may have written anything."""
    try:
        return compact(json.loads(arguments))
    except (ValueError, RecursionError):
        return arguments


def _retention(native: bytes, call_id: str) -> Retention | None:
    try:
        value: object = json.loads(native)
    except (ValueError, RecursionError):
        return None
    for found in _objects(value):
        if found.get("retention") in ("durable", "requery") and call_id in [found.get(key) for key in RESULT_IDS]:
            return "durable" if found["retention"] == "durable" else "requery"
    return None


def _objects(value: object) -> Iterator[Mapping[str, object]]:
    """All objects inside a JSON value, the outer ones first."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case dict() as members:
                yield members
                waiting.extend(members.values())
            case list() as items:
                waiting.extend(items)
