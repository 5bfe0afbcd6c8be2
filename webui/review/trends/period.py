"""The time that charts look back over: whole days in UTC up to today, cut into spans of the same length. Pure."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Span:
    """One part of a period, from `start` up to but not with `end`, both midnights."""

    start: datetime
    end: datetime

    @property
    def label(self) -> str:
        """The first day: `3 Nov`."""
        return day(self.start)

    @property
    def words(self) -> str:
        """All days: `3 Nov`, `3 to 9 Nov`, `28 Oct to 3 Nov`."""
        last = self.end - DAY
        if last == self.start:
            return self.label
        first = str(self.start.day) if last.month == self.start.month else self.label
        return f"{first} to {day(last)}"

    @property
    def query(self) -> str:
        """The days as an address has them: `2026-11-03..2026-11-09`, both included."""
        return f"{self.start:%Y-%m-%d}..{self.end - DAY:%Y-%m-%d}"


@dataclass(frozen=True, slots=True)
class Length:
    """One choice of period. `ends` are the spans at either end that are compared, `end` says how long those are."""

    words: str
    spans: int
    days: int
    a_span: str
    ends: int
    end: str


LENGTHS = {
    "4w": Length("4 weeks", 28, 1, "a day", 7, "week"),
    "12w": Length("12 weeks", 12, 7, "a week", 1, "week"),
    "1y": Length("1 year", 13, 28, "in four weeks", 1, "four weeks"),
}
USUAL = "12w"


@dataclass(frozen=True, slots=True)
class Period:
    """A period that ends with today. Spans have one length, so that the first and the last can be compared."""

    code: str
    length: Length
    spans: tuple[Span, ...]

    @property
    def start(self) -> datetime:
        return self.spans[0].start

    @property
    def end(self) -> datetime:
        return self.spans[-1].end

    @property
    def words(self) -> str:
        """From when until when: `18 Aug to 3 Nov, 12 weeks`. The year is told where it is not that of the end."""
        last = self.end - DAY
        first = day(self.start) + (f" {self.start.year}" if self.start.year != last.year else "")
        return f"{first} to {day(last)}, {self.length.words}"

    def share(self, moment: datetime) -> float:
        """Return where a moment stands between start (0) and end (1)."""
        return (moment - self.start) / (self.end - self.start)

    def index(self, day: date) -> int:
        """Return in which span a day of the period stands."""
        return (day - self.start.date()).days // self.length.days


def period(code: str, now: datetime) -> Period:
    """Return the period of a code, up to the end of the day of `now`; the usual one for a code that is unknown."""
    known = code if code in LENGTHS else USUAL
    length = LENGTHS[known]
    step = length.days * DAY
    end = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + DAY
    starts = [end - step * back for back in range(length.spans, 0, -1)]
    return Period(known, length, tuple(Span(start, start + step) for start in starts))


def day(moment: datetime) -> str:
    """Return a day without its year: `3 Nov`."""
    return f"{moment.day} {moment:%b}"
