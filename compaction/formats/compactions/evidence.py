"""Whether one list is what a compaction left of another.

Source: wire-formats 6.2.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from compaction.formats.compactions.conversations import Chain, Listed
from compaction.formats.compactions.summaries import LONG, holds_answer, looks_like_summary, texts_of
from compaction.transcripts import Message

SUFFIX = 2
"""Messages at the end of a list that come back at least."""

SHRUNK = 0.7
ANSWERED = "summariser call whose answer opens the next list"
OPENED = "summary-like first user text"
SHARED = "shared suffix"


@dataclass(frozen=True, slots=True)
class Tail:
    """The last messages of a list, `length` of them from `before`, that stand in a later one from `after`."""

    before: int
    after: int
    length: int


@dataclass(frozen=True, slots=True)
class Find:
    """A compaction: how it shows, how much is kept, and the summary that was put in, None where there is none.

    `strength` orders finds in several conversations.
    """

    chain: Chain
    marker: str
    kept: int
    summary: str | None = field(repr=False)
    strength: tuple[int, int]


def compare(chain: Chain, later: Listed, messages: Sequence[Message], answers: Sequence[str]) -> Find | None:
    """Compare a conversation with a list that does not continue it; `messages` are all of that list.

    `answers` are what calls that asked for a summary, in lists of their own, were answered.
    """
    earlier = chain.last
    same = _common(earlier.keys, later.keys)
    tail = find_tail(earlier, later, same)
    if not _is_smaller(earlier, later, tail):
        return None
    old = frozenset(earlier.keys)
    start, stop = (tail.after, tail.after + tail.length) if tail else (len(later.keys), len(later.keys))
    put_in = [at for at in range(same, start) if later.keys[at] not in old]
    fresh = [*put_in, *[at for at in range(stop, len(later.keys)) if later.keys[at] not in old]]
    kept = stop - len(put_in)
    texts = [(at, text) for at in fresh for text in texts_of(messages[later.places[at]])]
    answered = _first(text for _, text in texts if chain.answer and holds_answer(text, chain.answer))
    opening = _opening(later, texts, answers)
    summary = answered or opening or _first(text for _, text in texts if tail and looks_like_summary(text))
    if summary is None:
        if tail is None or tail.after >= tail.before:
            return None
        summary = max([text for at, text in texts if at < start], key=len, default=None)
    shown = " and ".join([SHARED] * bool(tail) + [OPENED] * bool(opening))
    strength = (2 if answered else 1 if tail else 0, tail.length if tail else 0)
    return Find(chain, ANSWERED if answered else shown, kept, summary, strength)


def find_tail(earlier: Listed, later: Listed, same: int) -> Tail | None:
    """Find the end of a list in a later one, behind the `same` messages with which both begin.

    The last message, if a user's, may be another one by then.
    """
    for end in sorted({len(earlier.keys), earlier.settled}, reverse=True):
        last = _last_place(later.keys, earlier.keys[end - 1]) if end else None
        if last is None:
            continue
        length = _common(earlier.keys[:end][::-1], later.keys[: last + 1][::-1])
        tail = Tail(end - length, last + 1 - length, length)
        if length >= SUFFIX and tail.before > same and tail.after >= same:
            return tail
    return None


def _last_place(keys: Sequence[bytes], key: bytes) -> int | None:
    return next((at for at in range(len(keys) - 1, -1, -1) if keys[at] == key), None)


def _common(one: Sequence[bytes], other: Sequence[bytes]) -> int:
    """Return how many members both begin with. By halves: comparing slices is fast."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def _is_smaller(earlier: Listed, later: Listed, tail: Tail | None) -> bool:
    """Say whether a list is shorter than the other was; behind the tail stands what came since."""
    stop, end = (tail.after + tail.length, tail.before + tail.length) if tail else (len(later.keys), len(earlier.keys))
    if stop < end:
        return True
    sizes = [sum([one.size for one in side]) for side in (later.prints[:stop], earlier.prints[:end])]
    return sizes[0] < SHRUNK * sizes[1]


def _opening(later: Listed, texts: Sequence[tuple[int, str]], answers: Sequence[str]) -> str | None:
    """Return the first user text of a list, if it is new and a summary."""
    first = next((at for at, one in enumerate(later.prints) if one.role == "user"), None)
    long = (text for at, text in texts if at == first and len(text) > LONG)
    return _first(text for text in long if looks_like_summary(text) or any(holds_answer(text, one) for one in answers))


def _first(texts: Iterator[str]) -> str | None:
    return next(texts, None)
