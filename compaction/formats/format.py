"""What a format is: how it is recognised, and how it is read.

A module gives one `Format`. `sniff` answers for one sample; `read_document`, `read_lines` and `read_text` read a
capture that is one JSON value, one value a line, or a text that is no JSON. A format with none of them is recognised
but not read by this version. `read_records` reads the elements of one list in a document one by one, in bounded memory.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, Union

from compaction.formats.decoding import Elements, Members
from compaction.formats.records import Note, Records
from compaction.formats.source import Line
from compaction.transcripts import Dialect


@dataclass(frozen=True, slots=True)
class ObjectSample:
    """A capture that is one JSON object."""

    value: Members
    chosen: Dialect | None = None


@dataclass(frozen=True, slots=True)
class ListSample:
    """A capture that is one JSON list."""

    value: Elements
    chosen: Dialect | None = None


@dataclass(frozen=True, slots=True)
class LineSample:
    """One line of a capture of many values."""

    value: Members
    chosen: Dialect | None = None


@dataclass(frozen=True, slots=True)
class TextSample:
    """The first line of a text that is no JSON."""

    line: str


Sample: TypeAlias = Union[ObjectSample, ListSample, LineSample, TextSample]


@dataclass(frozen=True, slots=True)
class LineValue:
    """One value of a line format; `line` counts from 1."""

    line: int
    value: object


Lines: TypeAlias = Iterator[LineValue | Note]


@dataclass(frozen=True, slots=True)
class Placed:
    """One record of a capture and its place: `line 3`, `row 3`, `/3`, `/log/entries/3`."""

    at: str
    value: object

    @property
    def base(self) -> str:
        """The place, ready to be put before a pointer into the record."""
        return self.at if self.at.startswith("/") or not self.at else f"{self.at} "


PlacedRecords: TypeAlias = Iterator[Placed | Note]


@dataclass(frozen=True, slots=True)
class Format:
    """One way in which a capture is laid out. `id` is that of wire-formats 1.

    `record_lists` names the members that may lead to the list in a document that `read_records` reads; no member at
    all: the document is that list.
    """

    id: str
    title: str
    extensions: tuple[str, ...]
    sniff: Callable[[Sample], bool]
    read_document: Callable[[object, Dialect | None], Records] | None = None
    read_lines: Callable[[Lines, Dialect | None], Records] | None = None
    read_text: Callable[[Iterator[Line], Dialect | None], Records] | None = None
    read_records: Callable[[PlacedRecords, Dialect | None], Records] | None = None
    record_lists: tuple[tuple[str, ...], ...] = ()

    @property
    def readable(self) -> bool:
        """Say whether this version reads the format, and not only recognises it."""
        return any((self.read_document, self.read_lines, self.read_text))
