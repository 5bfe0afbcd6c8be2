"""Which part of a transcript a page shows, and the addresses around it."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

SIZES = (50, 100, 200)
DEFAULT_SIZE = 100


@dataclass(frozen=True, slots=True)
class Span:
    """Messages `start` up to, not including, `stop`, of `total`; asked for by the place `at`."""

    start: int
    stop: int
    total: int
    size: int
    at: int | None
    beyond: int | None = None

    @property
    def last(self) -> int:
        return self.stop - 1

    @property
    def number(self) -> int:
        return self.start // self.size + 1

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // self.size))

    @property
    def older(self) -> "Span | None":
        """The page before."""
        return None if self.start == 0 else _span(self.start - self.size, self.total, self.size)

    @property
    def newer(self) -> "Span | None":
        """The page after."""
        return None if self.stop >= self.total else _span(self.stop, self.total, self.size)

    def link(self, at: int, anchor: str = "", **more: object) -> str:
        """Return the address of a place, keeping the size of the page."""
        query: dict[str, object] = {"at": at}
        if self.size != DEFAULT_SIZE:
            query["per"] = self.size
        return f"?{urlencode(query | more)}#{anchor or f'm-{at}'}"

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
    def end(self) -> int:
        """The last position of the transcript."""
        return max(0, self.total - 1)

    @property
    def sizes(self) -> tuple[int, ...]:
        return SIZES


def span(query: QueryDict, total: int) -> Span:
    """Return the page that holds `at`. A place beyond the end gives the nearest page and says so."""
    size = whole(query.get("per"))
    at = whole(query.get("at"))
    size = size if size in SIZES else DEFAULT_SIZE
    asked = 0 if at is None else at
    nearest = min(asked, max(0, total - 1))
    found = _span(nearest // size * size, total, size)
    beyond = asked if at is not None and asked != nearest else None
    return Span(found.start, found.stop, total, size, None if at is None else nearest, beyond)


def _span(start: int, total: int, size: int) -> Span:
    return Span(start, min(start + size, total), total, size, None)


def whole(text: str | None) -> int | None:
    """Return a whole number of up to nine digits, or None."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


def opened(query: QueryDict, name: str) -> set[int]:
    """Return the positions that a repeated key names."""
    return {number for text in query.getlist(name) if (number := whole(text)) is not None}
