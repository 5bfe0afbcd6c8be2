"""Which sentences to take: the most new facts for the fewest characters, the newest value first."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush

from webui.llm.extractive import facts
from webui.llm.extractive.facts import Told
from webui.llm.extractive.material import Sentence

OVERHEAD = 30
"""Characters that a sentence costs besides its own and its frame: the reader's attention."""
SOURCES = {"user": 1.15, "assistant": 1.0, "prior": 1.15, "system": 0.9, "result": 0.35, "thought": 0.5, "calls": 0.2}
STATED = {"user": 2.5, "prior": 2.5, "assistant": 1.5}
"""What it weighs that somebody says so, whatever it is."""
OUTDATED = 0.5
ASIDE = 0.35
"""For questions, and for what the agent says that it is about to do."""
BARE = 0.3
"""How new a sentence is that has no words, only values."""


def tell(sentences: Sequence[Sentence]) -> list[Told]:
    """Return what the sentences tell, weighted by place and source; what was said twice counts at its last place."""
    last = {facts.fold(sentence.text): sentence.place for sentence in sentences if sentence.source != "calls"}
    unique = [
        facts.told(sentence)
        for sentence in sentences
        if last.get(facts.fold(sentence.text), sentence.place) == sentence.place
    ]
    newest = _newest(unique)
    known = Counter(word for one in unique for word in _words(one) if one.sentence.source != "prior")
    end = max((sentence.place for sentence in sentences), default=0) + 1
    first = next((sentence.place for sentence in sentences if sentence.source in ("user", "prior")), None)
    return [
        _weighted(one, _current(one, newest), _factor(one, known, end), is_task=one.sentence.place == first)
        for one in unique
    ]


def pick(
    told: Iterable[Told],
    room: int,
    known: Iterable[str] = (),
    *,
    most: int | None = None,
    frame: int = 3,
    evenly: bool = False,
) -> list[Told]:
    """Return sentences that take at most `room` characters, each with its frame, best first.

    `known` are keys of facts that need no telling; `evenly` weighs facts more alike, where few can be told. Ties are
    broken by place, the newest first.
    """
    have = set(known)
    rows = list(told)
    power = 0.5 if evenly else 1.0

    def rank(place: int) -> tuple[float, int, int]:
        one = rows[place]
        return -_gain(one, have, power) / (len(one.text) + frame + OVERHEAD), -one.sentence.place, place

    # What a sentence adds only shrinks, so that one which is still first after another look is the best of all.
    heap = [rank(place) for place, one in enumerate(rows) if one.facts]
    heapify(heap)
    chosen: list[Told] = []
    while heap and (most is None or len(chosen) < most):
        place = heappop(heap)[2]
        one, entry = rows[place], rank(place)
        if entry[0] >= 0 or len(one.text) + frame > room:
            continue
        if heap and entry > heap[0]:
            heappush(heap, entry)
            continue
        chosen.append(one)
        have |= one.facts.keys()
        room -= len(one.text) + frame
    return chosen


def keys_of(text: str) -> set[str]:
    """Return the keys of all facts that a text tells, whatever its layout."""
    found: set[str] = set()
    for line in text.split("\n"):
        found |= {key for key, _ in facts.values(line)}
    return found


def _gain(one: Told, have: set[str], power: float) -> float:
    return sum(weight**power for key, weight in one.facts.items() if key not in have)


def _newest(told: Sequence[Told]) -> dict[str, int]:
    """Return the last place at which each subject and each setting was spoken of."""
    found: dict[str, int] = {}
    for one in told:
        for subject in _subjects(one):
            found[subject] = max(found.get(subject, -1), one.sentence.place)
    return found


def _subjects(one: Told) -> list[str]:
    named = [f"{name}=" for name in facts.settings(one.text)]
    return [*named, one.subject] if "#" in one.subject and len(one.subject.split()) > 2 else named


def _words(one: Told) -> frozenset[str]:
    """Return the plain words that carry meaning, values left out."""
    return frozenset(word.casefold() for word in facts.content_words(facts.plain(one.text)))


def _factor(one: Told, known: Mapping[str, int], end: int) -> float:
    """Return what a sentence is worth by who says it, how late, and how seldom its words are said."""
    source = one.sentence.source
    factor = SOURCES.get(source, 1.0) * (0.9 + 0.2 * one.sentence.place / end)
    if source == "prior":
        return factor
    if one.kind:
        return max(factor, 0.8) if one.kind == facts.ERROR else factor
    if facts.is_aside(one.text, source):
        factor *= ASIDE
    words = _words(one)
    return factor * (sum(1 / max(1, known[word]) for word in words) / len(words) if words else BARE)


def _current(one: Told, newest: Mapping[str, int]) -> Mapping[str, float]:
    """Return the facts of a sentence without those that a later one replaced."""
    subjects = _subjects(one)
    if not subjects or any(newest[subject] <= one.sentence.place for subject in subjects):
        return one.facts
    replaced = {value.casefold() for value in facts.settings(one.text).values()}
    return {
        key: weight * OUTDATED
        for key, weight in one.facts.items()
        if " " not in key and "=" not in key and key not in replaced and not key[:1].isdigit()
    }


def _weighted(one: Told, current: Mapping[str, float], factor: float, *, is_task: bool) -> Told:
    found = {key: weight * factor for key, weight in current.items()}
    if is_task and one.sentence.source == "user":
        found[f"{facts.TASK} {facts.fold(one.text)}"] = 8.0
    elif current is one.facts and (stated := STATED.get(one.sentence.source)) and len(_words(one)) > 1:
        found[f"{facts.SAID} {facts.fold(one.text)}"] = stated * factor
    kind = one.kind or (facts.TASK if is_task and one.sentence.source == "user" else "")
    return Told(one.sentence, kind, found, one.subject, "" if is_task else one.words)
