"""Canonical JSON of blocks, both ways.

The bytes are stable: keys in the order of the classes, no blanks, UTF-8, lone surrogates and NUL as escapes. Origins
are stored relative to the message, so that one message gives the same bytes wherever it stands in its list.
"""

import json
from collections.abc import Sequence
from dataclasses import fields

from compaction.transcripts.blocks import (
    Audio,
    Block,
    Compaction,
    Document,
    Image,
    RedactedThinking,
    Refusal,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    Unknown,
)

KINDS: dict[str, type[Block]] = {
    "text": Text,
    "image": Image,
    "audio": Audio,
    "document": Document,
    "thinking": Thinking,
    "redacted_thinking": RedactedThinking,
    "tool_use": ToolUse,
    "tool_result": ToolResult,
    "refusal": Refusal,
    "compaction": Compaction,
    "unknown": Unknown,
}
NAMES = {kind: name for name, kind in KINDS.items()}


def encode(blocks: Sequence[Block], base: str = "") -> bytes:
    """Return the canonical JSON of blocks; `base` is the origin of their message, which every origin continues."""
    text = json.dumps([_plain(block, base) for block in blocks], ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")  # a lone surrogate becomes its own JSON escape


def decode(data: bytes, base: str = "") -> tuple[Block, ...]:
    """Return the blocks of canonical JSON as a message with origin `base` holds them."""
    return tuple(_block(value, base) for value in json.loads(data))


def _plain(block: Block, base: str) -> dict[str, object]:
    values: dict[str, object] = {"kind": NAMES[type(block)]}
    values |= {field.name: getattr(block, field.name) for field in fields(block)}
    values["origin"] = block.origin.removeprefix(base)
    if isinstance(block, ToolResult):
        # Its own "kind" would hide the kind of block.
        values["kind"], values["of"] = NAMES[ToolResult], block.kind
        values["blocks"] = [_plain(inner, base) for inner in block.blocks]
    elif isinstance(block, ToolUse):
        values["kind"], values["of"] = NAMES[ToolUse], block.kind
    return values


def _block(values: dict[str, object], base: str) -> Block:
    kind = KINDS[str(values.pop("kind"))]
    values["origin"] = f"{base}{values['origin']}"
    if "of" in values:
        values["kind"] = values.pop("of")
    inner = values.get("blocks")
    if isinstance(inner, list):
        values["blocks"] = tuple(_block(value, base) for value in inner)
    return kind(**values)  # type: ignore[arg-type]  # the keys are the fields that `encode` wrote
