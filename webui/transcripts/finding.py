"""Words in the texts of a transcript: where they stand, block by block.

Most bodies do not hold what is looked for. So the database first looks in their canonical JSON, which writes the words
as it writes every string (`Query.needle`); only a body that has them is decoded.

A regular expression runs in a process of its own (`python -m webui.transcripts.finding`), which is ended when it takes
too long: nothing else stops an expression that has begun. The module knows no Django, so that the process starts fast.
"""

import json
import re
import struct
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

from compaction.transcripts import Block, Compaction, Refusal, Text, Thinking, ToolResult, ToolUse, Unknown, codec

FIELDS = ("text", "input", "output", "ids")
"""What a find can be restricted to: prose, arguments and names of calls, payloads of results, ids of both."""

NAME, ID = -2, -1
"""Slots of a block beside its texts, which are numbered from 0."""

LIMIT = 10_000
"""Hits after which a find ends."""

SECONDS = 2.0
ROOT = Path(__file__).parents[2]
_HEAD = struct.Struct("<iI")


class NotAPattern(Exception):
    """It is no regular expression."""


class TooSlow(Exception):
    """The regular expression was stopped at its time limit."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for. Case makes no difference."""

    words: str
    pattern: bool = False
    fields: frozenset[str] = frozenset(FIELDS)

    @property
    def needle(self) -> str:
        """What canonical JSON holds wherever the words stand, in small letters; empty where only decoding can tell."""
        if self.pattern or not self.words.isascii():
            return ""
        return json.dumps(self.words.lower())[1:-1]


class Hit(NamedTuple):
    """One place of the words: the characters `start` up to `stop` in one slot of a block."""

    position: int
    block: int
    slot: int
    start: int
    stop: int


def find(texts: Iterable[tuple[int, bytes]], query: Query, seconds: float = SECONDS) -> list[Hit]:
    """Return the hits in order, at most `LIMIT`; `texts` are places with their canonical JSON.

    Raises: NotAPattern; TooSlow when a regular expression takes longer than `seconds`.
    """
    if query.pattern:
        return _apart(texts, query, seconds)
    case = re.IGNORECASE | (re.ASCII if query.words.isascii() else re.NOFLAG)
    return _first(texts, re.compile(re.escape(query.words), case), query.fields)


def _first(texts: Iterable[tuple[int, bytes]], expression: re.Pattern[str], fields: frozenset[str]) -> list[Hit]:
    every = (hit for position, data in texts for hit in hits(position, codec.decode(data), expression, fields))
    return list(islice(every, LIMIT))


def hits(position: int, blocks: Iterable[Block], expression: re.Pattern[str], fields: frozenset[str]) -> Iterator[Hit]:
    """Yield the hits in one message."""
    for number, block in enumerate(blocks):
        for field, slot, text in slots(block):
            if field in fields:
                for match in expression.finditer(text):
                    if match.end() > match.start():
                        yield Hit(position, number, slot, match.start(), match.end())


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


def _apart(texts: Iterable[tuple[int, bytes]], query: Query, seconds: float) -> list[Hit]:
    head = json.dumps([query.words, sorted(query.fields)]).encode("utf-8", "surrogatepass") + b"\n"
    records = (part for position, data in texts for part in (_HEAD.pack(position, len(data)), data))
    command = [sys.executable, "-m", "webui.transcripts.finding"]
    given = b"".join([head, *records])
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command; what is looked for comes as data
            command, input=given, capture_output=True, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        done = None
    if done is None:
        raise TooSlow
    if done.returncode:
        raise NotAPattern
    return [Hit(*row) for row in json.loads(done.stdout)]


def main() -> int:
    """Read a query and texts from standard input, write the hits; 1 for what is no regular expression."""
    stream = sys.stdin.buffer
    words, fields = json.loads(stream.readline())
    try:
        expression = re.compile(words, re.IGNORECASE | re.MULTILINE)
    except (re.error, OverflowError, RecursionError):
        return 1
    sys.stdout.write(json.dumps(_first(_records(stream), expression, frozenset(fields))))
    return 0


def _records(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    while head := stream.read(_HEAD.size):
        position, size = _HEAD.unpack(head)
        yield position, stream.read(size)


if __name__ == "__main__":
    sys.exit(main())
