"""What the events of a stream tell once their pieces are joined."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from compaction.transcripts import Dialect


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a stream. `number` counts from 1, comments left out; `value` is None where it holds no object."""

    number: int
    value: Mapping[str, object] | None
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Joined:
    """An answer: the native elements of its dialect's list.

    `complete` says that the stream had its end; `compaction_at` is the event where a compaction block or item begins.
    """

    dialect: Dialect
    elements: tuple[Mapping[str, object], ...] = field(repr=False)
    complete: bool
    compaction_at: int | None = None
    model: str = ""
    stop: str = ""


@dataclass(slots=True)
class Pieces:
    """Texts that come in pieces, by place."""

    held: dict[tuple[object, ...], list[str]] = field(default_factory=dict)

    def add(self, place: tuple[object, ...], piece: object) -> None:
        """Take the next piece; what is no text is none."""
        if isinstance(piece, str):
            self.held.setdefault(place, []).append(piece)

    def text(self, *place: object) -> str | None:
        """Return what came at a place, or nothing."""
        held = self.held.get(place)
        return None if held is None else "".join(held)


def of(value: object, name: str) -> Mapping[str, object]:
    """Return a member that is an object, else an empty one."""
    inner = value.get(name) if isinstance(value, Mapping) else None
    return inner if isinstance(inner, Mapping) else {}


def text_of(value: object, name: str) -> str:
    """Return a member that is a text, else an empty one."""
    inner = value.get(name) if isinstance(value, Mapping) else None
    return inner if isinstance(inner, str) else ""


def number_of(value: Mapping[str, object], name: str, otherwise: int = 0) -> int:
    """Return a member that is a number."""
    inner = value.get(name)
    return inner if isinstance(inner, int) else otherwise
