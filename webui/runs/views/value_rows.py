"""Two messages compared as JSON, drawn: one section a place whose value changed, strings word by word.

Source: ux 15.
"""

from collections.abc import Iterator
from dataclasses import replace

from compaction.diff import Kind, Limit, ValueChange, compare_values
from webui.common.words import plural
from webui.runs.views import differences
from webui.runs.views.diff_rows import Bit, Row, Section, Tally
from webui.runs.views.differences import Drawn, Known, Read

LONGEST = 2_000
"""Characters of one value that are drawn, unless it is text that is compared by its words."""

MOST_COMPARED = 400_000
"""Characters of text that one page compares by words."""

MOST = 2_000_000
"""Characters of one message; beyond, it is not compared."""

WHOLE = "The whole message"


def draw(old: str, new: str, *, raw: bool, known: Known, read: Read) -> Drawn | None:
    """Compare and draw two messages; None where they are too long, or one is no JSON. `raw` tells of order, too."""
    changes = changes_of(old, new, raw=raw)
    if changes is None:
        return None
    total = Tally()
    sections = list(_sections(changes, total, raw, known))
    limits = {one.limit for one in sections}
    found = differences.finished(sections, total, read)
    return replace(found, limit=next((one.sentence for one in reversed(Limit) if one.sentence in limits), ""))


def changes_of(old: str, new: str, *, raw: bool) -> tuple[ValueChange, ...] | None:
    """Compare two messages; None where they are too long, or one is no JSON."""
    if max(len(old), len(new)) > MOST:
        return None
    try:
        return compare_values(old, new, raw=raw)
    except ValueError:
        return None


def _sections(changes: tuple[ValueChange, ...], total: Tally, raw: bool, known: Known) -> Iterator[Section]:
    number = compared = 0
    for change in changes:
        size = len(change.old or "") + len(change.new or "")
        if change.kind is Kind.REPLACE and change.text and compared + size <= MOST_COMPARED:
            compared += size
            found = differences.within(change.old or "", change.new or "", total, number=number, raw=raw)
            sections = [_named(one, change, known) for one in found]
        else:
            sections = [_section(change, number, total, known)]
        number += len(sections)
        yield from sections


def _named(section: Section, change: ValueChange, known: Known) -> Section:
    """A section of a text, by the place where the text stands."""
    title = change.path or WHOLE
    whole = title if section.title == "Text" else f"{title} · {section.title}"
    mark = known(whole, change.old or "", change.new or "")
    return replace(section, title=whole, captured=True, gone=False, new=False, mark=mark)


def _section(change: ValueChange, number: int, total: Tally, known: Known) -> Section:
    tally = Tally()
    if not change.note:
        tally.add(change.kind)
        total.add(change.kind)
    too_long = change.kind is Kind.REPLACE and change.text
    return Section(
        anchor=f"d-{number}",
        title=change.path or WHOLE,
        captured=True,
        rows=[_row(change)],
        said=tally.words or "the same but for the order of names, or how it is written",
        changed=not change.note,
        limit=Limit.NOTHING.sentence if too_long else "",
        gone=False,
        new=False,
        changes=tally.total,
        mark=known(change.path, change.old or change.source, change.new or ""),
    )


def _row(change: ValueChange) -> Row:
    gone = (Bit(_short(change.old), "del"),) if change.old is not None else ()
    come = (Bit(_short(change.new), "ins"),) if change.new is not None else ()
    both = (*gone, Bit(" "), *come) if gone and come else (*gone, *come)
    match change.kind:
        case Kind.INSERT:
            return Row("added", both, gone, come)
        case Kind.DELETE:
            return Row("removed", both, gone, come)
        case Kind.MOVED_TO:
            bits = (Bit(f"stands here now, before at {change.source}", "moved"),)
            return Row("came", bits, (), bits)
    return Row("spacing" if change.note else "changed", both, gone, come)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({plural(len(text), 'character')} in all)"
