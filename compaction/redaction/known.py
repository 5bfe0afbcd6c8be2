"""What a team has masked besides the secrets that are known by their looks; and values that somebody reported.

A reported value is not kept. It is known again by its length and a digest under the team's key, so it is found where
it stands as a word of its own: between blanks, quotes and other signs.
"""

import hmac
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from compaction.redaction.spans import Candidate, Search, Span, View

KIND = "reported"
SHORTEST, LONGEST = 8, 200
"""Characters of a value that can be known again."""

MOST = 200
"""Values of a team that are known: each length is one more search."""

_WHOLE = re.compile(rf"[!#-\[\]-~]{{{SHORTEST},{LONGEST}}}")
_STRUCTURE = re.compile(r"[\d\s{}\[\]:,.+\-truefalsnE]*")
_BEGINS = rb"(?:(?<![A-Za-z0-9])|(?<=\\[nrtbf])|(?<=\\u[0-9a-fA-F]{4}))"
_BYTES = rb"[!#-\[\]-~]"
_Known = tuple[int, frozenset[str], re.Pattern[bytes]]


@dataclass(frozen=True, slots=True)
class Own:
    """What one team has masked: literal `words`, and values known by length and `digest_of`."""

    words: tuple[str, ...] = ()
    known: frozenset[tuple[int, str]] = frozenset()


def digest_of(key: bytes, value: bytes) -> str:
    """Return by what a value is known again: HMAC-SHA256 under the team's key, in hex, apart from that of markers."""
    return hmac.digest(key, b"reported\0" + value, "sha256").hex()


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
    table: list[_Known] = [
        (length, frozenset(digests), re.compile(_BEGINS + rb"(?=" + _BYTES + rb"{%d}(?![A-Za-z0-9]))" % length))
        for length, digests in sorted(lengths.items(), reverse=True)
    ]

    def look(view: View, place: int) -> Span | None:
        for length, digests, pattern in table:
            if pattern.match(view.text, place) and digest_of(key, view.text[place : place + length]) in digests:
                return Span(place, place + length, KIND)
        return None

    def search(view: View, start: int, stop: int) -> Iterator[Candidate]:
        for length, digests, pattern in table:
            for match in pattern.finditer(view.text, start):
                place = match.start()
                if place >= stop:
                    break
                if digest_of(key, view.text[place : place + length]) in digests:
                    yield Candidate(place, look)

    return search
