"""A comparison of two summaries, drawn: one row a sentence, for every way to show it.

Source: ux 15.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import TypeAlias

from compaction.diff import Change, Diff, Kind, Range, SectionDiff, diff
from compaction.diff.sections import START
from compaction.diff.sentences import sentences
from webui.common.words import plural
from webui.runs.comparing import Mark
from webui.runs.views.diff_rows import Bit, Row, Section, Tally, counted, ticked, within_budget
from webui.runs.views.faults import SECTION_TITLES

LONGEST = 12_000
"""Characters of one folded stretch that are drawn."""


Known: TypeAlias = Callable[[str, str, str], str]
Read: TypeAlias = Callable[[Sequence[str]], Set[str]]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The whole comparison. `risks` are lines of the old text that have no counterpart in the new one.

    `total` counts the changes, `unread` those of sections that this person has not read; `first` is the anchor of the
    first of these that is drawn.
    """

    sections: Sequence[Section]
    said: str
    total: int
    unread: int
    first: str
    equal: bool
    limit: str = ""
    risks: Sequence[str] = ()
    words: tuple[int, int] = (0, 0)


@dataclass(slots=True)
class _Pen:
    """What drawing a section needs to know."""

    old: str
    new: str
    marks: Sequence[Mark]
    titles: dict[int, tuple[str, str]]
    carried: bool
    raw: bool
    known: Known
    lead: str = ""


def draw(
    old: str,
    new: str,
    *,
    marks: Sequence[Mark] = (),
    carried: bool = False,
    raw: bool = False,
    known: Known = lambda *texts: "",
    read: Read = lambda marks: frozenset(),
) -> Drawn:
    """Compare and draw. `marks` are folded facts of the new text; `carried` that the old one's lines are at risk.

    `raw` shows white space that changed, too. A section is `known` by its name and both its texts; `read` says which of
    those a person has read.
    """
    found = diff(old, new)
    pen = _Pen(old, new, marks, _titles(found), carried, raw, known)
    total = Tally()
    told = [_section(section, number, pen, total) for number, section in enumerate(found.sections)]
    shown = [one for one in told if one.changed or one.rows or not one.captured]
    risks = [text for at in found.at_risk if (text := old[slice(*at)].strip()) and not START.fullmatch(text)]
    return replace(
        finished(shown, total, read),
        limit=found.limit.sentence,
        risks=risks if carried else (),
        words=(len(old.split()), len(new.split())),
    )


def within(old: str, new: str, total: Tally, *, number: int, raw: bool = False) -> list[Section]:
    """Compare and draw two texts that are part of something larger; its sections are numbered from `number`."""
    found = diff(old, new)
    pen = _Pen(old, new, (), _titles(found), False, raw, lambda *texts: "", f"{number}-")
    return [_section(section, at, pen, total) for at, section in enumerate(found.sections, number)]


def finished(told: Sequence[Section], total: Tally, read: Read) -> Drawn:
    """Number the changes, leave out what is too much, and say what was read."""
    sections = counted(told)
    drawn = ticked(within_budget(sections), read([one.mark for one in sections if one.changed]))
    ahead = [row.anchor for one in drawn if not one.read for row in one.rows if row.nth]
    return Drawn(
        sections=drawn,
        said=total.words,
        total=total.total,
        unread=sum(one.changes for one in drawn if not one.read),
        first=next(iter(ahead), ""),
        equal=not total.words,
    )


def _titles(found: Diff) -> dict[int, tuple[str, str]]:
    """By number of a move, the titles of the sections that it leaves and reaches."""
    ends: dict[int, list[str]] = {}
    for section in found.sections:
        for change in section.changes:
            if change.move is not None:
                at = 0 if change.kind is Kind.MOVED_FROM else 1
                ends.setdefault(change.move, ["", ""])[at] = _title(section)
    return {number: (one, other) for number, (one, other) in ends.items()}


def _title(section: SectionDiff) -> str:
    name = section.name
    return SECTION_TITLES.get(name, name[:1].upper() + name[1:]) or "Text"


def _section(section: SectionDiff, number: int, pen: _Pen, total: Tally) -> Section:
    tally = Tally()
    for change in section.changes:
        if not (change.spacing or _is_heading(change, section, pen)):
            tally.add(change.kind)
            total.add(change.kind)
    rows = list(_rows(section, pen))
    left = any(change.kind is Kind.MOVED_FROM for change in section.changes)
    equal = sum(len(bit.text.split()) for row in rows for bit in row.both)
    alone = section.old is None or section.new is None
    same = "white space alone" if any(change.spacing for change in section.changes) else "unchanged"
    words = tally.words or ("moved away" if left else "empty" if alone else f"{same} · {plural(equal, 'word')}")
    return Section(
        anchor=f"d-{number}",
        title=_title(section),
        captured=section.name not in SECTION_TITLES and bool(section.name),
        rows=rows,
        said=words,
        changed=section.changed,
        limit=section.limit.sentence,
        gone=section.new is None,
        new=section.old is None,
        changes=tally.total,
        mark=pen.known(section.name, _text(pen.old, section.old), _text(pen.new, section.new)),
    )


def _text(text: str, at: Range | None) -> str:
    return text[slice(*at)] if at else ""


def _is_heading(change: Change, section: SectionDiff, pen: _Pen) -> bool:
    """Whether a change is the heading's own line, which stands in the title already."""
    text, at = (pen.new, change.new) if change.new else (pen.old, change.old)
    whole = section.new if change.new else section.old
    return bool(at and whole and at.start == whole.start and START.fullmatch(text[slice(*at)].strip()))


def _rows(section: SectionDiff, pen: _Pen) -> Iterator[Row]:
    """Runs of equal sentences are folded but for the one beside a change."""
    same: list[Row] = []
    first = True
    for change in section.changes:
        if change.kind is Kind.EQUAL or (change.spacing and not pen.raw):
            same += _same(change, section, pen)
        elif not _is_heading(change, section, pen):
            yield from _folded(same, head=not first, tail=True)
            same, first = [], False
            yield _changed(change, pen)
    yield from _folded(same, head=not first, tail=False, least=1 if first else 2)


def _same(change: Change, section: SectionDiff, pen: _Pen) -> Iterator[Row]:
    for sentence in sentences(pen.new, change.new) if change.new else ():
        text = pen.new[slice(*sentence.range)].strip()
        opens = section.new is not None and sentence.range.start == section.new.start
        if text and not (opens and START.fullmatch(text)):
            bits = (Bit(text),)
            yield Row("same", bits, bits, bits, facts=_facts(sentence.range, pen))


def _folded(rows: list[Row], *, head: bool, tail: bool, least: int = 2) -> Iterator[Row]:
    """A row at each end that touches a change stays; what is between is folded if there is enough of it."""
    start, stop = int(head), len(rows) - int(tail)
    if stop - start < least:
        yield from rows
        return
    yield from rows[:start]
    hidden = rows[start:stop]
    text = "\n".join(row.both[0].text for row in hidden)
    facts = tuple(number for row in hidden for number in row.facts)
    bits = (Bit(text[:LONGEST]),)
    said = f"unchanged · {plural(len(hidden), 'line')} · {plural(len(text.split()), 'word')}"
    yield Row("fold", bits, bits, bits, words=said, cut=len(text) > LONGEST, facts=facts)
    yield from rows[stop:]


def _changed(change: Change, pen: _Pen) -> Row:
    old, new = _text(pen.old, change.old), _text(pen.new, change.new)
    if change.spacing:
        return Row("spacing", (Bit(old, "del"), Bit(new, "ins")), (Bit(old, "del"),), (Bit(new, "ins"),))
    old, new = old.strip(), new.strip()
    bits: tuple[Bit, ...]
    match change.kind:
        case Kind.INSERT:
            bits = (Bit(new, "ins"),)
            return Row("added", bits, (), bits, facts=_facts(change.new, pen))
        case Kind.DELETE:
            bits = (Bit(old, "del"),)
            return Row("removed", bits, bits, (), risk=pen.carried)
        case Kind.MOVED_FROM:
            bits = (Bit(old, "moved"),)
            return replace(_end(change, pen, to=True), both=bits, old=bits)
        case Kind.MOVED_TO:
            bits = tuple(_words(change, pen, "moved")) or (Bit(new, "moved"),)
            kept = tuple(bit for bit in bits if bit.kind != "del")
            return replace(_end(change, pen, to=False), both=bits, new=kept, facts=_facts(change.new, pen))
    bits = tuple(_words(change, pen)) or (Bit(old, "del"), Bit(" "), Bit(new, "ins"))
    return Row(
        "changed",
        bits,
        tuple(bit for bit in bits if bit.kind != "ins"),
        tuple(bit for bit in bits if bit.kind != "del"),
        facts=_facts(change.new, pen),
    )


def _end(change: Change, pen: _Pen, *, to: bool) -> Row:
    number = change.move or 0
    here, there = ("from", "to") if to else ("to", "from")
    title = pen.titles.get(number, ("", ""))[1 if to else 0]
    return Row(
        "left" if to else "came",
        (),
        anchor=f"mv-{pen.lead}{number}-{here}",
        target=f"mv-{pen.lead}{number}-{there}",
        title=title,
    )


def _words(change: Change, pen: _Pen, same: str = "") -> list[Bit]:
    """The words of a sentence; the line break behind it is none of them."""
    bits = list(_bits(change, pen, same))
    while bits and not bits[-1].text.strip():
        bits.pop()
    return [*bits[:-1], replace(bits[-1], text=bits[-1].text.rstrip())] if bits else []


def _bits(change: Change, pen: _Pen, same: str) -> Iterator[Bit]:
    for word in change.words:
        if word.kind is Kind.EQUAL:
            yield Bit(pen.new[slice(*word.new)] if word.new else "", same)
            continue
        if word.old:
            yield Bit(pen.old[slice(*word.old)], "del")
        if word.new:
            yield Bit(pen.new[slice(*word.new)], "ins")


def _facts(at: Range | None, pen: _Pen) -> tuple[int, ...]:
    return tuple(_touching(pen.marks, at)) if at else ()


def _touching(marks: Iterable[Mark], at: Range) -> Iterator[int]:
    return (mark.number for mark in marks if mark.start < at.end and mark.end > at.start)
