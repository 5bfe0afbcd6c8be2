"""The exact text of a summary or a reply, by lines, with the place of the fault marked."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from webui.common.captured import draw

LINES = 200
"""Lines on one page."""

LINE = 2_000
"""Characters of one line; a longer one is cut around the fault, or after its beginning."""

CHARACTERS = 40_000
"""Characters on one page."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line. The faulty one comes in three pieces, the middle one being the character at fault."""

    number: int
    before: SafeString
    mark: SafeString
    after: SafeString
    bad: bool
    cut: int


@dataclass(frozen=True, slots=True)
class Source:
    """Lines `start` up to, not including, `stop` of `total`, counted from 0; earlier and later are page starts."""

    lines: Sequence[Line]
    start: int
    stop: int
    total: int
    earlier: int | None
    later: int | None

    @property
    def first(self) -> int:
        return self.start + 1


def source(text: str, line: int | None, column: int | None, start: int | None) -> Source:
    """Return one page of a text. Without `start` it is the page that holds the fault."""
    lines = text.split("\n")
    asked = start if start is not None else max(0, (line or 1) - 1 - LINES // 2) if len(lines) > LINES else 0
    first = min(max(0, asked), max(0, len(lines) - 1))
    shown: list[Line] = []
    spent = 0
    for number in range(first, min(first + LINES, len(lines))):
        if spent > CHARACTERS and not (line and number <= line - 1):
            break
        made = _line(number + 1, lines[number], column if number + 1 == line else None, number + 1 == line)
        spent += min(len(lines[number]), LINE)
        shown.append(made)
    stop = first + len(shown)
    return Source(
        shown,
        first,
        stop,
        len(lines),
        max(0, first - LINES) if first else None,
        stop if stop < len(lines) else None,
    )


def _line(number: int, text: str, column: int | None, bad: bool) -> Line:
    place = len(text) if column is None else min(max(0, column - 1), len(text))
    start = max(0, place - LINE // 2) if column is not None and len(text) > LINE else 0
    stop = min(len(text), start + LINE)
    cut = len(text) - (stop - start)
    if column is None:
        return Line(number, draw(text[start:stop]), SafeString(""), SafeString(""), bad, cut)
    mark = draw(text[place : place + 1]) or SafeString("end of line")
    lead = SafeString("…") if start else SafeString("")
    return Line(number, lead + draw(text[start:place]), mark, draw(text[place + 1 : stop]), bad, cut)
