"""Results in front of the cut that ride along word for word, with the messages of their calls.

Source: qa-summarizer 1.7.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from compaction.qa.counting import Counter
from compaction.qa.messages import Message
from compaction.qa.pairs import Pair


def find_riders(
    messages: Sequence[Message], pairs: Sequence[Pair], counter: Counter, *, split: int, room: int
) -> tuple[int, ...]:
    """Return the places of the messages that ride along, ascending; the newest come first while `room` tokens last."""
    partners = _partners(pair for pair in pairs if pair.result < split)
    taken: set[int] = set()
    for place in sorted({pair.result for pair in pairs if pair.durable and pair.result < split}, reverse=True):
        group = _closed(place, partners) - taken
        cost = counter.count([messages[member] for member in sorted(group)])
        if cost > room:
            break
        taken |= group
        room -= cost
    return tuple(sorted(taken))


def _partners(pairs: Iterable[Pair]) -> Mapping[int, set[int]]:
    partners: defaultdict[int, set[int]] = defaultdict(set)
    for pair in pairs:
        partners[pair.call].add(pair.result)
        partners[pair.result].add(pair.call)
    return partners


def _closed(place: int, partners: Mapping[int, set[int]]) -> set[int]:
    """All messages that a message cannot go without, itself included."""
    group, waiting = {place}, [place]
    while waiting:
        added = partners[waiting.pop()] - group
        group |= added
        waiting.extend(added)
    return group
