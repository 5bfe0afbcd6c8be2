"""What a format is: how it is recognised, and how it is read.

A module gives one `Format`. `sniff` answers for one sample; `read_document` and `read_lines` read a capture that is one
JSON value, or one value a line. A format with neither is recognised but not read by this version.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, Union

from compaction.formats.decoding import Elements, Members
from compaction.formats.records import Note, Records
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
class Format:
    """One way in which a capture is laid out. `id` is that of wire-formats 1."""

    id: str
    title: str
    extensions: tuple[str, ...]
    sniff: Callable[[Sample], bool]
    read_document: Callable[[object, Dialect | None], Records] | None = None
    read_lines: Callable[[Lines, Dialect | None], Records] | None = None

    @property
    def readable(self) -> bool:
        """Say whether this version reads the format, and not only recognises it."""
        return self.read_document is not None or self.read_lines is not None
