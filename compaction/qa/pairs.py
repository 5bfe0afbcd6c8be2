"""Which call belongs to which result, so that no cut separates them.

Source: qa-summarizer 1.6.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from compaction.qa.messages import Message, ToolCall, ToolResult


@dataclass(frozen=True, slots=True)
class Pair:
    """The messages of a call and of its result, by place, and whether the result must survive."""

    call: int
    result: int
    durable: bool


def find_pairs(messages: Sequence[Message]) -> tuple[Pair, ...]:
    """Return the pairs in order of their results.

    A result takes the most recent open call of its id; a call or a result without the other is left out.
    """
    open_calls: dict[str, list[int]] = {}
    pairs = []
    for place, message in enumerate(messages):
        for part in message.parts:
            if isinstance(part, ToolCall):
                open_calls.setdefault(part.id, []).append(place)
            elif isinstance(part, ToolResult) and (calls := open_calls.get(part.call_id)):
                pairs.append(Pair(calls.pop(), place, part.retention == "durable"))
    return tuple(pairs)
