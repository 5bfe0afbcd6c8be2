"""A list of messages rebuilt from a log.

What was sent is not in a log: system prompt, tools, reminders and cache marks are missing, and messages are put
together from several records. So a list says that it was rebuilt, and where each message stands.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from compaction.dialects import Native, map_messages, mapping_of
from compaction.findings import Violation
from compaction.formats.bodies import body_of, check_blocks
from compaction.formats.converted import WRITERS
from compaction.formats.records import LogPlace, MessageList
from compaction.transcripts import Dialect, Message

PART_BYTES = 32 * 1024 * 1024
"""A rebuilt list that grows beyond this is given in parts. No provider takes a larger request, so nothing that was sent
is torn, and a log of any size is read in bounded memory."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message as a provider takes it (`data`), and its places in the log; none in logs that are one document."""

    data: bytes
    places: tuple[LogPlace, ...] = ()
    native_id: str = ""

    @classmethod
    def of(cls, message: Mapping[str, object], *places: LogPlace) -> "Turn":
        """Make a turn of a message that was put together anew."""
        return cls(json.dumps(message, ensure_ascii=False).encode("utf-8", "backslashreplace"), places)


@dataclass(frozen=True, slots=True)
class Standing:
    """What else a log tells of a list; see `MessageList`."""

    pending: tuple[str, ...] = ()
    reachable: tuple[int, ...] | None = None
    unreachable: tuple[int, ...] | None = None
    opens_midway: bool = False
    violations: tuple[Violation, ...] = ()


NOTHING = Standing()


def rebuilt(
    path: str,
    turns: Sequence[Turn],
    *,
    dialect: Dialect | None,
    shape: Dialect | None = None,
    model: str = "",
    converted: bool = False,
    standing: Standing = NOTHING,
) -> MessageList:
    """Return the list of these turns. `shape` is the dialect whose form they have, where nobody knows what was sent.

    Raises: CaptureError `too-large`.
    """
    mapping = mapping_of(dialect or shape or Dialect.OPENAI_CHAT)
    natives = tuple(Native(json.loads(turn.data), turn.data) for turn in turns)
    check_blocks(natives, mapping)

    def messages() -> tuple[Message, ...]:
        return map_messages(natives, mapping)

    return MessageList(
        path=path,
        dialect=dialect,
        dialect_alternatives=(),
        body=body_of(natives, mapping),
        count=len(natives),
        read_messages=messages,
        model=model,
        reconstructed=True,
        pending=standing.pending,
        reachable=standing.reachable,
        unreachable=standing.unreachable,
        opens_midway=standing.opens_midway,
        converted=converted,
        places=tuple(turn.places for turn in turns) if all(turn.places for turn in turns) else (),
        log_violations=standing.violations,
    )


def joined(contents: Iterable[bytes]) -> bytes:
    """Return the JSON of several contents as one list of blocks; a text becomes a block."""
    parts = [_blocks(content) for content in contents]
    return b"[%b]" % b",".join(part for part in parts if part)


def blocks_in(content: bytes) -> int:
    """Return how many blocks a content has as `joined` counts them."""
    value: object = json.loads(content)
    return len(value) if isinstance(value, list) else 1


def _blocks(content: bytes) -> bytes:
    stripped = content.strip()
    if stripped.startswith(b"["):
        return stripped[1:-1].strip()
    return b'{"type":"text","text":%b}' % stripped


def in_dialect(turns: Sequence[Turn], chosen: Dialect | None) -> tuple[list[Turn], Dialect | None]:
    """Return messages in the form of Chat Completions, rewritten for the dialect that a person chose, and that dialect.

    Nobody knows what was sent, so without a choice there is none.
    """
    if chosen is None or chosen not in WRITERS:
        return list(turns), None
    if chosen is Dialect.OPENAI_CHAT:
        return list(turns), chosen
    natives = tuple(Native(json.loads(turn.data), turn.data) for turn in turns)
    messages = map_messages(natives, mapping_of(Dialect.OPENAI_CHAT))
    written = [
        Turn.of(element, *turn.places)
        for turn, message in zip(turns, messages, strict=True)
        for element in WRITERS[chosen](message)
    ]
    return written, chosen
