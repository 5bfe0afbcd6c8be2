"""What the searches share: what they look at, and what they find."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from compaction.redaction.undo import safe_cut, string_end

REACH = 16 * 1024
"""Bytes that a search may look ahead of the place where it was rung."""

BEHIND = 1024
"""Bytes that a search may look back."""

LONGEST = 8 * 1024
"""Bytes of one secret; a longer value gets several markers."""

LEVELS = (0, 1, 3, 7, 15)
"""Backslashes before a quote, by depth of nesting: JSON in JSON in JSON."""

# Atomic, like every group that is repeated possessively: before Python 3.11.5 a last round that fails would otherwise
# keep what it took.
SPACE = rb"(?>[ \t\r\n]|\\{1,15}[nrt])"


@dataclass(frozen=True, slots=True)
class View:
    """The bytes at hand, escapes undone, and the same in lower case. `last` when nothing follows."""

    text: bytes
    low: bytes
    last: bool


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes to mask, and what is to be looked at next. An empty kind leaves the bytes as they are."""

    start: int
    end: int
    kind: str
    then: tuple["Candidate", ...] = ()


Look: TypeAlias = "Callable[[View, int], Span | tuple[Candidate, ...] | None]"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place worth a precise look."""

    place: int
    look: Look

    def moved(self, by: int) -> "Candidate":
        """Return the same candidate after `by` bytes were dropped from the front."""
        return Candidate(self.place - by, self.look)


Search: TypeAlias = "Callable[[View, int, int], Iterator[Candidate]]"

_NEXT_VALUE = re.compile(SPACE + rb"{0,32}+," + SPACE + rb"{0,32}+(?P<quote>\\{0,15}\")")


def whole_string(kind: str, slashes: int, listed: bool) -> Look:
    """Return a look that masks the string beginning right there, to its closing quote, whatever it holds.

    With `listed` the strings that follow it in the same list are masked too.
    """

    def look(view: View, start: int) -> Span | None:
        end = string_end(view.text, start, slashes, start + LONGEST)
        if end >= 0:
            follow = _following(view, end, kind, slashes) if listed else ()
            return Span(start, end, kind, follow)
        if len(view.text) > start + LONGEST:
            cut = max(safe_cut(view.text, start + LONGEST), start + 1)
            return Span(start, cut, kind, (Candidate(cut, look),))
        return Span(start, len(view.text), kind)

    return look


def _following(view: View, end: int, kind: str, slashes: int) -> tuple[Candidate, ...]:
    after = _NEXT_VALUE.match(view.text, end + slashes + 1)
    if not after or len(after["quote"]) != slashes + 1:
        return ()
    return (Candidate(after.end(), whole_string(kind, slashes, True)),)
