"""Which sentences to take: the most new facts for the fewest characters, the newest value first."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush

from webui.llm.extractive import facts
from webui.llm.extractive.facts import Told
from webui.llm.extractive.material import Sentence

OVERHEAD = 11
"""Characters that a sentence costs besides its own and its frame: the reader's attention."""
SOURCES = {"user": 1.15, "assistant": 1.0, "prior": 1.15, "system": 0.9, "result": 0.8, "thought": 0.5, "calls": 0.45}
OUTDATED = 0.5
ROUTINE = 0.45
REPEATS = 4
"""So many sentences that differ in values alone are routine: progress, not news."""


def tell(sentences: Sequence[Sentence]) -> list[Told]:
    """Return what the sentences tell, weighted by place and source; what was said twice counts at its last place."""
    last = {facts.fold(sentence.text): sentence.place for sentence in sentences if sentence.source != "calls"}
    unique = [
        facts.told(sentence)
        for sentence in sentences
        if last.get(facts.fold(sentence.text), sentence.place) == sentence.place
    ]
    newest = _newest(unique)
    shapes = Counter(_shape(one) for one in unique)
    end = max((sentence.place for sentence in sentences), default=0) + 1
    first = next((sentence.place for sentence in sentences if sentence.source == "user"), None)
    return [
        _weighted(one, _current(one, newest), _factor(one, shapes, end), is_task=one.sentence.place == first)
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


def _shape(one: Told) -> str:
    """Return the sentence with everything but its plain words left out."""
    return " ".join(facts.content_words(one.text)[:6]) or one.text


def _factor(one: Told, shapes: Mapping[str, int], end: int) -> float:
    factor = SOURCES.get(one.sentence.source, 1.0) * (0.9 + 0.2 * one.sentence.place / end)
    if shapes[_shape(one)] >= REPEATS and not one.kind:
        factor *= ROUTINE
    return factor


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
    if is_task:
        found[f"{facts.TASK} {facts.fold(one.text)}"] = 8.0
    elif not found and current is one.facts and one.sentence.source in ("user", "prior") and len(one.text) > 20:
        found[f"{facts.SAID} {facts.fold(one.text)}"] = 0.3 * factor
    kind = one.kind or (facts.TASK if is_task else "")
    return Told(one.sentence, kind, found, one.subject, "" if is_task else one.words)
