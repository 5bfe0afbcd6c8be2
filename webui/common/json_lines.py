"""JSON laid out for reading: keys in their own order, every digit and escape as written.

Works on the text, piece by piece, and never decodes a value: a number keeps its digits, a repeated key stays repeated.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe

from webui.common.captured import draw

FOLD = 4
"""Containers from this depth on stand on one line."""

_PIECE = re.compile(r'\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[\[\]{},:])\s*', re.DOTALL)
_OPEN = {"{": "}", "[": "]"}
_SHORT = 72


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the layout. `bad` marks lines that belong to a place of interest."""

    markup: SafeString
    bad: bool


@dataclass(slots=True)
class _Level:
    opener: str
    count: int = 0
    key: str = ""
    inline: bool = False

    def filled(self) -> bool:
        return bool(self.count or self.key)


def lay_out(text: str, bad: frozenset[str] = frozenset(), fold: int = FOLD) -> list[Line] | None:
    """Return the lines of one JSON text, or None if it is not JSON.

    `bad` holds JSON Pointers relative to the text: the lines of those values are marked.
    """
    pieces = list(_pieces(text))
    if not pieces or pieces[-1] == "":
        return None
    closers = _closers(pieces)
    return None if closers is None else _Layout(pieces, closers, bad, fold).run()


def _pieces(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        found = _PIECE.match(text, at)
        if found is None:
            yield ""
            return
        yield found.group(1)
        at = found.end()


class _Layout:
    def __init__(self, pieces: list[str], closers: list[int], bad: frozenset[str], fold: int) -> None:
        self.pieces = pieces
        self.closers = closers
        self.bad = bad
        self.fold = fold
        self.levels: list[_Level] = []
        self.lines: list[Line] = []
        self.now: list[str] = []
        self.marked = 0
        self.touched = False

    def run(self) -> list[Line]:
        for number, piece in enumerate(self.pieces):
            self._take(number, piece)
        self._break()
        return self.lines

    def _take(self, number: int, piece: str) -> None:
        if piece in _OPEN:
            self._begin_value()
            self._open(number, piece)
        elif piece in ("}", "]"):
            self._close(piece)
        elif piece == ",":
            self._comma()
        elif piece == ":":
            self.now.append(": ")
        elif self._is_key(number):
            self._key(piece)
        else:
            self._begin_value()
            self._scalar(piece)
            self._end_value()

    def _is_key(self, number: int) -> bool:
        return self.pieces[number][0] == '"' and number + 1 < len(self.pieces) and self.pieces[number + 1] == ":"

    def _key(self, piece: str) -> None:
        level = self.levels[-1] if self.levels else None
        if level:
            level.key = piece[1:-1]
            self._new_line(level)
        self.now.append(f'<span class="k">{draw(piece)}</span>')

    def _scalar(self, piece: str) -> None:
        self.now.append(draw(piece) if piece[0] == '"' else f'<span class="v">{piece}</span>')

    def _begin_value(self) -> None:
        level = self.levels[-1] if self.levels else None
        if level and level.opener == "[":
            level.key = str(level.count)
            self._new_line(level)
        if self.bad and self._pointer() in self.bad:
            self.marked += 1
            self.touched = True

    def _end_value(self) -> None:
        if self.bad and self._pointer() in self.bad:
            self.marked -= 1
            self.touched = True

    def _open(self, number: int, piece: str) -> None:
        width = sum(map(len, self.pieces[number : min(self.closers[number], number + 60)]))
        near = self.closers[number] - number < 60
        flat = bool(self.levels and self.levels[-1].inline)
        nested = any(inner in _OPEN for inner in self.pieces[number + 1 : self.closers[number]]) if near else True
        inline = flat or len(self.levels) >= self.fold or (near and width < _SHORT and not nested)
        self.levels.append(_Level(piece, inline=inline))
        self.now.append(piece)

    def _close(self, piece: str) -> None:
        level = self.levels.pop()
        if level.filled() and not level.inline:
            self._break()
            self.now.append("  " * len(self.levels))
        self.now.append(piece)
        self._end_value()

    def _comma(self) -> None:
        self.now.append(",")
        if self.levels:
            self.levels[-1].count += 1

    def _new_line(self, level: _Level) -> None:
        if level.inline:
            if level.count:
                self.now.append(" ")
            return
        self._break()
        self.now.append("  " * len(self.levels))

    def _break(self) -> None:
        if self.now:
            self.lines.append(Line(mark_safe("".join(self.now)), bool(self.marked) or self.touched))  # noqa: S308 - drawn above
        self.now = []
        self.touched = False

    def _pointer(self) -> str:
        return "".join("/" + level.key for level in self.levels)


def _closers(pieces: list[str]) -> list[int] | None:
    """Return for each opening piece where it closes; None if the brackets do not match."""
    ends = [0] * len(pieces)
    stack: list[int] = []
    for number, piece in enumerate(pieces):
        if piece in _OPEN:
            stack.append(number)
        elif piece in ("}", "]"):
            if not stack or _OPEN[pieces[stack[-1]]] != piece:
                return None
            ends[stack.pop()] = number
    return None if stack else ends
