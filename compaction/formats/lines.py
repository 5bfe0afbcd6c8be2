"""The values of a line format, one by one; a line that cannot be read becomes a note.

Source: wire-formats 2.4.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from compaction.errors import CaptureError
from compaction.formats.decoding import decode
from compaction.formats.format import LineValue
from compaction.formats.json_text import JsonText
from compaction.formats.memory import Memory
from compaction.formats.records import Note
from compaction.formats.source import BLANK, Line
from compaction.limits import MAX_NOTES

INCOMPLETE = "last record incomplete"
NEXT_VALUE = re.compile(r"\n(?=[{\[\x1e])")


class LineReader:
    """Reads values line by line. `first_fault` keeps the first error, for a capture in which no line can be used."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = lines
        self._memory = Memory()
        self.first_fault: CaptureError | None = None

    def __iter__(self) -> Iterator[LineValue | Note]:
        for line in self._lines:
            yield from self._read(line)

    def _read(self, line: Line) -> Iterator[LineValue | Note]:
        """Read one line. All of it counts or nothing; two writers may have put two values on it."""
        values: list[object] = []
        fault: CaptureError | None = None
        try:
            source = JsonText(line.data.rstrip(BLANK), line.number, line.offset, self._memory)
            at = 0
            while at < len(source.text):
                value, at = decode(source, at)
                values.append(value)
        except CaptureError as error:
            fault = error
        if fault is not None:
            yield self._bad(line, fault)
            return
        yield from (LineValue(line.number, value) for value in values)
        if len(values) > 1:
            yield Note("jsonl-joined-values", f"line {line.number}", f"{len(values)} values")

    def _bad(self, line: Line, fault: CaptureError) -> Note:
        # A live capture may end inside a character: then only its last line is lost.
        cut = not line.ended and (fault.offset or 0) >= line.offset + len(line.data) - 3
        if fault.code == "too-large" or (fault.code == "bad-encoding" and not cut):
            raise fault
        self.first_fault = self.first_fault or fault
        incomplete = not line.ended and fault.code in ("json-truncated", "bad-encoding")
        return Note("jsonl-bad-line", f"line {line.number}", INCOMPLETE if incomplete else fault.code)


def read_values(source: JsonText) -> Iterator[LineValue | Note]:
    """Yield values that take several lines each; after one that cannot be read, go on where a line begins a value."""
    at, line, counted = 0, source.line, 0
    while at < len(source.text):
        line, counted = line + source.text.count("\n", counted, at), at
        fault: CaptureError | None = None
        try:
            value, at = decode(source, at)
            yield LineValue(line, value)
        except CaptureError as error:
            fault = error
        if fault is not None:
            cut = fault.code == "json-truncated"
            yield Note("jsonl-bad-line", f"line {line}", INCOMPLETE if cut else fault.code)
            following = NEXT_VALUE.search(source.text, at + 1)
            at = following.end() if following else len(source.text)


@dataclass(slots=True)
class NoteCap:
    """Lets the first notes of each code through and counts the rest."""

    seen: dict[str, int] = field(default_factory=dict)

    def lets(self, note: Note) -> bool:
        """Count a note; say whether it is among the first."""
        self.seen[note.code] = self.seen.get(note.code, 0) + 1
        return self.seen[note.code] <= MAX_NOTES

    def left_out(self) -> Iterator[Note]:
        """Yield a note for each code that had more."""
        for code, count in self.seen.items():
            if count > MAX_NOTES:
                yield Note("notes-left-out", "", f"{count - MAX_NOTES} more of {code}")
