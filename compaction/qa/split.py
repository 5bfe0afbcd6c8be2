"""Where the list is cut: before it is summarized, after it is kept. Never between a call and its result.

Source: qa-summarizer 1.6.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from compaction.qa.counting import Counter, tail_counts
from compaction.qa.messages import Message
from compaction.qa.pairs import Pair


@dataclass(frozen=True, slots=True)
class Split:
    """`index` is the first kept message; `counted` says that no tail fitted and the cut was made by count."""

    index: int
    counted: bool = False


def find_split(
    messages: Sequence[Message],
    pairs: Sequence[Pair],
    counter: Counter,
    *,
    tail_budget: int,
    preserve_recent: int,
) -> Split:
    """Return the earliest cut whose tail fits its budget, or else the cut by count."""
    last = max(len(messages) - preserve_recent, 0)
    boundaries = [place for place in range(1, last + 1) if is_boundary(messages, place)]
    slid = slides(len(messages), pairs)
    sums = list(accumulate((counter.count([message]) for message in reversed(messages)), initial=0))[::-1]
    count_tail = tail_counts(messages, counter)
    previous = 0
    for boundary in boundaries:
        place = slid[boundary]
        if place == previous:
            continue
        previous = place
        if sums[place] <= tail_budget and count_tail(place) <= tail_budget:
            return Split(place)
    return Split(_by_count(boundaries, slid), counted=True)


def is_boundary(messages: Sequence[Message], place: int) -> bool:
    """Return whether an assistant message ends there and a user message begins."""
    return messages[place - 1].role == "assistant" and messages[place].role == "user"


def slides(length: int, pairs: Sequence[Pair]) -> Sequence[int]:
    """Return for each place from 0 where a cut there has to move to, so that it separates no pair."""
    earliest = [length] * (length + 1)
    for pair in pairs:
        earliest[pair.result] = min(earliest[pair.result], pair.call)
    for place in range(length - 1, -1, -1):
        earliest[place] = min(earliest[place], earliest[place + 1])
    slid: list[int] = []
    for place in range(length + 1):
        slid.append(slid[earliest[place]] if earliest[place] < place else place)
    return slid


def _by_count(boundaries: Sequence[int], slid: Sequence[int]) -> int:
    for boundary in reversed(boundaries):
        if slid[boundary] == boundary:
            return boundary
    return max((slid[boundary] for boundary in boundaries), default=0)
