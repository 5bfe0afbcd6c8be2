"""Sentences and list items of a text, and how alike two of them are.

Source: ux 15.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rapidfuzz.distance import Indel

from compaction.diff.model import Range

_END = re.compile(r"\n\s*|(?<=[.!?])[ \t]+(?=\S)|(?<=[。！？])(?=\S)")
_WORD = re.compile(r"[^\W_]+")


class Sentence(NamedTuple):
    """A sentence, a list item or a line with the white space behind it.

    `key` is the text with single blanks; `words` are in small letters, identifiers in their pieces.
    """

    range: Range
    key: str
    words: tuple[str, ...]


def sentences(text: str, within: Range) -> list[Sentence]:
    """Give the sentences of a stretch; together they are the whole stretch."""
    return [
        Sentence(Range(start, end), " ".join(text[start:end].split()), words_of(text[start:end]))
        for start, end in _ranges(text, within)
    ]


def words_of(text: str) -> tuple[str, ...]:
    """Give the words of a text in small letters, identifiers in their pieces."""
    return tuple(_WORD.findall(text.lower()))


def likeness(one: Sentence, other: Sentence) -> float:
    """Give how many of the words of two sentences are the same in the same order: 0 to 1."""
    return Indel.normalized_similarity(one.words, other.words) if one.words or other.words else 0.0


def _ranges(text: str, within: Range) -> Iterator[tuple[int, int]]:
    start = within.start
    for match in _END.finditer(text, within.start, within.end):
        yield start, match.end()
        start = match.end()
    if start < within.end:
        yield start, within.end
