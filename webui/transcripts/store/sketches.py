"""What the page of a transcript shows of all its messages, worked out once: the map, the turns, the pairs."""

from collections import deque
from collections.abc import Sequence
from typing import Any

from compaction.shape import Report
from compaction.transcripts import Compaction, Message, Text, ToolResult, ToolUse

BINS = 500
"""Parts of the map: at most so many, each of as many messages as the others."""

MARKS = 48
"""Marks of violations on the map, so that each can be hit; what falls together is one mark with a count."""

TURNS = 20_000
ANSWERERS = ("assistant", "model")
SEVERITIES = ("error", "warning", "note")


def sketch(messages: Sequence[Message]) -> dict[str, Any]:
    """Return sizes by bin, the places of user turns with text and of breaks, and the pairs of calls and results.

    `all` and `assistant` are bytes by bin of `of` messages. A pair is `[position, block, position, block]`, the call
    first, where a block is its pointer within the message; -1 and an empty text stand for a half that is missing.
    """
    count = len(messages)
    bins = min(BINS, count)
    every, assistant = [0] * bins, [0] * bins
    for at, message in enumerate(messages):
        size = len(message.native)
        every[at * bins // count] += size
        if message.role in ANSWERERS:
            assistant[at * bins // count] += size
    turns = [at for at, message in enumerate(messages) if message.role == "user" and _speaks(message)]
    return {
        "of": count,
        "all": every,
        "assistant": assistant,
        "turns": turns[:TURNS],
        "breaks": breaks(messages)[:TURNS],
        "pairs": pairs(messages),
    }


def _speaks(message: Message) -> bool:
    return any(isinstance(block, Text) and block.text.strip() for block in message.blocks)


def breaks(messages: Sequence[Message]) -> list[list[Any]]:
    """Return `[position, kind]` of what ends a stretch: a compaction, or the answer after calls and their results."""
    found: list[list[Any]] = []
    for at, message in enumerate(messages):
        kinds = {type(block) for block in message.blocks}
        if Compaction in kinds:
            found.append([at, "compaction"])
        elif message.role in ANSWERERS and Text in kinds and ToolUse not in kinds and at and _answers(messages[at - 1]):
            found.append([at, "answer"])
    return found


def _answers(message: Message) -> bool:
    return any(isinstance(block, ToolResult) for block in message.blocks)


def pairs(messages: Sequence[Message]) -> list[list[Any]]:
    """Return calls with their results. A result answers the first call before it that has its id and no answer."""
    found: list[list[Any]] = []
    open_calls: dict[str, deque[list[Any]]] = {}
    for at, message in enumerate(messages):
        for block in message.blocks:
            here = [at, block.origin.removeprefix(message.origin)]
            match block:
                case ToolUse(id=call_id, kind="client" | "custom" | "shell") if call_id:
                    pair = [*here, -1, ""]
                    found.append(pair)
                    open_calls.setdefault(call_id, deque()).append(pair)
                case ToolResult(call_id=call_id) if call_id:
                    waiting = open_calls.get(call_id)
                    if waiting:
                        waiting.popleft()[2:] = here
                    else:
                        found.append([-1, "", *here])
    return found


def marks(report: Report, count: int) -> list[dict[str, Any]]:
    """Return where on the map rules are broken: the worst first violation of each part, and how many there are."""
    places = [
        (one.position, SEVERITIES.index(one.severity.value), one.pointer, one.rule)
        for one in report.violations
        if one.position is not None
    ]
    places += [(role.index, 0, role.pointer, "role-legal") for role in report.wire_roles]
    found: dict[int, dict[str, Any]] = {}
    for position, rank, pointer, rule in sorted(places):
        severity = SEVERITIES[rank]
        mark = found.setdefault(
            position * MARKS // max(1, count),
            {
                "at": position,
                "last": position,
                "severity": severity,
                "pointer": pointer[:300],
                "rule": rule,
                "count": 0,
            },
        )
        mark["count"] += 1
        mark["last"] = position
        if rank < SEVERITIES.index(mark["severity"]):
            mark |= {"at": position, "severity": severity, "pointer": pointer[:300], "rule": rule}
    return list(found.values())
