"""What a drawn comparison is made of: pieces, rows and sections, and how much of them one page draws.

Source: ux 15, 23.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from compaction.diff import Kind

MOST_PIECES = 900
"""Pieces of text that one page draws; each is one element or two."""

MOST_CHARACTERS = 80_000
"""Of one page; what is left out is counted, and stands in the source."""


@dataclass(frozen=True, slots=True)
class Bit:
    """A piece of captured text: `ins`, `del`, `moved`, or as it was."""

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A sentence. `kind` is same, fold, added, removed, changed, left or came.

    `both` is drawn inline, `old` and `new` side by side. `target` is the far end of a move, `title` its section.
    """

    kind: str
    both: tuple[Bit, ...]
    old: tuple[Bit, ...] = ()
    new: tuple[Bit, ...] = ()
    anchor: str = ""
    target: str = ""
    title: str = ""
    words: str = ""
    cut: bool = False
    facts: tuple[int, ...] = ()
    risk: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """One section with its rows, and how many are left out. `said` tells its changes in words, `limit` where the
    comparison stopped.
    """

    anchor: str
    title: str
    captured: bool
    rows: Sequence[Row]
    said: str
    changed: bool
    limit: str
    gone: bool
    new: bool
    left: int = 0


@dataclass(slots=True)
class Tally:
    """Changes by kind."""

    added: int = 0
    removed: int = 0
    changed: int = 0
    moved: int = 0

    @property
    def words(self) -> str:
        counts = ((self.changed, "changed"), (self.added, "added"), (self.removed, "removed"), (self.moved, "moved"))
        return ", ".join(f"{count:,} {name}" for count, name in counts if count)

    def add(self, kind: Kind) -> None:
        match kind:
            case Kind.INSERT:
                self.added += 1
            case Kind.DELETE:
                self.removed += 1
            case Kind.REPLACE:
                self.changed += 1
            case Kind.MOVED_TO:
                self.moved += 1


def within_budget(sections: Sequence[Section]) -> list[Section]:
    """Draw rows while there is room; of the others say how many there are."""
    pieces = characters = 0
    kept = []
    for section in sections:
        rows = []
        for row in section.rows:
            pieces += len(row.both) + 1
            characters += sum(len(bit.text) for bit in row.both)
            if pieces > MOST_PIECES or characters > MOST_CHARACTERS:
                break
            rows.append(row)
        left = len(section.rows) - len(rows)
        kept.append(replace(section, rows=rows, left=left) if left else section)
    return kept
