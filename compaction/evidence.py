"""Where in a list of texts the words stand that prove an answer.

Exact beats normalized beats overlap. An exact or normalized hit never starts or ends inside an ASCII word or number, so
that "3" is not proven by "5433". Everything is found with plain searches over one joined text, so that eight answers
cost little more than one.

Source: qa-summarizer 2.1.
"""

import re
import sys
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import NamedTuple

MOST_HITS = 5
LEAST_SCORE = 0.6
ARTICLES = frozenset({"a", "an", "the"})

_GAP = "\n"  # between sources: no white space but single blanks is left inside them
_GLUE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_WORD = re.compile(r"\S+")
_TOKEN = re.compile(r"\w+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")


class Method(StrEnum):
    """How an answer was found."""

    EXACT = "exact"
    NORMALIZED = "normalized"
    OVERLAP = "overlap"
    NOT_FOUND = "not-found"


@dataclass(frozen=True, slots=True)
class Source:
    """A text to search, and whose it is: the index of its message and of its part."""

    message: int
    part: int
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A span of characters of one source. `source` is its place in the sequence; `score` is 0 to 1."""

    source: int
    message: int
    part: int
    start: int
    end: int
    method: Method
    score: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """The hits of one answer, the latest first: later statements correct earlier ones."""

    hits: tuple[Hit, ...] = ()

    @property
    def primary(self) -> Hit | None:
        """The latest hit."""
        return self.hits[0] if self.hits else None

    @property
    def method(self) -> Method:
        """How the answer was found, or that it was not."""
        return self.hits[0].method if self.hits else Method.NOT_FOUND


def find_evidence(answers: Sequence[str], sources: Sequence[Source]) -> tuple[Evidence, ...]:
    """Give the evidence of each answer, in order. Sources stand in the order of the conversation.

    At most five exact or normalized hits an answer, the latest ones; one hit by overlap.
    """
    texts = _Texts(sources)
    found = [Evidence(tuple(texts.find(answer))) for answer in answers]
    open_answers = {number: answer for number, answer in enumerate(answers) if not found[number].hits}
    for number, hit in _overlaps(open_answers, sources).items():
        found[number] = Evidence((hit,))
    return tuple(found)


class _Texts:
    """All sources as one text with single blanks, once as it is and once with case ignored."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = sources
        collapsed = [" ".join(source.text.split()) for source in sources]
        self.starts = list(accumulate([len(text) + len(_GAP) for text in collapsed], initial=0))
        self.text = _GAP.join(collapsed)
        self.folded = _fold(self.text)
        self.words: dict[int, list[tuple[int, int]]] = {}

    def find(self, answer: str) -> list[Hit]:
        """The exact hits of an answer, or else the normalized ones."""
        words = " ".join(answer.split())
        bare = _fold(_strip_punctuation(words))
        return self._search(self.text, words, Method.EXACT) or self._search(self.folded, bare, Method.NORMALIZED)

    def _search(self, text: str, words: str, method: Method) -> list[Hit]:
        """From the end: the latest hits are wanted."""
        hits: list[Hit] = []
        end = len(text)
        while words and len(hits) < MOST_HITS and (place := text.rfind(words, 0, end)) >= 0:
            end = place + len(words) - 1
            if not _is_glued(text, place, place + len(words)):
                hits.append(self._hit(place, len(words), method))
                end = place
        return hits

    def _hit(self, place: int, length: int, method: Method) -> Hit:
        number = bisect_right(self.starts, place) - 1
        source, first = self.sources[number], place - self.starts[number]
        words = self.words.get(number) or self.words.setdefault(number, _places(source.text))
        start, last = (_original(words, place) for place in (first, first + length - 1))
        return Hit(number, source.message, source.part, start, last + 1, method, 1.0)


def _places(text: str) -> list[tuple[int, int]]:
    """Where each word starts: in the text with single blanks, and in the text itself."""
    collapsed = 0
    places = []
    for match in _WORD.finditer(text):
        places.append((collapsed, match.start()))
        collapsed += len(match[0]) + 1
    return places


def _original(words: Sequence[tuple[int, int]], place: int) -> int:
    """Where a character of the text with single blanks stands in the text itself."""
    collapsed, start = words[bisect_right(words, (place, sys.maxsize)) - 1]
    return start + place - collapsed


def _is_glued(text: str, start: int, end: int) -> bool:
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    return (before in _GLUE and text[start] in _GLUE) or (after in _GLUE and text[end - 1] in _GLUE)


def _fold(text: str) -> str:
    """Lower case, of the same length: a letter whose small form is two characters stays."""
    folded = text.lower()
    if len(folded) == len(text):
        return folded
    return "".join([small if len(small := letter.lower()) == 1 else letter for letter in text])


def _strip_punctuation(text: str) -> str:
    marks = {mark for mark in text if mark.isspace() or mark == "`" or unicodedata.category(mark).startswith("P")}
    return text.strip("".join(marks))


class _Wanted(NamedTuple):
    """The words of an answer, and how many words a text like it can have at least and at most."""

    words: Counter[str]
    least: float
    most: float


def _overlaps(answers: Mapping[int, str], sources: Sequence[Source]) -> Mapping[int, Hit]:
    """The most alike sentence or line of each answer, the later of two equals."""
    wanted = {number: _wanted(answer) for number, answer in answers.items()}
    best: dict[int, Hit] = {}
    for place, source in enumerate(sources):
        for start, end, numbers in _likely_lines(source.text, wanted):
            for unit in _units(source.text, start, end):
                tokens = _tokens(source.text[slice(*unit)])
                for number in numbers:
                    score = _likeness(tokens, wanted[number])
                    if score >= max(LEAST_SCORE, best[number].score if number in best else 0):
                        best[number] = Hit(place, source.message, source.part, *unit, Method.OVERLAP, score)
    return best


def _likely_lines(text: str, wanted: Mapping[int, _Wanted]) -> Iterator[tuple[int, int, Sequence[int]]]:
    """The lines that may hold something like an answer, and the numbers of these answers."""
    anything = frozenset().union(*[answer.words for answer in wanted.values()])
    start = 0
    for line in text.split("\n") if anything else ():
        there = anything.intersection(_TOKEN.findall(line.lower()))
        if there and (numbers := _likely(there, wanted)):
            yield start, start + len(line), numbers
        start += len(line) + 1


def _wanted(answer: str) -> _Wanted:
    words = Counter(_tokens(answer))
    ratio = (2 - LEAST_SCORE) / LEAST_SCORE
    return _Wanted(words, max(words.total() / ratio, 1), words.total() * ratio)


def _tokens(text: str) -> list[str]:
    return [token for token in _TOKEN.findall(text.lower()) if token not in ARTICLES]


def _likely(there: frozenset[str], wanted: Mapping[int, _Wanted]) -> Sequence[int]:
    """The answers that have so many of the words there that a sentence of them can be alike."""
    return [number for number, answer in wanted.items() if _shared(answer.words, there) >= answer.least]


def _shared(words: Counter[str], there: frozenset[str]) -> int:
    return sum([words[word] for word in there if word in words])


def _likeness(tokens: Sequence[str], wanted: _Wanted) -> float:
    """The F1 of two bags of words."""
    if not wanted.least <= len(tokens) <= wanted.most:
        return 0.0
    return 2 * (Counter(tokens) & wanted.words).total() / (len(tokens) + wanted.words.total())


def _units(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of a line, and the line itself if it has several; without white space at their ends."""
    sentences = list(_sentences(text, start, end))
    yield from sentences
    if len(sentences) > 1:
        yield sentences[0][0], sentences[-1][1]


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    ends = [(match.start(), match.end()) for match in _SENTENCE_END.finditer(text, start, end)]
    for stop, following in [*ends, (end, end)]:
        piece = text[start:stop]
        if bare := piece.strip():
            first = start + len(piece) - len(piece.lstrip())
            yield first, first + len(bare)
        start = following
