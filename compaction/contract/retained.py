"""The messages that a commit retains, in the conversation's own encoding.

Source: summary-validation 9.4.
"""

from compaction.contract.events import Record, record
from compaction.contract.jsontext import Value
from compaction.contract.transcript import MAX_DEPTH

_ROLES = ("user", "assistant", "system", "tool")
_BLOCK_TYPES = ("text", "refusal", "image", "audio", "document", "thinking", "tool_use", "tool_result")


def valid_retained(messages: tuple[Value, ...]) -> bool:
    """Whether a tail begins with a user message and answers each call exactly once before it goes on.

    An absent tail is fine.
    """
    open_calls: set[str] = set()
    tail = [record(message) for message in messages]
    if tail and tail[0].text("role") != "user":
        return False
    return all(_follows(message, open_calls) for message in tail) and not open_calls


def _follows(message: Record, open_calls: set[str]) -> bool:
    """Whether a message may stand here; opens and closes calls."""
    role = message.text("role")
    if role not in _ROLES or not _valid_blocks(message.list("blocks"), 0):
        return False
    if role == "tool":
        return _close(message.text("tool_use_id"), open_calls)
    if role != "user" and open_calls:
        return False
    calls = [block.text("ID") for block in map(record, message.list("blocks")) if block.text("type") == "tool_use"]
    fresh = len(set(calls)) == len(calls) and not open_calls.intersection(calls)
    open_calls.update(calls)
    return fresh


def _close(call_id: str, open_calls: set[str]) -> bool:
    if call_id not in open_calls:
        return False
    open_calls.remove(call_id)
    return True


def _valid_blocks(blocks: tuple[Value, ...], depth: int) -> bool:
    return depth <= MAX_DEPTH and all(_valid_block(record(block), depth) for block in blocks)


def _valid_block(block: Record, depth: int) -> bool:
    kind = block.text("type")
    return kind in _BLOCK_TYPES and (kind != "tool_result" or _valid_blocks(block.list("content"), depth + 1))
