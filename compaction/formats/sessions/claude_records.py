"""Records of Claude Code: which of them are messages, and what a message record says.

Source: wire-formats 4.11 and 10.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from compaction.dialects import Native, Slices
from compaction.formats.decoding import Members
from compaction.formats.sessions.branches import Entry

MESSAGES = frozenset({"user", "assistant"})
BOOKKEEPING = frozenset(
    {
        "summary",
        "system",
        "progress",
        "attachment",
        "file-history-snapshot",
        "last-prompt",
        "queue-operation",
        "pr-link",
        "permission-mode",
        "mode",
        "agent-name",
        "custom-title",
        "ai-title",
        "frame-link",
        "started",
        "result",
        "relocated",
        "worktree-state",
        "bridge-session",
    }
)
"""Kinds of records that are no messages."""

SENT_ATTACHMENTS = frozenset({"file", "compact_file_reference", "invoked_skills", "queued_command", "plan_mode"})
"""Kinds of attachments whose content probably went to the model."""

TRIGGERS = ("auto", "manual")
SYNTHETIC = "<synthetic>"


def entry_of(record: Mapping[str, object], line: int) -> Entry | None:
    """Return the message that a record holds, without its parent; nothing where it holds none."""
    message = record.get("message")
    if not isinstance(message, Members):
        return None
    key = "parts" if isinstance(message.get("parts"), list) else "content"
    content = message.get(key)
    if not isinstance(content, str | list):
        return None
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    said = _string(message.get("role"))
    role = said if said in ("user", "assistant", "model", "system") else _string(record.get("type"))
    results = tuple(filter(None, (_answered(block) for block in blocks)))
    return Entry(
        line=line,
        uuid=_string(record.get("uuid")),
        parent=None,
        role=role,
        key=key,
        content=Slices(Native(message, message.data)).text((key,), content).encode("utf-8", "surrogatepass"),
        message_id=_string(message.get("id")) if role == "assistant" else "",
        calls=tuple(filter(None, (_called(block) for block in blocks))),
        results=results,
        prompt=role == "user" and (not results or any(_speaks(block) for block in blocks)),
        summary=record.get("isCompactSummary") is True,
        synthetic=message.get("model") == SYNTHETIC or record.get("isApiErrorMessage") is True,
    )


def _called(block: Mapping[str, object]) -> str:
    match block:
        case {"type": "tool_use", "id": str(call)} | {"functionCall": {"id": str(call)}}:
            return call
    return ""


def _answered(block: Mapping[str, object]) -> str:
    match block:
        case {"type": "tool_result", "tool_use_id": str(call)} | {"functionResponse": {"id": str(call)}}:
            return call
    return ""


def _speaks(block: Mapping[str, object]) -> bool:
    return block.get("type") == "text" or "text" in block


def model_of(record: Mapping[str, object]) -> str:
    """Return the model that an answer names."""
    message = record.get("message")
    model = _string(message.get("model")) if isinstance(message, dict) else ""
    return "" if model == SYNTHETIC else model


@dataclass(frozen=True, slots=True)
class Kept:
    """What a boundary says of kept messages: ids, of which `anchor` may be missing."""

    head: str
    tail: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class BoundaryRecord:
    """What a record of a compaction says."""

    line: int
    marker: str
    logical_parent: str = ""
    trigger: str = ""
    pre_tokens: int | None = None
    kept: Kept | None = None


def boundary_of(record: Mapping[str, object], line: int, subtype: str) -> BoundaryRecord:
    """Read a `compact_boundary` or a `microcompact_boundary`."""
    name = "compactMetadata" if subtype == "compact_boundary" else "microcompactMetadata"
    found = record.get(name)
    metadata: Mapping[str, object] = found if isinstance(found, dict) else {}
    tokens = metadata.get("preTokens")
    return BoundaryRecord(
        line=line,
        marker=subtype,
        logical_parent=_string(record.get("logicalParentUuid")),
        trigger=trigger if (trigger := _string(metadata.get("trigger"))) in TRIGGERS else "",
        pre_tokens=tokens if isinstance(tokens, int) and not isinstance(tokens, bool) else None,
        kept=_kept(metadata),
    )


def _kept(metadata: Mapping[str, object]) -> Kept | None:
    match metadata.get("preservedSegment"):
        case {"headUuid": str(head), "tailUuid": str(tail), **rest}:
            return Kept(head, tail, _string(rest.get("anchorUuid")))
    match metadata.get("preservedMessages"):
        case {"uuids": [str(head), *_] as uuids, **rest}:
            return Kept(head, _string(uuids[-1]), _string(rest.get("anchorUuid")))
        case [str(head), *_] as uuids:
            return Kept(head, _string(uuids[-1]))
    return None


def same(first: Entry, second: Entry) -> bool:
    """Say whether two records with one id hold the same message."""
    return first.role == second.role and first.content == second.content


def text_in(entry: Entry) -> object:
    """Return the decoded content of a record."""
    value: object = json.loads(entry.content)
    return value


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""
