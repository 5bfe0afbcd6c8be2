"""JSON as the contract reads it: bad bytes replaced one by one, repeated keys kept, numbers by their spelling.

The reader needs no recursion, so nesting up to the contract's own limit is read whatever the interpreter allows.

Source: summary-validation 3.2, 11.
"""

import re
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder
from typing import TypeAlias

MAX_NESTING = 10_000
"""Containers inside one another, counted over the whole text."""

_TOKEN = re.compile(
    r"[ \t\n\r]*(?:"
    r'"([^"\\\x00-\x1f]*)"'
    r"|([{}\[\],:])"
    r"|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)"
    r"|(true|false|null)"
    r'|(?="))'
)
_PLAIN, _MARK, _NUMBER, _WORD = 1, 2, 3, 4
_BLANKS = re.compile(r"[ \t\n\r]*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_CLOSERS = {"[": "]", "{": "}"}
_STRINGS = JSONDecoder(strict=True)


class NotJson(Exception):
    """The text is not exactly one JSON value; reading stopped at `offset`, in characters."""

    def __init__(self, offset: int) -> None:
        super().__init__()
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it was spelled: `1.50e+01` and `15` differ."""

    spelling: str


@dataclass(frozen=True, slots=True)
class Member:
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


@dataclass(frozen=True, slots=True)
class Members:
    """An object: its members in the order of the text, repeated keys included."""

    items: tuple[Member, ...] = ()


Value: TypeAlias = "str | Number | bool | None | tuple[Value, ...] | Members"


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
    reader = _Reader(text)
    frames: list[_Array | _Object] = []
    while True:
        value, start = reader.value()
        if isinstance(value, str) and value in _CLOSERS and reader.opened:
            frame = _Array(start) if value == "[" else _Object(start)
            if len(frames) == MAX_NESTING:
                raise NotJson(start)
            if not reader.closes(frame.closer):
                frame.begin(reader)
                frames.append(frame)
                continue
            value = frame.close()
        while frames:
            frame = frames[-1]
            frame.add(value, start, reader)
            if not reader.ends(frame.closer):
                frame.begin(reader)
                break
            value, start = frame.close(), frame.start
            frames.pop()
        else:
            reader.finish()
            return value


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


class _Reader:
    """Reads one token after the other; `opened` says that the last value was the start of a container."""

    __slots__ = ("opened", "position", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.opened = False

    def value(self) -> tuple[Value, int]:
        """The next value and where it starts; of a container only the opening mark."""
        match = _TOKEN.match(self.text, self.position)
        if match is None:
            raise NotJson(self.position)
        kind = match.lastindex
        self.opened = kind == _MARK
        if kind is None:
            return self._escaped(match.end()), match.end()
        self.position = match.end()
        token = match[kind]
        if kind == _PLAIN:
            return mend(token), match.start(kind) - 1
        if kind == _NUMBER:
            return Number(token), match.start(kind)
        if kind == _WORD:
            return _WORDS[token], match.start(kind)
        if token not in _CLOSERS:
            raise NotJson(self.position)
        return token, match.start(kind)

    def key(self) -> str:
        """The next key, past its colon."""
        key, _ = self.value()
        if self.opened or not isinstance(key, str) or not self.closes(":"):
            raise NotJson(self.position)
        return key

    def closes(self, mark: str) -> bool:
        """Pass a mark if it comes next."""
        position = self._past_blanks()
        if not self.text.startswith(mark, position):
            return False
        self.position = position + 1
        return True

    def ends(self, closer: str) -> bool:
        """Pass a comma, or the end of a container; True at its end."""
        if self.closes(","):
            return False
        if not self.closes(closer):
            raise NotJson(self.position)
        return True

    def finish(self) -> None:
        """Make sure that nothing but blanks is left."""
        if self._past_blanks() != len(self.text):
            raise NotJson(self.position)

    def _past_blanks(self) -> int:
        match = _BLANKS.match(self.text, self.position)
        return self.position if match is None else match.end()

    def _escaped(self, quote: int) -> str:
        try:
            text, self.position = _STRINGS.raw_decode(self.text, quote)
        except JSONDecodeError:
            text = None  # the error holds the whole text, so it must not travel on
        if not isinstance(text, str):
            raise NotJson(self.position)
        return mend(text)


class _Array:
    """An array that is being read."""

    __slots__ = ("items", "start")
    closer = "]"

    def __init__(self, start: int) -> None:
        self.start = start
        self.items: list[Value] = []

    def begin(self, reader: _Reader) -> None:
        """Nothing stands before an element."""

    def add(self, value: Value, start: int, reader: _Reader) -> None:
        self.items.append(value)

    def close(self) -> Value:
        return tuple(self.items)


class _Object:
    """An object that is being read."""

    __slots__ = ("items", "key", "start")
    closer = "}"

    def __init__(self, start: int) -> None:
        self.start = start
        self.key = ""
        self.items: list[Member] = []

    def begin(self, reader: _Reader) -> None:
        self.key = reader.key()

    def add(self, value: Value, start: int, reader: _Reader) -> None:
        self.items.append(Member(self.key, value, reader.text, start, reader.position))

    def close(self) -> Value:
        return Members(tuple(self.items))
