"""Which sentences of two texts are versions of each other, where they are not equal.

Sentences that share a rare word are compared; the number of comparisons grows with the text, not with its square.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain

from compaction.diff.sentences import Sentence, likeness

VERSION = 0.5
"""Likeness from which two sentences at one place are shown as one that changed."""

MOVED = 0.9
MOVED_WORDS = 6
COMMON = 25
"""A word that more sentences have says nothing about which belong together."""

SHARED = 0.25
"""Of its rare words, what a sentence shares with a version of it."""

CANDIDATES = 3


def pair_in_order(old: Sequence[Sentence], new: Sequence[Sentence]) -> list[tuple[int, int]]:
    """Pair changed sentences by place in both sequences, without crossings."""
    if len(old) == len(new) == 1:
        return [(0, 0)] if likeness(old[0], new[0]) >= VERSION else []
    best: dict[int, tuple[float, int]] = {}
    for place, (other, score) in _closest(old, new).items():
        if score >= VERSION and score > best.get(other, (0.0, 0))[0]:
            best[other] = (score, place)
    return rising(sorted((place, other) for other, (_, place) in best.items()))


def find_moves(old: Sequence[Sentence], new: Sequence[Sentence]) -> dict[int, int]:
    """Pair sentences of at least six words that are nearly the same, whatever their places: new by old."""
    long_old = [place for place, sentence in enumerate(old) if len(sentence.words) >= MOVED_WORDS]
    long_new = [place for place, sentence in enumerate(new) if len(sentence.words) >= MOVED_WORDS]
    closest = _closest([old[place] for place in long_old], [new[place] for place in long_new])
    moves: dict[int, int] = {}
    taken: set[int] = set()
    for place, (other, score) in closest.items():
        if score >= MOVED and other not in taken:
            taken.add(other)
            moves[long_old[place]] = long_new[other]
    return moves


def _closest(old: Sequence[Sentence], new: Sequence[Sentence]) -> Mapping[int, tuple[int, float]]:
    """For each old sentence the most alike new one; the first of two equals."""
    having: dict[str, list[int]] = defaultdict(list)
    for place, sentence in enumerate(new):
        for word in set(sentence.words):
            having[word].append(place)
    found = {}
    for place, sentence in enumerate(old):
        lists = [having.get(word, []) for word in sorted(set(sentence.words))]
        rare = [places for places in lists if len(places) <= COMMON]
        shared = Counter(chain.from_iterable(rare))
        likely = [other for other, count in shared.items() if SHARED * len(rare) <= count]
        likely.sort(key=lambda other: (-shared[other], abs(other - place)))
        scores = [(likeness(sentence, new[other]), other) for other in likely[:CANDIDATES]]
        if scores:
            score, other = max(scores, key=lambda pair: pair[0])
            found[place] = (other, score)
    return found


def rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most pairs that do not cross; the first of each pair rises already."""
    ends: list[int] = []
    last: list[int] = []
    previous: list[int] = []
    for number, (_, other) in enumerate(pairs):
        at = bisect_left(ends, other)
        previous.append(last[at - 1] if at else -1)
        ends[at : at + 1] = [other]
        last[at : at + 1] = [number]
    rise: list[tuple[int, int]] = []
    current = last[-1] if last else -1
    while current >= 0:
        rise.append(pairs[current])
        current = previous[current]
    return rise[::-1]
