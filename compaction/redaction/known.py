"""What a team has masked besides the secrets that are known by their looks; and values that somebody reported.

A reported value is not kept. It is known again by its length and a digest under the team's key, so it is found where
it stands as a word of its own: between blanks, quotes and other signs.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b

from compaction.redaction.spans import Candidate, Search, Span, View

KIND = "reported"
SHORTEST, LONGEST = 8, 200
"""Characters of a value that can be known again."""

MOST = 200
"""Values of a team that are known: each length is one more search."""

_WHOLE = re.compile(rf"[!#-\[\]-~]{{{SHORTEST},{LONGEST}}}")
_STRUCTURE = re.compile(r"[\d\s{}\[\]:,.+\-truefalsnE]*")
_BYTES = rb"[!#-\[\]-~]"
_ESCAPE = re.compile(rb"[nrtbf]|u[0-9a-fA-F]{4}")
_SIGN = re.compile(rb"[^A-Za-z0-9]")
_WORD_BYTES = frozenset(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")


@dataclass(frozen=True, slots=True)
class Own:
    """What one team has masked: literal `words`, and values known by length and `digest_of`."""

    words: tuple[str, ...] = ()
    known: frozenset[tuple[int, str]] = frozenset()


def digest_of(key: bytes, value: bytes) -> str:
    """Return by what a value is known again: BLAKE2b under the team's key, in hex. An HMAC takes far longer."""
    return blake2b(value, digest_size=32, key=key, person=b"reported").hexdigest()


def can_be_known(value: str) -> bool:
    """Return whether a value can be found again: one word of ASCII, without quotes and backslashes."""
    return bool(_WHOLE.fullmatch(value)) and is_no_structure(value)


def is_no_structure(value: str) -> bool:
    """Return whether JSON can hold a value in its strings alone; numbers and brackets stand outside them as well."""
    return not _STRUCTURE.fullmatch(value)


def search_for(known: Iterable[tuple[int, str]], key: bytes) -> Search:
    """Return the search for these values, given by length and digest."""
    lengths: dict[int, set[str]] = {}
    for length, digest in known:
        if SHORTEST <= length <= LONGEST:
            lengths.setdefault(length, set()).add(digest)
    # Most of a text is shorter words: only runs that can hold a value are looked at.
    runs = re.compile(_BYTES + rb"{%d,}+" % min(lengths, default=LONGEST))
    longest_first = tuple((length, frozenset(lengths[length])) for length in sorted(lengths, reverse=True))

    def length_at(text: bytes, place: int, end: int) -> int:
        """Return the length of the longest known value that stands at a place of a run, 0 for none."""
        for length, digests in longest_first:
            stop = place + length
            if stop > end or (stop < len(text) and text[stop] in _WORD_BYTES):
                continue
            if digest_of(key, text[place:stop]) in digests:
                return length
        return 0

    def look(view: View, place: int) -> Span | None:
        run = runs.match(view.text, place)
        length = length_at(view.text, place, run.end()) if run else 0
        return Span(place, place + length, KIND) if length else None

    def search(view: View, start: int, stop: int) -> Iterator[Candidate]:
        for run in runs.finditer(view.text, start, stop + LONGEST) if lengths else ():
            for place in _beginnings(view.text, run.start(), run.end()):
                if place < stop and length_at(view.text, place, run.end()):
                    yield Candidate(place, look)

    return search


def _beginnings(text: bytes, start: int, end: int) -> Iterator[int]:
    """Yield where in a run of bytes words begin. The letter of an escape such as `\\n` is no word."""
    before = text[start - 1 : start]
    if not before or before[0] not in _WORD_BYTES:
        yield start
    if before == b"\\" and (letter := _ESCAPE.match(text, start)):
        yield letter.end()
    for sign in _SIGN.finditer(text, start, end):
        yield sign.end()
