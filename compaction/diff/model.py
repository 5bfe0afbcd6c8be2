"""What a comparison gives: changes as offsets into both texts, never as markup.

Inline, side by side and the new text with marks are drawn from the same changes, so their numbers agree.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What happened to a stretch of text. A move is told at both ends."""

    EQUAL = "equal"
    INSERT = "insert"
    DELETE = "delete"
    REPLACE = "replace"
    MOVED_FROM = "moved-from"
    MOVED_TO = "moved-to"


class Limit(StrEnum):
    """Where a comparison stopped, for want of its budget."""

    NONE = ""
    SENTENCES = "sentences"
    NOTHING = "nothing"

    @property
    def sentence(self) -> str:
        """What to say about it; empty where the comparison is whole."""
        return _SENTENCES[self]


_SENTENCES = {
    Limit.NONE: "",
    Limit.SENTENCES: "Compared sentence by sentence: too long for words.",
    Limit.NOTHING: "Not compared: too long.",
}


class Range(NamedTuple):
    """Characters of one whole text, the end excluded."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class WordChange:
    """Words that stayed, came, went or were replaced: `old` is missing in what came, `new` in what went."""

    kind: Kind
    old: Range | None
    new: Range | None


@dataclass(frozen=True, slots=True)
class Change:
    """One or more sentences. `old` and `new` are the stretches that it covers at its own place.

    `words` follows a replaced sentence, or one that was edited while it moved, word by word. `other` is the far end of
    a move and `move` its number, the same at both ends. `spacing` says that nothing but white space differs.
    """

    kind: Kind
    old: Range | None = None
    new: Range | None = None
    words: tuple[WordChange, ...] = ()
    other: Range | None = None
    move: int | None = None
    spacing: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """Words of a section. What moved is counted apart."""

    equal: int = 0
    inserted: int = 0
    deleted: int = 0
    moved: int = 0


@dataclass(frozen=True, slots=True)
class SectionDiff:
    """The changes of one section, in order. A section that only one text has lacks the other range."""

    name: str
    old: Range | None
    new: Range | None
    changes: tuple[Change, ...]
    counts: Counts
    limit: Limit = Limit.NONE

    @property
    def changed(self) -> bool:
        """Whether more than white space differs."""
        return any(change.kind is not Kind.EQUAL and not change.spacing for change in self.changes)


@dataclass(frozen=True, slots=True)
class Diff:
    """The sections in the order in which they are shown."""

    sections: tuple[SectionDiff, ...]

    @property
    def changes(self) -> Iterator[Change]:
        """All changes, section by section."""
        return (change for section in self.sections for change in section.changes)

    @property
    def limit(self) -> Limit:
        """The worst limit that a section reached."""
        reached = {section.limit for section in self.sections}
        return next((limit for limit in (Limit.NOTHING, Limit.SENTENCES) if limit in reached), Limit.NONE)

    @property
    def at_risk(self) -> tuple[Range, ...]:
        """Lines of the old text that have no counterpart in the new one, in order of the old text."""
        return tuple(sorted([change.old for change in self.changes if change.kind is Kind.DELETE and change.old]))
