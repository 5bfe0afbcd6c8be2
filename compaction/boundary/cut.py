"""Where a summary goes: the arithmetic of a correct cut.

Source: message-shape 12.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

DEFAULT_KEEP_LAST = 3
DEFAULT_KEEP_FIRST = 1


class Turn(Protocol):
    """What the arithmetic asks of an entry of the normalized list."""

    @property
    def role(self) -> str:
        """The role; results have `tool`."""
        ...

    @property
    def calls(self) -> Sequence[object]:
        """The calls that the entry makes."""
        ...

    @property
    def follows(self) -> bool:
        """Whether the model made a call right before it, in the same turn: lists of items have an entry for each."""
        ...


@dataclass(frozen=True, slots=True)
class Cut:
    """Entries [0, head) stay, [start, end) give way to one summary, [end, n) stay."""

    head: int
    start: int
    end: int

    @property
    def untouched(self) -> bool:
        """Whether there is nothing to replace."""
        return self.end <= self.start


def find_cut(
    entries: Sequence[Turn], *, keep_last: int = DEFAULT_KEEP_LAST, keep_first: int = DEFAULT_KEEP_FIRST
) -> Cut:
    """The cut that keeps at most `keep_last` entries at the tail and `keep_first` at the head, and splits no exchange.

    A head never ends on an assistant turn with calls. An end that would stand on a result moves forward past it.

    Raises: ValueError, for a negative `keep_first`.
    """
    if keep_first < 0:
        raise ValueError("keep_first is not negative")
    head = _head(entries, keep_first)
    end = max(head, min(len(entries) - keep_last, len(entries)))
    return Cut(head, head, align(entries, end))


def align(entries: Sequence[Turn], end: int) -> int:
    """The first place from `end` on that does not hold a result, nor stands between a call and its result."""
    while end < len(entries) and (entries[end].role == "tool" or entries[end].follows):
        end += 1
    return end


def _head(entries: Sequence[Turn], keep_first: int) -> int:
    head = min(keep_first, len(entries))
    while head and entries[head - 1].role == "assistant" and entries[head - 1].calls:
        head -= 1
    return head
