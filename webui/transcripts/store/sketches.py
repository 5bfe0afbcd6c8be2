"""What the page of a transcript shows of all its messages, worked out once: the map, the turns, the pairs."""

from collections import deque
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from compaction.shape import Report
from compaction.transcripts import Message, Text, ToolResult, ToolUse, codec
from webui.transcripts import access
from webui.transcripts.models import Transcript

BINS = 500
"""Parts of the map: at most so many, each of as many messages as the others."""

MARKS = 48
"""Marks of violations on the map, so that each can be hit; what falls together is one mark with a count."""

TURNS = 20_000
LONG = 2000
"""Messages from which a sketch is stored: of fewer it is worked out when a page shows it."""

CALL, RESULT = "call", "result"
ANSWERERS = ("assistant", "model")
SEVERITIES = ("error", "warning", "note")


class Glance(NamedTuple):
    """What a sketch needs of one message: `kinds` of its blocks, and what a body says of it."""

    size: int
    role: str
    kinds: Collection[str]
    speaks: bool
    halves: Sequence[Sequence[str]]


def glance(message: Message) -> Glance:
    """Return what a sketch needs of a message."""
    kinds = {codec.NAMES[type(block)] for block in message.blocks}
    return Glance(len(message.native), message.role, kinds, speaks(message), halves(message))


def speaks(message: Message) -> bool:
    """Say whether a block of text says something."""
    return any(isinstance(block, Text) and block.text.strip() for block in message.blocks)


def halves(message: Message) -> list[list[str]]:
    """Return the calls that wait for a result, and the results, that have an id."""
    found = []
    for block in message.blocks:
        match block:
            case ToolUse(id=call_id, kind="client" | "custom" | "shell") if call_id:
                found.append([CALL, call_id, block.origin.removeprefix(message.origin)])
            case ToolResult(call_id=call_id) if call_id:
                found.append([RESULT, call_id, block.origin.removeprefix(message.origin)])
    return found


def sketch_of(transcript: Transcript) -> dict[str, Any]:
    """Return the sketch of a stored transcript. One query at most, for as long as the row is in hand."""
    if not transcript.sketch and transcript.messages < LONG:
        rows = access.rows_of(transcript).order_by("index")
        columns = ("body__size", "body__role", "body__kinds", "body__speaks", "body__halves")
        transcript.sketch = sketch([Glance(*row) for row in rows.values_list(*columns)])
    return dict(transcript.sketch)


def sketch(messages: Sequence[Glance]) -> dict[str, Any]:
    """Return sizes by bin, the places of user turns with text and of breaks, and the pairs of calls and results.

    `all` and `assistant` are bytes by bin of `of` messages. A pair is `[position, block, position, block]`, the call
    first, where a block is its pointer within the message; -1 and an empty text stand for a half that is missing.
    """
    count = len(messages)
    bins = min(BINS, count)
    every, assistant = [0] * bins, [0] * bins
    for at, message in enumerate(messages):
        every[at * bins // count] += message.size
        if message.role in ANSWERERS:
            assistant[at * bins // count] += message.size
    turns = [at for at, message in enumerate(messages) if message.role == "user" and message.speaks]
    return {
        "of": count,
        "all": every,
        "assistant": assistant,
        "turns": turns[:TURNS],
        "breaks": breaks(messages)[:TURNS],
        "pairs": pairs(messages),
    }


def breaks(messages: Sequence[Glance]) -> list[list[Any]]:
    """Return `[position, kind]` of what ends a stretch: a compaction, or the answer after calls and their results."""
    found: list[list[Any]] = []
    for at, message in enumerate(messages):
        if "compaction" in message.kinds:
            found.append([at, "compaction"])
        elif message.role in ANSWERERS and _ends(message.kinds) and at and "tool_result" in messages[at - 1].kinds:
            found.append([at, "answer"])
    return found


def _ends(kinds: Collection[str]) -> bool:
    return "text" in kinds and "tool_use" not in kinds


def pairs(messages: Sequence[Glance]) -> list[list[Any]]:
    """Return calls with their results. A result answers the first call before it that has its id and no answer."""
    found: list[list[Any]] = []
    open_calls: dict[str, deque[list[Any]]] = {}
    for at, message in enumerate(messages):
        for half, call_id, block in message.halves:
            if half == CALL:
                pair = [at, block, -1, ""]
                found.append(pair)
                open_calls.setdefault(call_id, deque()).append(pair)
            elif waiting := open_calls.get(call_id):
                waiting.popleft()[2:] = [at, block]
            else:
                found.append([-1, "", at, block])
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
