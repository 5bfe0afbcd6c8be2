"""Word by word inside a pair of sentences.

Source: ux 15.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rapidfuzz.distance import Indel

from compaction.diff.model import Kind, Range, WordChange

TOKEN = re.compile(r"\s+|\w+(?:[-./:@'’]\w+)*|[^\w\s]")
"""White space, words and whole identifiers, single signs: every character belongs to one token."""

SPECK = 3
"""Fewer unchanged words between two changes join them."""


class _Run(NamedTuple):
    """A run of tokens, equal on both sides or not, by places in both sequences."""

    equal: bool
    old: Range
    new: Range


def tokens(text: str, within: Range) -> list[Range]:
    """Give the ranges of the tokens of a stretch; together they are the whole stretch."""
    return [Range(match.start(), match.end()) for match in TOKEN.finditer(text, within.start, within.end)]


def count_words(text: str, within: Range | None) -> int:
    """Count the words and identifiers of a stretch."""
    if within is None:
        return 0
    return sum(1 for match in TOKEN.finditer(text, within.start, within.end) if _is_word(match[0]))


def compare_words(old: str, new: str, left: Sequence[Range], right: Sequence[Range]) -> tuple[WordChange, ...]:
    """Give the changes between two runs of tokens; in order they are both stretches."""
    runs = _runs([old[slice(*each)] for each in left], [new[slice(*each)] for each in right])
    return tuple(_change(run, left, right) for run in _joined(runs, [_is_word(old[slice(*each)]) for each in left]))


def _is_word(token: str) -> bool:
    return token[0].isalnum() or token[0] == "_"


def _runs(left: Sequence[str], right: Sequence[str]) -> Iterator[_Run]:
    numbers: dict[str, int] = {}
    sides = [[numbers.setdefault(token, len(numbers)) for token in side] for side in (left, right)]
    for code in Indel.opcodes(*sides):
        old, new = Range(code.src_start, code.src_end), Range(code.dest_start, code.dest_end)
        yield _Run(code.tag == "equal", old, new)


def _joined(runs: Iterator[_Run], words: Sequence[bool]) -> list[_Run]:
    """Changes that stand side by side, or with hardly a word between them, as one."""
    joined: list[_Run] = []
    for run in runs:
        speck = len(joined) > 1 and joined[-1].equal and sum(words[slice(*joined[-1].old)]) < SPECK
        if not run.equal and speck:
            joined[-2:] = [_together(joined[-2], joined[-1])]
        if not run.equal and joined and not joined[-1].equal:
            joined[-1] = _together(joined[-1], run)
        else:
            joined.append(run)
    return joined


def _together(one: _Run, other: _Run) -> _Run:
    return _Run(False, Range(one.old.start, other.old.end), Range(one.new.start, other.new.end))


def _change(run: _Run, left: Sequence[Range], right: Sequence[Range]) -> WordChange:
    old, new = _characters(run.old, left), _characters(run.new, right)
    if run.equal:
        return WordChange(Kind.EQUAL, old, new)
    return WordChange(Kind.REPLACE if old and new else Kind.DELETE if old else Kind.INSERT, old, new)


def _characters(run: Range, places: Sequence[Range]) -> Range | None:
    return Range(places[run.start].start, places[run.end - 1].end) if run.end > run.start else None
