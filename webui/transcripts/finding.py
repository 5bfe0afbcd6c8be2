"""Words in the texts of a transcript: where they stand, block by block.

Most bodies do not hold what is looked for. So their JSON is looked at first, which writes plain words as they are
(`Query.needle`); only a body that has them is decoded.

Every find ends at its time limit and says how far it came. Words as they stand cost time in proportion to the text, so
a look at the clock between two messages is enough. A regular expression runs in a process of its own
(`python -m webui.transcripts.finding`), which is ended: nothing else stops an expression that has begun. The module
knows no Django, so that the process starts fast.
"""

import json
import re
import struct
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import IO, BinaryIO, NamedTuple, TypeAlias

from compaction.transcripts import Block, Compaction, Refusal, Text, Thinking, ToolResult, ToolUse, Unknown, codec

FIELDS = ("text", "input", "output", "ids")
"""What a find can be restricted to: prose, arguments and names of calls, payloads of results, ids of both."""

NAME, ID = -2, -1
"""Slots of a block beside its texts, which are numbered from 0."""

LIMIT = 10_000
"""Hits after which a find ends, too."""

SECONDS = 2.0
"""After so long a find ends, whatever it looks for."""

Texts: TypeAlias = Iterable[tuple[int, bytes | None]]
"""Places with their canonical JSON; None where the words cannot stand."""

Matches: TypeAlias = Callable[[str], Iterable[tuple[int, int]]]
"""Gives the places of the words in one text: characters from, up to."""

ROOT = Path(__file__).parents[2]
_HEAD = struct.Struct("<iI")


class NotAPattern(Exception):
    """It is no regular expression."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for. Case makes no difference."""

    words: str
    pattern: bool = False
    fields: frozenset[str] = frozenset(FIELDS)

    @property
    def needle(self) -> str:
        """What JSON holds wherever the words stand, in small letters; empty where only decoding can tell."""
        plain = self.words.isascii() and self.words.isprintable() and _ESCAPED.isdisjoint(self.words)
        return self.words.lower() if plain and not self.pattern else ""


_ESCAPED = frozenset('"\\')


class Hit(NamedTuple):
    """One place of the words: the characters `start` up to `stop` in one slot of a block."""

    position: int
    block: int
    slot: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Found:
    """Hits in order, at most `LIMIT`. `stopped` is the place looked at when time ran out, or None."""

    hits: tuple[Hit, ...]
    stopped: int | None = None


def find(texts: Texts, query: Query, seconds: float = SECONDS, clock: Callable[[], float] = monotonic) -> Found:
    """Look through the texts, for at most `seconds`.

    Raises: NotAPattern
    """
    if query.pattern:
        return _apart(texts, query, seconds)
    end = clock() + seconds
    found: list[Hit] = []
    for position, data in texts:
        if clock() >= end:
            return Found(tuple(found), position)
        found += _first(position, data, literal(query.words), query.fields, LIMIT - len(found))
        if len(found) == LIMIT:
            break
    return Found(tuple(found))


def literal(words: str) -> Matches:
    """Return what finds the words as they stand, capitals or not, in time proportional to the text."""
    wanted = _small(words)

    def places(text: str) -> Iterator[tuple[int, int]]:
        lowered = _small(text)
        at = lowered.find(wanted)
        while at >= 0:
            yield at, at + len(wanted)
            at = lowered.find(wanted, at + len(wanted))

    return places


def _small(text: str) -> str:
    """Lower the text, character by character: one letter becomes two there, and another depends on its neighbours."""
    return text.replace("\u0130", "i").lower().replace("\u03c2", "\u03c3")


def pattern(expression: re.Pattern[str]) -> Matches:
    """Return what finds a regular expression; an empty match is none."""
    return lambda text: (match.span() for match in expression.finditer(text) if match.end() > match.start())


def _first(position: int, data: bytes | None, places: Matches, fields: frozenset[str], room: int) -> list[Hit]:
    return [] if data is None else list(islice(hits(position, codec.decode(data), places, fields), room))


def hits(position: int, blocks: Iterable[Block], places: Matches, fields: frozenset[str]) -> Iterator[Hit]:
    """Yield the hits in one message."""
    for number, block in enumerate(blocks):
        for field, slot, text in slots(block):
            if field in fields:
                yield from (Hit(position, number, slot, start, stop) for start, stop in places(text))


def slots(block: Block) -> Iterator[tuple[str, int, str]]:
    """Yield the texts of a block with their field and slot, in the order in which pages show them."""
    match block:
        case Text(text=text) | Thinking(text=text) | Refusal(text=text) | Compaction(text=str(text)):
            yield "text", 0, text
        case Unknown(raw=raw):
            yield "text", 0, raw
        case ToolUse():
            yield "input", NAME, block.name
            yield "ids", ID, block.id
            yield "input", 0, block.arguments
        case ToolResult():
            yield "ids", ID, block.call_id
            for slot, part in enumerate(block.blocks):
                yield from (("output", slot, text) for field, at, text in slots(part) if at >= 0)


def _apart(texts: Texts, query: Query, seconds: float) -> Found:
    command = [sys.executable, "-m", "webui.transcripts.finding"]
    with (
        ThreadPoolExecutor(1) as pool,
        subprocess.Popen(  # noqa: S603 - a fixed command; what is looked for comes as data
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            env={"PYTHONPATH": str(ROOT)},
        ) as child,
    ):
        assert child.stdin is not None and child.stdout is not None  # noqa: S101 - both are pipes
        limit = Timer(seconds, child.kill)
        limit.start()
        told = pool.submit(child.stdout.read)
        _feed(child.stdin, texts, query)
        code = child.wait()
        limit.cancel()
    if code == BAD_PATTERN:
        raise NotAPattern
    return _told(told.result(), ended=code == 0)


def _feed(stream: IO[bytes], texts: Texts, query: Query) -> None:
    """Send the query and the texts; a child that has ended wants no more."""
    with suppress(BrokenPipeError), stream:
        stream.write(json.dumps([query.words, sorted(query.fields)]).encode() + b"\n")
        for position, data in texts:
            if data is not None:
                stream.write(_HEAD.pack(position, len(data)) + data)


def _told(output: bytes, *, ended: bool) -> Found:
    """Read the lines of the child: a number says where it looks, a list what it found there; the last may be cut."""
    found: list[Hit] = []
    place = 0
    for line in output.splitlines(keepends=True):
        if line.endswith(b"\n"):
            said = json.loads(line)
            if isinstance(said, int):
                place = said
            else:
                found += [Hit(*row) for row in said]
    return Found(tuple(found), None if ended else place)


BAD_PATTERN = 3
"""The exit code of the process for what is no regular expression."""


def main() -> int:
    """Read a query and texts from standard input; write where it looks, and the hits."""
    stream = sys.stdin.buffer
    words, fields = json.loads(stream.readline())
    try:
        places = pattern(re.compile(words, re.IGNORECASE | re.MULTILINE))
    except (re.error, OverflowError, RecursionError):
        return BAD_PATTERN
    room = LIMIT
    for position, data in _records(stream):
        _say(position)
        found = _first(position, data, places, frozenset(fields), room)
        if found:
            _say(found)
        room -= len(found)
        if not room:
            break
    return 0


def _say(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def _records(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    while head := stream.read(_HEAD.size):
        position, size = _HEAD.unpack(head)
        yield position, stream.read(size)


if __name__ == "__main__":
    sys.exit(main())
