"""Which elements of two arrays belong together: equal ids, equal content, else the same kind in order.

Source: ux 15.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rapidfuzz.distance import Indel

from compaction.diff.model import Range
from compaction.diff.pairing import pair_in_order
from compaction.diff.sentences import Sentence, words_of

IDS = ("tool_use_id", "tool_call_id", "call_id", "toolUseId", "id")
"""Members by which a call, a result, or an item of a provider is known."""

MOST = 2_000
"""Elements a side; beyond, they are compared place by place."""


def pair_elements(old: Sequence[object], new: Sequence[object]) -> list[tuple[int, int]]:
    """Pair the elements that are versions of each other; each belongs to one pair at most."""
    if max(len(old), len(new)) > MOST:
        return [(at, at) for at in range(min(len(old), len(new)))]
    pairs = dict(_by_id(old, new))
    nameless = [[at for at, one in enumerate(side) if _id(one) is None] for side in (old, new)]
    everyone = [list(range(len(side))) for side in (old, new)]
    for step, (here, there) in ((_equal, everyone), (_elsewhere, everyone), (_alike, nameless)):
        taken = set(pairs.values())
        left = [at for at in here if at not in pairs]
        right = [at for at in there if at not in taken]
        found = step([old[at] for at in left], [new[at] for at in right])
        pairs |= {left[one]: right[other] for one, other in found}
    return sorted(pairs.items())


def _by_id(old: Sequence[object], new: Sequence[object]) -> Iterator[tuple[int, int]]:
    there = _ids(new)
    for key, at in _ids(old).items():
        if key in there:
            yield at, there[key]


def _ids(side: Sequence[object]) -> Mapping[str, int]:
    """Places by id, of the ids that stand once."""
    keys = [_id(one) for one in side]
    seen = Counter(keys)
    return {key: at for at, key in enumerate(keys) if key is not None and seen[key] == 1}


def _id(value: object) -> str | None:
    """What an element is known by: an id of its own, or of the one object that it wraps."""
    if not isinstance(value, dict):
        return None
    for name in IDS:
        if isinstance(value.get(name), str):
            return f"{name} {value[name]}"
    wrapped = [(name, one) for name, one in value.items() if isinstance(one, dict)]
    if len(wrapped) == 1:
        name, inner = wrapped[0]
        return next((f"{name} {inner[key]}" for key in IDS if isinstance(inner.get(key), str)), None)
    return None


def _key(value: object) -> str:
    return json.dumps(value, sort_keys=True, default=repr)


def _equal(old: Sequence[object], new: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Equal elements in order."""
    numbers: dict[str, int] = {}
    sides = [[numbers.setdefault(_key(one), len(numbers)) for one in side] for side in (old, new)]
    for code in Indel.opcodes(*sides):
        if code.tag == "equal":
            yield from zip(range(code.src_start, code.src_end), range(code.dest_start, code.dest_end), strict=True)


def _elsewhere(old: Sequence[object], new: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Equal elements at any place, the first with the first."""
    places: dict[str, list[int]] = {}
    for at, one in enumerate(new):
        places.setdefault(_key(one), []).append(at)
    for at, one in enumerate(old):
        found = places.get(_key(one))
        if found:
            yield at, found.pop(0)


def _alike(old: Sequence[object], new: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Elements of one kind: as many as before, in order; fewer or more, those whose words are most alike."""
    for kind in dict.fromkeys(map(_kind, old)):
        left = [at for at, one in enumerate(old) if _kind(one) == kind]
        right = [at for at, one in enumerate(new) if _kind(one) == kind]
        if len(left) == len(right):
            yield from zip(left, right, strict=True)
        else:
            sides = ([_said(side[at]) for at in places] for side, places in ((old, left), (new, right)))
            yield from [(left[here], right[there]) for here, there in pair_in_order(*sides)]


def _kind(value: object) -> str:
    """What kind of block an element is."""
    if isinstance(value, dict):
        named = value.get("type")
        return f"object {named if isinstance(named, str) else ' '.join(sorted(value))}"
    return type(value).__name__


def _said(value: object) -> Sentence:
    text = _key(value)
    return Sentence(Range(0, len(text)), text, words_of(text))
