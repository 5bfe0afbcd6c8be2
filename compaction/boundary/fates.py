"""What became of every message, from either side.

Source: decisions 28; ux 8.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from compaction.boundary.links import Link, LinkKind, gaps, link
from compaction.boundary.sides import Message


class Fate(StrEnum):
    """One word a message. Summarised: inside a stretch that a summary replaces. Dropped: gone without one."""

    KEPT = "kept"
    SUMMARISED = "summarised"
    DROPPED = "dropped"
    REWRITTEN = "rewritten"
    MOVED = "moved"
    INSERTED = "inserted"


@dataclass(frozen=True, slots=True)
class MessageFate:
    """A message of one side; `others` are the positions on the other side where it went, or where it came from.

    A summarised message went into the messages inserted in its place, and those came from it.
    """

    position: int
    pointer: str
    fate: Fate
    others: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Fates:
    """The fate of each message, by position."""

    before: tuple[MessageFate, ...]
    after: tuple[MessageFate, ...]
    links: tuple[Link, ...]


_FATES = {LinkKind.KEPT: Fate.KEPT, LinkKind.MOVED: Fate.MOVED, LinkKind.REWRITTEN: Fate.REWRITTEN}


def tell_fates(before: Sequence[Message], after: Sequence[Message]) -> Fates:
    """Follow every message from one side to the other."""
    links = link(before, after)
    old: dict[int, tuple[Fate, tuple[int, ...]]] = {link.before: (_FATES[link.kind], (link.after,)) for link in links}
    new: dict[int, tuple[Fate, tuple[int, ...]]] = {link.after: (_FATES[link.kind], (link.before,)) for link in links}
    for gone_range, come_range in gaps(links, len(before), len(after)):
        gone = tuple(place for place in gone_range if place not in old)
        come = tuple(place for place in come_range if place not in new)
        old |= dict.fromkeys(gone, (Fate.SUMMARISED, come) if come else (Fate.DROPPED, ()))
        new |= dict.fromkeys(come, (Fate.INSERTED, gone))
    return Fates(
        tuple([MessageFate(message.position, message.pointer, *old[message.position]) for message in before]),
        tuple([MessageFate(message.position, message.pointer, *new[message.position]) for message in after]),
        links,
    )
