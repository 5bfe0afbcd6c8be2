"""One side of a compaction, as far as two sides are compared: messages as uploaded, and entries as the rules see them.

Source: message-shape 3 and 12.4.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from compaction.shape.rules.non_empty_content import is_blank

MADE_UP = "\0"
"""Begins the id of a pair that the provider tells by order and name alone; no other list knows it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the normalized list; `position` is that of its message, `key` is equal for equal content.

    `calls` are ids, `call_pointers` where they stand. `part` tells it from the other entries of its message, if there
    may be others. `follows` says that the model made a call right before it, in the same turn.
    """

    role: str
    calls: tuple[str | None, ...]
    call_pointers: tuple[str, ...]
    result_id: str | None
    position: int
    pointer: str
    key: bytes
    part: str | None = None
    follows: bool = False


class Half(NamedTuple):
    """A call or a result: the entry that holds it, and its pointer."""

    entry: int
    pointer: str


@dataclass(frozen=True, slots=True)
class Message:
    """One uploaded message. `ids` are those of its calls and results; `text` is None where more than text is held.

    `pointer` is its JSON Pointer in the body.
    """

    position: int
    role: str
    key: bytes
    ids: frozenset[str]
    text: str | None
    pointer: str

    @property
    def blank(self) -> bool:
        """Whether it holds text alone, and no word of it."""
        return self.text is not None and is_blank(self.text)


@dataclass(frozen=True, slots=True)
class Side:
    """Messages in order of the upload and entries in order of the normalized list.

    `calls` and `results` give the halves of pairs by id, `ids` the id that a pointer stands for.
    """

    messages: tuple[Message, ...]
    entries: tuple[Entry, ...]
    calls: Mapping[str, Sequence[Half]]
    results: Mapping[str, Sequence[Half]]
    ids: Mapping[str, str]

    def id_at(self, pointer: str) -> str | None:
        """The id of the innermost call or result that a pointer stands for, or points into."""
        return next((self.ids[place] for place in outward(pointer) if place in self.ids), None)


def outward(pointer: str) -> Iterator[str]:
    """The pointer, and all that it points into, innermost first."""
    while pointer:
        yield pointer
        pointer = pointer.rpartition("/")[0]


class Told(NamedTuple):
    """What is known of a message before its ids are gathered."""

    role: str
    key: bytes
    text: str | None


def assemble(told: Sequence[Told], entries: Sequence[Entry], list_key: str) -> Side:
    """Bring messages and entries together. An id that was made up for a pair begins with `MADE_UP`."""
    calls = [
        (call_id, Half(place, pointer))
        for place, entry in enumerate(entries)
        for call_id, pointer in zip(entry.calls, entry.call_pointers, strict=True)
    ]
    results = [(entry.result_id, Half(place, entry.pointer)) for place, entry in enumerate(entries)]
    ids: dict[int, set[str]] = {}
    for call_id, half in calls + results:
        if call_id and not call_id.startswith(MADE_UP):
            ids.setdefault(entries[half.entry].position, set()).add(call_id)
    return Side(
        tuple(
            [
                Message(place, one.role, one.key, frozenset(ids.get(place, ())), one.text, f"/{list_key}/{place}")
                for place, one in enumerate(told)
            ]
        ),
        tuple(entries),
        _by_id(calls),
        _by_id(results),
        {half.pointer: call_id for call_id, half in calls + results if call_id},
    )


def _by_id(halves: Iterable[tuple[str | None, Half]]) -> Mapping[str, Sequence[Half]]:
    found: dict[str, list[Half]] = {}
    for call_id, half in halves:
        if call_id:
            found.setdefault(call_id, []).append(half)
    return found
