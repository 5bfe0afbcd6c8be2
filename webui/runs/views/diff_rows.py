"""What a drawn comparison is made of: pieces, rows and sections, and how much of them one page draws.

Source: ux 15, 23.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

from compaction.diff import Kind
from webui.common.words import plural

MOST_ELEMENTS = 1_900
"""That the rows of one page may take; what the frame around them takes is a few hundred more."""

MOST_CHARACTERS = 80_000
"""Of one page; what is left out is counted, and stands in the source."""

STEP = 3
"""Elements by which one goes on from a change."""


@dataclass(frozen=True, slots=True)
class Bit:
    """A piece of captured text: `ins`, `del`, `moved`, or as it was."""

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A sentence. `kind` is same, fold, spacing, added, removed, changed, left or came.

    `both` is drawn inline, `old` and `new` side by side. `target` is the far end of a move, `title` its section. `nth`
    counts the changes of the whole comparison from 1, a move once, where it came; `previous` and `next` are the anchors
    of those that are drawn around it, in a ring.
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
    nth: int = 0
    previous: str = ""
    next: str = ""

    @property
    def counts(self) -> bool:
        """Whether it is a change of its own."""
        return self.kind in ("added", "removed", "changed", "came")

    @property
    def gone(self) -> str:
        """What stands in the place of a sentence that the result has not, without its words."""
        count = plural(sum(len(bit.text.split()) for bit in self.old), "word")
        return f"{count} moved away" if self.kind == "left" else f"{count} removed"

    @property
    def elements(self) -> int:
        """How many elements draw it, in the view that takes the most."""
        bits = max(sum(2 for bit in bits if bit.kind) for bits in (self.both, (*self.old, *self.new)))
        link = 3 if self.target else 0
        return 4 + bits + link + 2 * len(self.facts) + self.risk + (STEP if self.counts else 0)


@dataclass(frozen=True, slots=True)
class Section:
    """One section with its rows, and how many are left out. `said` tells its changes in words, `limit` where the
    comparison stopped.

    `changes` counts what changed in it, `mark` is what it is known by when a person has read it, `onward` the section
    that is to be read next.
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
    changes: int = 0
    mark: str = ""
    read: bool = False
    onward: str = ""

    @property
    def spaced(self) -> bool:
        """Whether white space that changed is drawn."""
        return any(row.kind == "spacing" for row in self.rows)


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

    @property
    def total(self) -> int:
        return self.added + self.removed + self.changed + self.moved

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


def counted(sections: Sequence[Section]) -> list[Section]:
    """Number the changes through all sections."""
    nth = 0
    found = []
    for section in sections:
        rows = []
        for row in section.rows:
            nth += row.counts
            rows.append(replace(row, nth=nth, anchor=row.anchor or f"ch-{nth}") if row.counts else row)
        found.append(replace(section, rows=rows))
    return found


def within_budget(sections: Sequence[Section]) -> list[Section]:
    """Draw rows while there is room; of the others say how many there are."""
    elements = characters = 0
    kept = []
    for section in sections:
        rows = []
        for row in section.rows:
            elements += row.elements
            characters += sum(len(bit.text) for bit in row.both)
            if elements > MOST_ELEMENTS or characters > MOST_CHARACTERS:
                break
            rows.append(row)
        left = len(section.rows) - len(rows)
        kept.append(replace(section, rows=rows, left=left) if left else section)
    return kept


def ticked(sections: Sequence[Section], read: Set[str]) -> list[Section]:
    """Say of each section whether it was read and which to read next; lead from change to change past what was read."""
    marked = [replace(one, read=one.changed and one.mark in read) for one in sections]
    unread = [at for at, one in enumerate(marked) if one.changed and not one.read]
    ring = [row.anchor for one in marked if not (one.read and unread) for row in one.rows if row.nth]
    around = {anchor: (ring[at - 1], ring[(at + 1) % len(ring)]) for at, anchor in enumerate(ring)}
    return [
        replace(one, onward=_onward(marked, unread, at), rows=[_within(row, around) for row in one.rows])
        for at, one in enumerate(marked)
    ]


def _within(row: Row, around: Mapping[str, tuple[str, str]]) -> Row:
    previous, next_ = around.get(row.anchor, ("", "")) if row.nth else ("", "")
    return replace(row, previous=previous, next=next_) if next_ else row


def _onward(sections: Sequence[Section], unread: Sequence[int], at: int) -> str:
    """The next unread section behind this one, or the first; this one where no other is."""
    others = [place for place in unread if place != at]
    return sections[next((place for place in others if place > at), others[0] if others else at)].anchor
