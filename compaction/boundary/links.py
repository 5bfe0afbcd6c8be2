"""Which message of one side is which of the other.

Equal messages belong together, in order as far as one order can hold. What is left belongs together by the ids of its
calls and results, or by its place between neighbours that stayed.

Source: message-shape 12.4; decisions 28.
"""

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from compaction.boundary.sides import Message

SAME_START = 20
"""Characters that a cut text shares with its whole."""


class LinkKind(StrEnum):
    """How a message came through."""

    KEPT = "kept"
    MOVED = "moved"
    REWRITTEN = "rewritten"


@dataclass(frozen=True, slots=True)
class Link:
    """A message before and the same one after, by position."""

    before: int
    after: int
    kind: LinkKind


def link(before: Sequence[Message], after: Sequence[Message]) -> tuple[Link, ...]:
    """The links of two lists, by position before."""
    links = _equal(before, after)
    links += _same_ids(_left(before, links, side=0), _left(after, links, side=1))
    links += _between_neighbours(before, after, links)
    return tuple(sorted(links, key=lambda link: link.before))


def gaps(links: Sequence[Link], before: int, after: int) -> Iterator[tuple[range, range]]:
    """The stretches between messages that kept their order, on both sides; `before` and `after` are the lengths."""
    previous = Link(-1, -1, LinkKind.KEPT)
    for fixed in [*_in_order(links), Link(before, after, LinkKind.KEPT)]:
        yield range(previous.before + 1, fixed.before), range(previous.after + 1, fixed.after)
        previous = fixed


def _equal(before: Sequence[Message], after: Sequence[Message]) -> list[Link]:
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    links = [Link(place, place, LinkKind.KEPT) for place in range(head)]
    links += [Link(len(before) - step, len(after) - step, LinkKind.KEPT) for step in range(1, tail + 1)]
    unused: dict[bytes, deque[int]] = defaultdict(deque)
    for place in range(head, len(before) - tail):
        unused[before[place].key].append(place)
    pairs = [
        (unused[after[place].key].popleft(), place)
        for place in range(head, len(after) - tail)
        if unused.get(after[place].key)
    ]
    kept = _longest_rise([place for place, _ in pairs])
    kinds = [LinkKind.KEPT if number in kept else LinkKind.MOVED for number in range(len(pairs))]
    return links + [Link(*pair, kind) for pair, kind in zip(pairs, kinds, strict=True)]


def _common(one: Sequence[Message], other: Sequence[Message]) -> int:
    pairs = zip(one, other, strict=False)
    return next(
        (place for place, (left, right) in enumerate(pairs) if left.key != right.key), min(len(one), len(other))
    )


def _longest_rise(places: Sequence[int]) -> set[int]:
    """The indices of a longest rising part of a sequence."""
    ends: list[int] = []
    last: list[int] = []
    previous: list[int | None] = []
    for number, place in enumerate(places):
        at = bisect_left(ends, place)
        previous.append(last[at - 1] if at else None)
        ends[at : at + 1] = [place]
        last[at : at + 1] = [number]
    rise: set[int] = set()
    current = last[-1] if last else None
    while current is not None:
        rise.add(current)
        current = previous[current]
    return rise


def _left(messages: Sequence[Message], links: Sequence[Link], *, side: int) -> list[Message]:
    used = {(link.before, link.after)[side] for link in links}
    return [message for message in messages if message.position not in used]


def _same_ids(before: Sequence[Message], after: Sequence[Message]) -> list[Link]:
    """Messages of one role that share the id of a call or a result."""
    owners = {(message.role, call_id): message.position for message in reversed(before) for call_id in message.ids}
    links: list[Link] = []
    used: set[int] = set()
    for message in after:
        owned = sorted({owners[message.role, call_id] for call_id in message.ids if (message.role, call_id) in owners})
        free = [place for place in owned if place not in used]
        if free:
            used.add(free[0])
            links.append(Link(free[0], message.position, LinkKind.REWRITTEN))
    return links


def _between_neighbours(before: Sequence[Message], after: Sequence[Message], links: Sequence[Link]) -> list[Link]:
    """As many messages on both sides of a stretch, role by role, each cut short, grown or emptied."""
    found: list[Link] = []
    taken_before, taken_after = {link.before for link in links}, {link.after for link in links}
    for old, new in gaps(links, len(before), len(after)):
        left = [before[place] for place in old if place not in taken_before]
        right = [after[place] for place in new if place not in taken_after]
        if len(left) == len(right) and all(_resembles(*pair) for pair in zip(left, right, strict=True)):
            found += [
                Link(one.position, other.position, LinkKind.REWRITTEN) for one, other in zip(left, right, strict=True)
            ]
    return found


def _resembles(before: Message, after: Message) -> bool:
    if before.role != after.role:
        return False
    if before.text is None or after.text is None:
        return before.text is after.text
    return after.blank or before.text[:SAME_START] == after.text[:SAME_START]


def _in_order(links: Sequence[Link]) -> list[Link]:
    """The links that leave the order as it was."""
    ordered = sorted(links, key=lambda link: link.before)
    fixed = [link for link in ordered if link.kind is not LinkKind.MOVED]
    rise = _longest_rise([link.after for link in fixed])
    return [link for number, link in enumerate(fixed) if number in rise]
