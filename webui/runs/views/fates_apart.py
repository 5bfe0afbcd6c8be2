"""Messages before that fared differently in two runs of one source."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webui.common.words import plural
from webui.runs import store
from webui.runs.models import Run
from webui.runs.store import FateRange
from webui.runs.views.fates import CLASSES, span

SHOWN = 40
"""Ranges on the page."""


@dataclass(frozen=True, slots=True)
class Apart:
    """A range of messages, and its fate in A and in B: the word, and how it is drawn."""

    start: int
    label: str
    count: str
    a: tuple[str, str]
    b: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Told:
    """The ranges that fared differently, and how many messages stand in them, of `total`; `more` are not shown."""

    ranges: Sequence[Apart]
    messages: int
    total: int
    more: int


def told(a: Run, b: Run) -> Told | None:
    """Return where the fates differ; None where one of the runs does not know them."""
    sides = [store.explanation_of(run) for run in (a, b)]
    if sides[0] is None or sides[1] is None:
        return None
    before = sides[0].fates.before, sides[1].fates.before
    found = list(_joined(_apart(*before)))
    total = before[0][-1].stop if before[0] else 0
    shown = [_drawn(*one) for one in found[:SHOWN]]
    return Told(shown, sum(len(places) for places, _, _ in found), total, max(0, len(found) - SHOWN))


def _apart(a: Sequence[FateRange], b: Sequence[FateRange]) -> Iterator[tuple[range, FateRange, FateRange]]:
    """Walk both sides at once; yield the stretches of which the fates differ."""
    left, right = iter(a), iter(b)
    one, other = next(left, None), next(right, None)
    while one is not None and other is not None:
        both = range(max(one.start, other.start), min(one.stop, other.stop))
        if both and one.fate is not other.fate:
            yield both, one, other
        ahead = one.stop, other.stop
        one = next(left, None) if ahead[0] <= ahead[1] else one
        other = next(right, None) if ahead[1] <= ahead[0] else other


def _joined(
    found: Iterator[tuple[range, FateRange, FateRange]],
) -> Iterator[tuple[range, FateRange, FateRange]]:
    """Stretches that stand side by side and fared alike, as one."""
    last: tuple[range, FateRange, FateRange] | None = None
    for places, a, b in found:
        if last is not None and (last[0].stop, last[1].fate, last[2].fate) == (places.start, a.fate, b.fate):
            last = range(last[0].start, places.stop), a, b
            continue
        if last is not None:
            yield last
        last = places, a, b
    if last is not None:
        yield last


def _drawn(places: range, a: FateRange, b: FateRange) -> Apart:
    words = [(one.fate.value, CLASSES[one.fate]) for one in (a, b)]
    return Apart(places.start, span(places), plural(len(places), "message"), words[0], words[1])
