"""Which sentences to take: the most new facts for the fewest characters, the newest value first."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from webui.llm.extractive import facts
from webui.llm.extractive.facts import Told
from webui.llm.extractive.material import Sentence

OVERHEAD = 14
"""Characters that a sentence costs besides its own: a bullet, a line, and the reader's attention."""
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


def pick(told: Iterable[Told], room: int, known: Iterable[str] = (), most: int | None = None) -> list[Told]:
    """Return sentences worth at most `room` characters with their overhead, best first.

    `known` are keys of facts that need no telling. Ties are broken by place, the newest first.
    """
    have = set(known)
    left = [one for one in told if one.facts]
    chosen: list[Told] = []
    while left and (most is None or len(chosen) < most):
        worth = [(_gain(one, have) / (len(one.text) + OVERHEAD), one.sentence.place, one) for one in left]
        left = [one for gain, _, one in worth if gain > 0 and len(one.text) + 3 <= room]
        fitting = [entry for entry in worth if entry[0] > 0 and len(entry[2].text) + 3 <= room]
        if not fitting:
            break
        best = max(fitting, key=lambda entry: entry[:2])[2]
        chosen.append(best)
        have |= best.facts.keys()
        room -= len(best.text) + 3
        left.remove(best)
    return chosen


def keys_of(text: str) -> set[str]:
    """Return the keys of all facts that a text tells, whatever its layout."""
    found: set[str] = set()
    for line in text.split("\n"):
        found |= {key for key, _ in facts.values(line)}
    return found


def _gain(one: Told, have: set[str]) -> float:
    return sum(weight for key, weight in one.facts.items() if key not in have)


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
        found[f"said {facts.fold(one.text)}"] = 0.3 * factor
    return Told(one.sentence, one.kind or (facts.TASK if is_task else ""), found, one.subject)
