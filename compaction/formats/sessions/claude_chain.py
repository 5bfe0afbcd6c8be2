"""One conversation of a session log, window by window.

A window goes from one compaction to the next. When it ends, its list is given, and its records are only needed for what
the next window keeps or goes back to; those of the window before it lose their contents. So what is held is two windows
and, of all others, who hangs under whom. A window beyond the size of any request is given in parts.

Source: wire-formats 4.11 and 10.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from compaction.findings import Confidence, Severity, Violation
from compaction.formats.records import Boundary, MessageList, Note, Record
from compaction.formats.sessions.branches import (
    Entry,
    Records,
    Splice,
    Way,
    arranged,
    kept_in,
    path_to,
    pending,
    turn_of,
)
from compaction.formats.sessions.claude_records import BoundaryRecord, text_in
from compaction.formats.sessions.lists import PART_BYTES, Standing, rebuilt
from compaction.formats.sessions.summaries import plain_summary, text_of
from compaction.limits import MAX_MESSAGES
from compaction.transcripts import Dialect

BROKEN, TWICE = "broken-parent-chain", "duplicate-log-entry"
TWICE_KEPT = 100
"""Repeated records that one list names."""


@dataclass(slots=True)
class Numbers:
    """How many lists the capture has given, over all its conversations."""

    lists: int = 0


@dataclass(slots=True)
class Window:
    """What was read since the last compaction (`opening`); of a window in parts, since the last part.

    `part` is the number of such a part, 0 of a whole window.

    `before_list` is the last list before the compaction or the part, `before_messages` how many stood before it.
    """

    opening: BoundaryRecord | None = None
    before_list: int | None = None
    before_messages: int = 0
    part: int = 0
    records: Records = field(default_factory=Records)
    summary: Entry | None = None
    clearings: list[BoundaryRecord] = field(default_factory=list)
    twice: list[Violation] = field(default_factory=list)
    model: str = ""


@dataclass(slots=True)
class Closed:
    """What came of a window: its list, if it has messages, and what else is told."""

    found: MessageList | None
    number: int | None
    told: list[Record]

    @property
    def records(self) -> Iterator[Record]:
        """What the reader gives, the list first."""
        if self.found is not None:
            yield self.found
        yield from self.told


@dataclass(slots=True)
class Chain:
    """One conversation: the main one, a side chain, or another session in the same file; `born` is its number."""

    name: str
    born: int
    numbers: Numbers
    index: Mapping[str, Entry | None]
    window: Window = field(default_factory=Window)
    earlier: Records = field(default_factory=Records)
    compactions: int = 0
    prior: str = ""
    opens_midway: bool = False
    last: Entry | None = None

    @property
    def size(self) -> int:
        """Bytes of the contents that are held."""
        return self.window.records.size + self.earlier.size

    def add(self, entry: Entry, model: str) -> Iterator[Record]:
        """Take the next message; give a part where the window has grown beyond any request."""
        held = self.window.records
        full = held.size > PART_BYTES or len(held.entries) >= MAX_MESSAGES
        if full and (entry.prompt or held.size > 2 * PART_BYTES):
            yield from self._cut()
        if entry.summary and (self.window.summary or not self.window.opening):
            yield from self.compact(BoundaryRecord(entry.line, "isCompactSummary"))
        self.window.model = model or self.window.model
        self.window.records.add(entry)
        self.window.summary = self.window.summary or (entry if entry.summary else None)
        self.last = entry

    def compact(self, opening: BoundaryRecord) -> Iterator[Record]:
        """End the window at a compaction, and begin the next."""
        logical = self.index.get(opening.logical_parent)
        if opening.logical_parent and logical is None and self.last is not None:
            yield Note("boundary-parent-missing", f"line {opening.line + 1}")
        tip = self.last if logical is None or logical.boundary or not logical.content else logical
        closed = self._close(tip, over=True)
        yield from closed.records
        self._begin(closed, opening)
        self.compactions += 1
        self.opens_midway = False

    def finish(self) -> Iterator[Record]:
        """End the last window with the file."""
        yield from self._close(self.last, over=False).records

    def drop(self) -> None:
        """Let go of all contents: the chain was given."""
        self.window.records.drop_contents()
        self.earlier.drop_contents()

    def repeat(self, entry: Entry) -> None:
        """Remember that a record came again."""
        if len(self.window.twice) < TWICE_KEPT:
            self.window.twice.append(_violation(TWICE, None, f"/lines/{entry.line}/uuid"))

    def _cut(self) -> Iterator[Record]:
        self.window.part = self.window.part or 1
        closed = self._close(self.last, over=True)
        yield from closed.records
        part = self.window.part
        self.window.records.drop_contents()
        self._begin(closed, None)
        self.window.part = part + 1
        self.opens_midway = True

    def _begin(self, closed: Closed, opening: BoundaryRecord | None) -> None:
        before = self.window
        count = closed.found.count if closed.found is not None else 0
        if before.opening is None or closed.found is None:
            count += before.before_messages
        number = before.before_list if closed.number is None else closed.number
        self.earlier.drop_contents()
        self.earlier = before.records
        self.window = Window(opening, number, count, model=before.model)

    def _close(self, tip: Entry | None, *, over: bool) -> Closed:
        window = self.window
        splice = self._splice()
        way = Way(over or window.opening is not None, window.summary, splice)
        path = path_to(tip, way) if tip is not None and window.records.entries else []
        held = (window.records, self.earlier)
        messages = arranged(path, held)
        on_path = {part.line for parts in messages for part in parts} | {entry.line for entry in path}
        beside = [entry for entry in window.records.entries if entry.line not in on_path]
        found = self._list(path, messages, way, on_path, beside, over=over) if messages else None
        number = self.numbers.lists if found is not None else None
        self.numbers.lists += found is not None
        told: list[Record] = [*self._boundaries(number, path, messages, splice), *_notes(path, beside, way)]
        return Closed(found, number, told)

    def _splice(self) -> Splice | None:
        opening = self.window.opening
        if opening is None or opening.kept is None:
            return None
        head, tail = self.index.get(opening.kept.head), self.index.get(opening.kept.tail)
        anchor = self.index.get(opening.kept.anchor) or self.window.summary
        if head is None or tail is None or anchor is None or not head.content or not tail.content:
            return None
        return Splice(head, anchor, tail)

    def _list(
        self,
        path: Sequence[Entry],
        messages: Sequence[Sequence[Entry]],
        way: Way,
        on_path: set[int],
        beside: Sequence[Entry],
        *,
        over: bool,
    ) -> MessageList:
        first = path[0]
        lost = first.bridge is not None and not way.bridging
        broken = [_violation(BROKEN, 0, f"/lines/{first.line}/parentUuid")] if lost else []
        cut = not first.summary and (first.parent is not None or self.opens_midway or self.window.opening is not None)
        gemini = any(entry.key == "parts" for entry in path)
        return rebuilt(
            self._path(over=over),
            [turn_of(parts) for parts in messages],
            dialect=Dialect.GEMINI if gemini else Dialect.ANTHROPIC,
            model=self.window.model,
            standing=Standing(
                pending=pending(messages),
                reachable=tuple(sorted(on_path)),
                unreachable=tuple(entry.line for entry in beside),
                opens_midway=lost or cut,
                violations=(*broken, *self.window.twice),
            ),
        )

    def _path(self, *, over: bool) -> str:
        window, number = self.window, self.compactions
        name = self.name
        if number:
            name += ", after boundary" + (f" {number}" if number > 1 else "")
        elif over and not window.part:
            name += ", before boundary"
        return name + (f", part {window.part}" if window.part else "")

    def _boundaries(
        self, number: int | None, path: Sequence[Entry], messages: Sequence[Sequence[Entry]], splice: Splice | None
    ) -> Iterator[Record]:
        window = self.window
        if window.opening is not None:
            yield from self._opening(window.opening, number, path, messages, splice)
        for clearing in window.clearings:
            yield Boundary(
                kind="clearing",
                marker=clearing.marker,
                list=number,
                before_list=None,
                at=f"line {clearing.line + 1}",
                before_messages=None,
                after_messages=None,
                kept_messages=None,
                summary="absent",
                written_by="client",
                trigger=clearing.trigger,
                pre_tokens=clearing.pre_tokens,
            )

    def _opening(
        self,
        opening: BoundaryRecord,
        number: int | None,
        path: Sequence[Entry],
        messages: Sequence[Sequence[Entry]],
        splice: Splice | None,
    ) -> Iterator[Record]:
        window, summary = self.window, self.window.summary
        followed = summary is None or any(entry is summary for entry in path)
        kept = kept_in(path, messages, splice)
        text = plain_summary(text_of(text_in(summary))) if summary is not None else ""
        yield Boundary(
            kind="explicit",
            marker=opening.marker,
            list=number if followed else None,
            before_list=window.before_list,
            at=f"line {opening.line + 1}",
            before_messages=window.before_messages,
            after_messages=kept + (summary is not None) if number is not None and followed else None,
            kept_messages=kept if followed else None,
            summary="readable" if text else "absent",
            summary_text=text or None,
            written_by="client",
            trigger=opening.trigger,
            pre_tokens=opening.pre_tokens,
            prior_text=self.prior or None,
        )
        self.prior = text or self.prior
        if not followed:
            yield Note("boundary-off-path", f"line {opening.line + 1}")


def _notes(path: Sequence[Entry], beside: Sequence[Entry], way: Way) -> Iterator[Note]:
    for at, entry in enumerate(path):
        if entry.bridge is not None and at and path[at - 1] is entry.bridge:
            yield Note("gap-bridged", f"line {entry.line + 1}")
    if beside:
        yield Note("records-off-path", f"line {beside[0].line + 1}", f"{len(beside)} records")


def _violation(rule: str, position: int | None, pointer: str) -> Violation:
    return Violation(
        rule=rule,
        severity=Severity.WARNING,
        layers=("provider",),
        index=position,
        position=position,
        pointer=pointer,
        confidence=Confidence.FAIR,
    )
