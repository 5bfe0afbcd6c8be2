"""Counts by span and by code, as stacked bars tell them: the most frequent codes by name, the others together. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from webui.review.trends.chart import Series
from webui.review.trends.phrases import change, verb_of

NAMED = 3
"""Codes that get a pattern of their own; a fourth pattern is that of the others."""


@dataclass(frozen=True, slots=True)
class Stack:
    """Counts in so many spans: by code, the most frequent first, and `others` under one name."""

    spans: int
    by_code: Mapping[str, Sequence[int]]
    others: Sequence[str] = ()

    @property
    def totals(self) -> list[int]:
        return (
            [sum(column) for column in zip(*self.by_code.values(), strict=True)] if self.by_code else [0] * self.spans
        )

    @property
    def total(self) -> int:
        return sum(self.totals)

    @property
    def series(self) -> list[Series]:
        return [Series(code, values) for code, values in self.by_code.items()]


def stack(rows: Iterable[tuple[int, str, int]], spans: int, others: str) -> Stack:
    """Return counts given as span, code, number. `others` names what is not among the most frequent codes."""
    found: dict[str, list[int]] = {}
    for span, code, count in rows:
        found.setdefault(code, [0] * spans)[span] += count
    order = [code for code, _ in Counter({code: sum(values) for code, values in sorted(found.items())}).most_common()]
    # One that is left over is told by its own name.
    named = order if len(order) <= NAMED + 1 else order[:NAMED]
    rest = order[len(named) :]
    by_code: dict[str, Sequence[int]] = {code: found[code] for code in named}
    if rest:
        by_code[others] = [sum(column) for column in zip(*(found[code] for code in rest), strict=True)]
    return Stack(spans, by_code, rest)


def trend(held: Stack, ends: int, noun: str, of: tuple[int, int] | None = None, wholes: str = "") -> str:
    """Say how the first spans differ from the last: `Refusals fell from 31 to 19, of them xml_structure from 12 to 2`.

    `ends` spans are taken at each side; `of` is what the counts are out of at either side, `wholes` what those are.
    """
    was, now = edges(held.totals, ends)
    said = f"{noun} {change(was, now, of, wholes)}"
    moved = {code: edges(values, ends) for code, values in held.by_code.items()}
    falling = verb_of(was, now)
    same_way = {code: pair for code, pair in moved.items() if verb_of(*pair) == falling}
    if falling == "stayed" or len(held.by_code) < 2 or not same_way:
        return said
    code, (first, last) = max(same_way.items(), key=lambda one: abs(one[1][1] - one[1][0]))
    return f"{said}, of them {code} from {first:,} to {last:,}"


def edges(values: Sequence[int], ends: int) -> tuple[int, int]:
    """Return the sums of the first and of the last so many values."""
    return sum(values[:ends]), sum(values[-ends:])
