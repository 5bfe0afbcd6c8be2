"""One known value replaced wherever a capture holds it: as it stands, escaped, in JSON inside texts, in streams.

Nothing else changes, and JSON stays valid, so that positions and pointers hold. Signatures and media are not looked
into: a value does not stand there but by chance.
"""

import json
import re
from collections.abc import Iterable, Iterator

from compaction.formats.deltas.masking import is_stream, mask_stream
from compaction.formats.masking import BASE64, LEVELS, LITERAL_IN_TEXT, literal_of, rewrite, text_of
from compaction.formats.packed import packed_text, unpacked_text
from compaction.redaction.known import is_no_structure

_UNESCAPED = r"(?<!\\)(?<!\\u)(?<!\\u.)(?<!\\u..)(?<!\\u...)"
"""What begins right behind a backslash belongs to an escape, not to the value."""

_PLAIN = re.compile(r"[ !#-.0-\[\]-~]*")
"""What JSON writes as it is, or as `\\u00…`."""


_PACKED = re.compile(rb'"(?>[A-Za-z0-9+/=]|\\[nr/])*+"')
SHORTEST_PACKED = 18
"""Bytes of a literal in base64 that can hold JSON or a stream."""

SHORTEST_REST = 4
"""Characters of a value, and a third of it, that are masked where a text was cut within it."""


class Replacement:
    """One value and what stands in its place. `count` is how often it was replaced."""

    def __init__(self, value: str, marker: str) -> None:
        self._value, self._marker = value, marker
        self._bytes = value.encode("utf-8", "surrogatepass")
        self._guarded = re.compile(_UNESCAPED + re.escape(value))
        self._guarded_bytes = re.compile(_UNESCAPED.encode() + re.escape(self._bytes))
        self._plain = bool(_PLAIN.fullmatch(value))
        self._anywhere = is_no_structure(value) and not re.search(r'["\\\x00-\x1f]', value)
        self.count = 0

    def __repr__(self) -> str:
        return f"Replacement({self._marker})"

    def text(self, text: str) -> str:
        """Return a decoded text without the value."""
        return self._inside(text, LEVELS)

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return where the value stands in a decoded text as it is: characters from, up to."""
        return [match.span() for match in re.finditer(re.escape(self._value), text)]

    def moved(self, start: int, stop: int, places: list[tuple[int, int]]) -> tuple[int, int]:
        """Return where characters of a text stand once the value was replaced at these places.

        What begins or ends within the value then begins or ends with the marker.
        """
        return self._moved(start, places, 0), self._moved(stop, places, len(self._marker))

    def _moved(self, offset: int, places: list[tuple[int, int]], within: int) -> int:
        shift = 0
        for start, stop in places:
            if offset >= stop:
                shift += len(self._marker) - (stop - start)
            elif offset > start:
                return start + shift + within
        return offset + shift

    def cut_text(self, text: str) -> str:
        """Return a text that was stored cut without the value, and without its beginning at the end."""
        clean = self.text(text)
        for length in range(len(self._value) - 1, max(SHORTEST_REST, len(self._value) // 3) - 1, -1):
            if clean.endswith(self._value[:length]):
                self.count += 1
                return clean[:-length] + self._marker
        return clean

    def may_stand_in(self, data: bytes) -> bool:
        """Return whether JSON may hold the value; a cheap look, that errs on the side of yes."""
        return self._bytes in data or (b"\\u00" if self._plain else b"\\") in data

    def json(self, data: bytes) -> bytes:
        """Return JSON without the value in its strings."""
        return b"".join(self.pieces([data]))

    def pieces(self, pieces: Iterable[bytes], *, stream: bool = False) -> Iterator[bytes]:
        """Yield a file without the value; `stream` says that all of it is one event stream."""
        if stream:
            text = b"".join(pieces).decode("utf-8", "surrogateescape")
            yield self.text(text).encode("utf-8", "surrogateescape")
            return
        yield from rewrite(self._raw(pieces), self._literal, self._straight)

    def _raw(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the pieces without the value as it stands, in JSON or in anything else."""
        if not self._anywhere:
            yield from pieces
            return
        kept, held = 2 * len(self._bytes) + 16, b""
        for piece in pieces:
            data = self._without(held + piece, max(0, len(held) - len(self._bytes) + 1))
            cut = max(0, len(data) - kept)
            yield data[:cut]
            held = data[cut:]
        yield held

    def _without(self, data: bytes, start: int) -> bytes:
        """Return bytes without the value; what begins before `start` was looked at with more before it."""
        if data.find(self._bytes, start) < 0:
            return data
        parts, done = [], 0
        for match in self._guarded_bytes.finditer(data, start):
            parts += [data[done : match.start()], self._marker.encode()]
            done = match.end()
            self.count += 1
        return b"".join([*parts, data[done:]])

    def _inside(self, text: str, levels: int) -> str:
        if not text:
            return text
        stream = is_stream(text)
        if not stream and text.lstrip()[:1] not in ("{", "["):
            return self._packed(self._straight(text), levels)
        clean, count = self._guarded.subn(lambda _: self._marker, text)
        self.count += count
        if stream:
            return mask_stream(clean, self._straight)
        if self._value in clean and not _is_json(clean):
            return self._straight(clean)
        return LITERAL_IN_TEXT.sub(lambda match: self._inner(match[0], levels - 1), clean) if levels else clean

    def _packed(self, text: str, levels: int) -> str:
        inner = unpacked_text(text) if levels and BASE64.fullmatch(text) else None
        if inner is None or not (is_stream(inner) or inner.lstrip()[:1] in ("{", "[")):
            return text
        clean = self._inside(inner, levels - 1)
        return text if clean == inner else packed_text(clean)

    def _straight(self, text: str) -> str:
        found = text.count(self._value)
        self.count += found
        return text.replace(self._value, self._marker) if found else text

    def _literal(self, literal: bytes) -> bytes:
        if not self._is_worth_reading(literal):
            return literal
        text = text_of(literal)
        clean = self._inside(text, LEVELS)
        return literal if clean == text else literal_of(clean)

    def _is_worth_reading(self, literal: bytes) -> bool:
        """Return whether a literal can hold the value: as it stands, in escapes, in a stream's deltas, in base64."""
        if self.may_stand_in(literal) or b"data:" in literal or b"event:" in literal:
            return True
        return len(literal) > SHORTEST_PACKED and bool(_PACKED.fullmatch(literal))

    def _inner(self, literal: str, levels: int) -> str:
        text = text_of(literal.encode("utf-8", "surrogatepass"))
        clean = self._inside(text, levels)
        return literal if clean == text else json.dumps(clean)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
