"""Word by word inside a pair of sentences.

Source: ux 15.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from rapidfuzz.distance import Indel

from compaction.diff.model import Kind, Range, WordChange

WORD = re.compile(r"\w+(?:[-./:@'’]\w+)*")
TOKEN = re.compile(rf"\s+|{WORD.pattern}|[^\w\s]")
"""White space, words and whole identifiers, single signs: every character belongs to one token."""

SPECK = 3
"""Fewer unchanged words between two changes join them."""


class _Run(NamedTuple):
    """A run of tokens, equal on both sides or not, by places in both sequences."""

    equal: bool
    old_start: int
    old_end: int
    new_start: int
    new_end: int


def tokens(text: str, within: Range) -> list[str]:
    """Give the tokens of a stretch; together they are the whole stretch."""
    return TOKEN.findall(text, within.start, within.end)


def count_words(text: str, within: Range | None) -> int:
    """Count the words and identifiers of a stretch."""
    return len(WORD.findall(text, within.start, within.end)) if within else 0


def compare_words(old: Sequence[str], new: Sequence[str], *, at: tuple[int, int]) -> tuple[WordChange, ...]:
    """Give the changes between two runs of tokens that start `at` these places; in order they are both stretches."""
    left, right = (list(accumulate(map(len, side), initial=start)) for side, start in zip((old, new), at, strict=True))
    words = list(accumulate(map(_is_word, old), initial=0))
    return tuple([_change(run, left, right) for run in _joined(_runs(old, new), words)])


def _is_word(token: str) -> bool:
    return token[0].isalnum() or token[0] == "_"


def _runs(left: Sequence[str], right: Sequence[str]) -> Iterator[_Run]:
    numbers: dict[str, int] = {}
    sides = [[numbers.setdefault(token, len(numbers)) for token in side] for side in (left, right)]
    for code in Indel.opcodes(*sides):
        yield _Run(code.tag == "equal", code.src_start, code.src_end, code.dest_start, code.dest_end)


def _joined(runs: Iterator[_Run], words: Sequence[int]) -> list[_Run]:
    """Changes that stand side by side, or with hardly a word between them, as one. `words` counts those before."""
    joined: list[_Run] = []
    for run in runs:
        if run.equal or not joined:
            joined.append(run)
            continue
        last = joined[-1]
        if last.equal and len(joined) > 1 and words[last.old_end] - words[last.old_start] < SPECK:
            joined[-2:] = [_together(joined[-2], last)]
        if joined[-1].equal:
            joined.append(run)
        else:
            joined[-1] = _together(joined[-1], run)
    return joined


def _together(one: _Run, other: _Run) -> _Run:
    return _Run(False, one.old_start, other.old_end, one.new_start, other.new_end)


def _change(run: _Run, left: Sequence[int], right: Sequence[int]) -> WordChange:
    old = Range(left[run.old_start], left[run.old_end]) if run.old_end > run.old_start else None
    new = Range(right[run.new_start], right[run.new_end]) if run.new_end > run.new_start else None
    if run.equal:
        return WordChange(Kind.EQUAL, old, new)
    return WordChange(Kind.REPLACE if old and new else Kind.DELETE if old else Kind.INSERT, old, new)
