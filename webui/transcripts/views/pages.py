"""Which part of a transcript a page shows, and the addresses around it."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import QueryDict

SIZES = (50, 100, 200)
DEFAULT_SIZE = 100


NARROWING = frozenset({"show", "role", "gap"})
"""What chooses messages. An address of a message that is not chosen leaves it out."""


@dataclass(frozen=True, slots=True)
class Span:
    """Messages `start` up to, not including, `stop`, of `total`; asked for by the place `at`.

    `also` stands first in every address: what else the page is asked for, such as a tab. `chosen` are the places that
    all pages together show, None for all of them; `first` is where this page begins among them.
    """

    start: int
    stop: int
    total: int
    size: int
    at: int | None
    beyond: int | None = None
    also: tuple[tuple[str, str], ...] = ()
    chosen: Sequence[int] | None = None
    first: int = 0

    @property
    def places(self) -> Sequence[int]:
        """The positions on this page."""
        return _all(self)[self.first : self.first + self.size]

    @property
    def last(self) -> int:
        return self.stop - 1

    @property
    def number(self) -> int:
        return self.first // self.size + 1

    @property
    def pages(self) -> int:
        return max(1, -(-len(_all(self)) // self.size))

    @property
    def older(self) -> "Span | None":
        """The page before."""
        return None if self.first == 0 else _span(self.first - self.size, self)

    @property
    def newer(self) -> "Span | None":
        """The page after."""
        return None if self.number >= self.pages else _span(self.first + self.size, self)

    def holds(self, at: int) -> bool:
        """Say whether one of the pages shows this place."""
        places = _all(self)
        there = bisect_left(places, at)
        return there < len(places) and places[there] == at

    def link(self, at: int, anchor: str = "", **more: object) -> str:
        """Return the address of a place, keeping the size of the page and, where it can, what is chosen."""
        query: list[tuple[str, object]] = [
            (name, value) for name, value in self.also if name not in NARROWING or self.holds(at)
        ]
        query.append(("at", at))
        if self.size != DEFAULT_SIZE:
            query.append(("per", self.size))
        return f"?{urlencode([*query, *more.items()])}#{anchor or f'm-{at}'}"

    @property
    def here(self) -> str:
        """The address of this page's first message."""
        return self.link(self.start)

    @property
    def poll(self) -> str:
        """The query of this page, as a poll sends it."""
        return self.here.partition("#")[0]

    @property
    def open_all(self) -> str:
        """The address of this page with all messages opened."""
        return self.link(self.start, open="all")

    @property
    def print(self) -> str:
        """The address of this page, unfolded for paper."""
        return self.link(self.start, view="print")

    @property
    def end(self) -> int:
        """The last position of the transcript."""
        return max(0, self.total - 1)

    @property
    def sizes(self) -> list[tuple[int, str]]:
        """The sizes that a page can have, with the address of this page in each."""
        return [(size, replace(self, size=size).link(self.start)) for size in SIZES]


def span(
    query: QueryDict,
    total: int,
    also: tuple[tuple[str, str], ...] = (),
    chosen: Sequence[int] | None = None,
    at: int | None = None,
) -> Span:
    """Return the page that holds `at`, which may come with the query.

    A place beyond the end gives the nearest page and says so; one that is not chosen gives the page after it.
    """
    size = whole(query.get("per"))
    at = whole(query.get("at")) if at is None else at
    size = size if size in SIZES else DEFAULT_SIZE
    asked = 0 if at is None else at
    nearest = min(asked, max(0, total - 1))
    bare = Span(0, 0, total, size, None, also=also, chosen=chosen)
    there = min(bisect_left(_all(bare), nearest), max(0, len(_all(bare)) - 1))
    found = _span(there // size * size, bare)
    beyond = asked if at is not None and asked != nearest else None
    return replace(found, at=None if at is None or not bare.holds(nearest) else nearest, beyond=beyond)


def _all(span: Span) -> Sequence[int]:
    return range(span.total) if span.chosen is None else span.chosen


def _span(first: int, like: Span) -> Span:
    places = _all(like)[first : first + like.size]
    start, stop = (places[0], places[-1] + 1) if places else (0, 0)
    return replace(like, start=start, stop=stop, first=first, at=None, beyond=None)


def whole(text: str | None) -> int | None:
    """Return a whole number of up to nine digits, or None."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def opened(query: QueryDict, name: str) -> set[int]:
    """Return the positions that a repeated key names."""
    return {number for text in query.getlist(name) if (number := whole(text)) is not None}
