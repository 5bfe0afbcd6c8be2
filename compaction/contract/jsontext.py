"""JSON as the contract reads it: bad bytes replaced one by one, repeated keys kept, numbers by their spelling.

The reader needs no recursion, so nesting up to the contract's own limit is read whatever the interpreter allows.

Source: summary-validation 3.2, 11.
"""

import re
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder
from typing import NamedTuple, TypeAlias

MAX_NESTING = 10_000
"""Containers inside one another, counted over the whole text."""

_BLANK = r"[ \t\n\r]*"
_VALUE = (
    r'(?:"([^"\\\x00-\x1f]*)"'
    r"|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)"
    r"|(true|false|null)"
    rf"|(\[{_BLANK}\]|\{{{_BLANK}\}})"
    r"|([\[{])"
    r'|(?="))'
)
_PLAIN, _NUMBER, _WORD, _EMPTY, _OPENER = 2, 3, 4, 5, 6
_ITEM = re.compile(f"{_BLANK}(){_VALUE}")
_PAIR = re.compile(rf'{_BLANK}"([^"\\\x00-\x1f]*)"{_BLANK}:{_BLANK}{_VALUE}')
_NEXT = re.compile(rf"{_BLANK}([,\]}}])")
_COLON = re.compile(f"{_BLANK}:")
_QUOTE = re.compile(f'{_BLANK}(?=")')
_REST = re.compile(f"{_BLANK}")
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_STRINGS = JSONDecoder(strict=True)


class NotJson(Exception):
    """The text is not exactly one JSON value; reading stopped at `offset`, in characters."""

    def __init__(self, offset: int) -> None:
        super().__init__()
        self.offset = offset


class Number(bytes):
    """A number as it was spelled, in ASCII: `1.50e+01` and `15` differ."""

    __slots__ = ()


class Member(NamedTuple):
    """One key with its value, which stands in `text` from `start` to `end`."""

    key: str
    value: "Value"
    text: str
    start: int
    end: int

    @property
    def raw(self) -> str:
        """The value as it was spelled, bad bytes as lone surrogates."""
        return self.text[self.start : self.end]


@dataclass(slots=True)
class Members:
    """An object: its members in the order of the text, repeated keys included."""

    items: list[Member]


Value: TypeAlias = "str | Number | bool | None | list[Value] | Members"
Container: TypeAlias = list["Value"] | Members
_OPEN = Number(b"a container opens")


def decode(wire: bytes) -> str:
    """Text of bytes; each byte that is not UTF-8 stands as one lone surrogate, so `encode` gives the bytes back."""
    return wire.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """The bytes that `decode` read."""
    return text.encode("utf-8", "surrogateescape")


def mend(text: str) -> str:
    """Text with each lone surrogate, be it a bad byte or half a pair, replaced by U+FFFD."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def parse(text: str) -> Value:
    """The one value of a text.

    Raises: NotJson.
    """
    frames: list[tuple[Container | None, str, int]] = []
    current: Container | None = None
    position = 0
    while True:
        key, value, start, position = _read(text, position, current)
        if value is _OPEN:
            if len(frames) == MAX_NESTING:
                raise NotJson(start)
            frames.append((current, key, start))
            current = [] if text[start] == "[" else Members([])
            continue
        if isinstance(value, (list, Members)) and len(frames) == MAX_NESTING:
            raise NotJson(start)
        while current is not None:
            if isinstance(current, list):
                current.append(value)
            else:
                current.items.append(Member(key, value, text, start, position))
            mark, position = _pass_mark(text, position)
            if mark == ",":
                break
            if (mark == "]") is not isinstance(current, list):
                raise NotJson(position - 1)
            value = current
            current, key, start = frames.pop()
        else:
            return _finish(text, position, value)


def compact(raw: str) -> str:
    """One JSON value without the blanks between its tokens; everything else stays as it is spelled.

    Raises: NotJson.
    """
    parse(raw)
    pieces: list[str] = []
    position = 0
    while (quote := raw.find('"', position)) >= 0:
        end = _string_end(raw, quote)
        pieces += (_without_blanks(raw[position:quote]), raw[quote:end])
        position = end
    pieces.append(_without_blanks(raw[position:]))
    return "".join(pieces)


def _without_blanks(text: str) -> str:
    return "".join(text.split()) if text and not text.isalnum() else text


def _string_end(text: str, quote: int) -> int:
    end: int = _STRINGS.raw_decode(text, quote)[1]
    return end


def _read(text: str, position: int, container: Container | None) -> tuple[str, Value, int, int]:
    """Key, value, start and end of what comes next; of a container that is not empty, only its opening mark."""
    match = _PAIR.match(text, position) if isinstance(container, Members) else _ITEM.match(text, position)
    if match is None:
        if not isinstance(container, Members):
            raise NotJson(position)
        return _read_escaped_pair(text, position)
    kind = match.lastindex
    key, start, end = match[1], match.end(), match.end()
    if kind == _PLAIN:
        return mend(key), mend(match[_PLAIN]), match.start(_PLAIN) - 1, end
    if kind == _NUMBER:
        return mend(key), Number(match[_NUMBER].encode()), match.start(_NUMBER), end
    if kind == _WORD:
        return mend(key), _WORDS[match[_WORD]], match.start(_WORD), end
    if kind == _OPENER:
        return mend(key), _OPEN, end - 1, end
    if kind == _EMPTY:
        start = match.start(_EMPTY)
        return mend(key), ([] if text[start] == "[" else Members([])), start, end
    value, end = _read_string(text, start)
    return mend(key), value, start, end


def _read_escaped_pair(text: str, position: int) -> tuple[str, Value, int, int]:
    """A pair whose key holds escapes."""
    quote = _QUOTE.match(text, position)
    if quote is None:
        raise NotJson(position)
    key, position = _read_string(text, quote.end())
    colon = _COLON.match(text, position)
    if colon is None:
        raise NotJson(position)
    _, value, start, end = _read(text, colon.end(), None)
    return key, value, start, end


def _read_string(text: str, quote: int) -> tuple[str, int]:
    string, end = None, quote
    try:
        string, end = _STRINGS.raw_decode(text, quote)
    except JSONDecodeError as error:  # it holds the whole text, so it must not travel on
        end = error.pos
    if not isinstance(string, str):
        raise NotJson(end)
    return mend(string), end


def _pass_mark(text: str, position: int) -> tuple[str, int]:
    match = _NEXT.match(text, position)
    if match is None:
        raise NotJson(position)
    return match[1], match.end()


def _finish(text: str, position: int, value: Value) -> Value:
    rest = _REST.match(text, position)
    if rest is None or rest.end() != len(text):
        raise NotJson(position)
    return value
