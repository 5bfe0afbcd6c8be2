"""Escapes undone: a secret looks the same in plain text, in JSON, and in JSON inside JSON.

Only escaped ASCII (`\\u0073`, at any depth of nesting) is undone for the search; a map leads back to the bytes as they
came, so that everything outside a secret passes unchanged.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

SLASHES = 15
"""Longest run of backslashes before one escape: JSON nested four times. Longer runs are no escapes."""

_ESCAPED = re.compile(rb"\\u00([2-7][0-9a-fA-F])")
_ANY = re.compile(rb"\\(?:u([0-9a-fA-F]{4})|(.)|$)", re.DOTALL)
_ASCII = tuple(bytes([code]) for code in range(128))
_QUOTE, _BACKSLASH = 0x22, 0x5C
_LETTERS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


@dataclass(slots=True)
class Undone:
    """`text` is searched; `raw(place)` is where that place stands in the bytes as they came."""

    text: bytes
    _ends: list[int] = field(default_factory=list)
    _raw_ends: list[int] = field(default_factory=list)

    def raw(self, place: int) -> int:
        """Return the raw place of a place in `text`; inside an escape, its start."""
        index = bisect_right(self._ends, place)
        return place if index == 0 else self._raw_ends[index - 1] + place - self._ends[index - 1]


def undo(raw: bytes) -> Undone:
    """Return the bytes with escaped ASCII undone. A backslash stays escaped, a quote becomes an escaped quote."""
    parts: list[bytes] = []
    ends: list[int] = []
    raw_ends: list[int] = []
    done = size = 0
    for match in _ESCAPED.finditer(raw):
        code = int(match[1], 16)
        before = raw[max(0, match.start() - SLASHES) : match.start()]
        slashes = len(before) - len(before.rstrip(b"\\")) + 1
        if code == _BACKSLASH or slashes > SLASHES:
            continue
        start = match.start() + 1 - slashes
        plain = b"\\" * slashes + b'"' if code == _QUOTE else _ASCII[code]
        parts += (raw[done:start], plain)
        size += start - done + len(plain)
        done = match.end()
        ends.append(size)
        raw_ends.append(done)
    if not ends:
        return Undone(raw)
    parts.append(raw[done:])
    return Undone(b"".join(parts), ends, raw_ends)


def canonical(secret: bytes) -> bytes:
    """Return the secret without any escapes, so that every form of it gets the same marker."""
    for _ in range(5):
        if b"\\" not in secret:
            break
        secret = _ANY.sub(_plain, secret)
    return secret


def _plain(match: re.Match[bytes]) -> bytes:
    if match[1]:
        return chr(int(match[1], 16)).encode(errors="surrogatepass")
    return _LETTERS.get(match[2] or b"", match[2] or b"")


def string_end(text: bytes, start: int, slashes: int, stop: int) -> int:
    """Return where the closing quote (with its backslashes) of the string that began at `start` stands, else -1.

    `slashes` counts the backslashes before the opening quote: 0, 1, 3, 7 or 15 by depth of nesting.
    """
    place = text.find(b'"', start, stop)
    while place >= 0:
        run = _slashes_before(text, start, place)
        inner = _inner(run, slashes)
        if inner is None:
            return place - run
        if inner % 2 == 0:
            return place - slashes
        place = text.find(b'"', place + 1, stop)
    return -1


def _slashes_before(text: bytes, start: int, place: int) -> int:
    near = text[max(start, place - 64) : place]
    run = len(near) - len(near.rstrip(b"\\"))
    if run < len(near):
        return run
    return place - start - len(text[start:place].rstrip(b"\\"))


def _inner(run: int, slashes: int) -> int | None:
    """Return how many backslashes are left after undoing the outer levels; None where an outer string ends."""
    while slashes:
        if run % 2 == 0:
            return None
        run, slashes = run // 2, slashes // 2
    return run


def safe_cut(text: bytes, cut: int) -> int:
    """Return the last place at or before `cut` that splits no escape."""
    while True:
        before = text[max(0, cut - 8192) : cut]
        run = len(before) - len(before.rstrip(b"\\"))
        if run % 2 == 0 and not re.search(rb"\\u[0-9a-fA-F]{0,3}\Z", before[-6:]):
            return cut
        cut -= 1
