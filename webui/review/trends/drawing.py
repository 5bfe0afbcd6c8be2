"""Where everything of a picture stands: across in per cent, so that it fits any width; down in pixels. Pure.

Templates only write down what stands here. A stretched text would be unreadable, so nothing is scaled.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from webui.review.trends.chart import Chart, Mark, Series
from webui.review.trends.phrases import DAY, HOUR, lasted

HEIGHT = 190
BASE = 168.0
TOP = 8.0
MARKED = 24.0
"""The highest point under marks, whose words stand above it."""

RIGHT = 100.0
COLUMN = 0.7
"""How much of its place a bar fills."""

LABELS = 5
"""Up to so many places, each has its label; of more, the first, the middle and the last."""

TICKS = 4
MINUTE = 60
SECONDS = tuple(
    [MINUTE * n for n in (1, 5, 15, 30)]
    + [HOUR * n for n in (1, 2, 4, 8, 12)]
    + [DAY * n for n in (1, 2, 5, 10, 20, 50, 100)]
)
UPPER, LOWER = 9.0, 20.0
WORDS = 45
"""Lines for the words of marks, and how much of the narrowest plot such words take, in per cent."""

NARROW = 250
CHARACTER = 6.8
"""The narrowest plot and the width of a figure, in pixels: room for the scale is taken from there."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across, with its value at the left."""

    y: str
    text: str
    text_y: str


@dataclass(frozen=True, slots=True)
class Label:
    """Words below the axis or beside a mark."""

    x: str
    text: str
    anchor: str = "middle"
    y: float = 0.0
    dx: int = 0


@dataclass(frozen=True, slots=True)
class Bar:
    """One part of a column; `tone` counts series from 1."""

    tone: int
    y: str
    height: str


@dataclass(frozen=True, slots=True)
class Column:
    """One place of the axis: its bars, and the room that answers to a pointer."""

    x: str
    width: str
    room_x: str
    room_width: str
    bars: Sequence[Bar]
    says: str
    link: str


@dataclass(frozen=True, slots=True)
class Dot:
    """One point of a line."""

    x: str
    y: str
    says: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A piece of a line between two neighbours."""

    x1: str
    y1: str
    x2: str
    y2: str


@dataclass(frozen=True, slots=True)
class Line:
    """One series as a line; `tone` counts from 1."""

    tone: int
    strokes: Sequence[Stroke]
    dots: Sequence[Dot]


@dataclass(frozen=True, slots=True)
class Key:
    """One row of the legend."""

    tone: int
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Plot:
    """A whole picture."""

    left: str
    says: str
    ticks: Sequence[Tick]
    labels: Sequence[Label]
    keys: Sequence[Key]
    columns: Sequence[Column] = ()
    lines: Sequence[Line] = ()
    marks: Sequence[Label] = field(default=())


@dataclass(frozen=True, slots=True)
class Frame:
    """The room that values are drawn in."""

    left: float
    top: float
    highest: float
    places: int

    def y(self, value: float) -> float:
        return BASE - (BASE - self.top) * value / self.highest

    def x(self, share: float) -> float:
        return self.left + (RIGHT - self.left) * share

    def middle(self, index: int) -> float:
        return self.x((index + 0.5) / self.places)


def draw(chart: Chart, marks: Sequence[Mark]) -> Plot:
    """Return the picture of a chart that has series, with marks across the time axis."""
    top = MARKED if marks else TOP
    ticks = scale(_highest(chart), chart.unit)
    texts = [tick_text(value, chart.unit) for value in ticks]
    frame = Frame(_left(texts), top, ticks[-1], len(chart.places))
    bars = chart.kind == "bars"
    return Plot(
        left=_percent(frame.left),
        says=f"{'Stacked bars' if bars else 'Lines'}, {len(chart.places)} places. The table below says the same.",
        ticks=[
            Tick(f"{frame.y(value):.1f}", text, f"{frame.y(value) + 4:.1f}")
            for value, text in zip(ticks, texts, strict=True)
        ],
        labels=_labels(chart, frame),
        keys=[Key(tone, one.name, "bar" if bars else "dot") for tone, one in enumerate(chart.series, 1)],
        columns=_columns(chart, frame) if bars else (),
        lines=[_line(tone, one, chart, frame) for tone, one in enumerate(chart.series, 1)] if not bars else (),
        marks=list(_marks(marks, frame)),
    )


def scale(highest: float, unit: str) -> list[float]:
    """Return round values from 0 up to the highest or beyond, at most five of them."""
    steps = SECONDS if unit == "seconds" else [m * 10**e for e in range(12) for m in (1, 2, 5)]
    step = next((step for step in steps if step * TICKS >= highest), None)
    if step is None:
        step = -(-highest // (TICKS * steps[-1])) * steps[-1]
    count = max(1, int(-(-highest // step)))
    return [step * n for n in range(count + 1)]


def tick_text(value: float, unit: str) -> str:
    """Return the value of a tick: `1,500` is `1.5k`."""
    if unit == "seconds":
        return lasted(value) if value else "0"
    return f"{value / 1000:g}k" if value >= 1000 else f"{value:g}"


def _highest(chart: Chart) -> float:
    if chart.kind == "bars":
        return max(
            sum(value or 0 for value in column) for column in zip(*(one.values for one in chart.series), strict=True)
        )
    return max((value for one in chart.series for value in one.values if value is not None), default=0)


def _left(texts: Iterable[str]) -> float:
    widest = max(len(text) for text in texts) * CHARACTER + 6
    return round(max(6.0, 100 * widest / NARROW), 1)


def _labels(chart: Chart, frame: Frame) -> list[Label]:
    count = len(chart.places)
    if count <= LABELS:
        return [Label(_percent(frame.middle(at)), place.label) for at, place in enumerate(chart.places)]
    shown = ((0, "start"), (count // 2, "middle"), (count - 1, "end"))
    at_ends = {"start": _percent(frame.left), "end": _percent(RIGHT)}
    return [Label(at_ends.get(side, _percent(frame.middle(at))), chart.places[at].label, side) for at, side in shown]


def _columns(chart: Chart, frame: Frame) -> list[Column]:
    room = (RIGHT - frame.left) / frame.places
    columns = []
    for at, place in enumerate(chart.places):
        start = frame.left + room * at
        columns.append(
            Column(
                x=_percent(start + room * (1 - COLUMN) / 2),
                width=_percent(room * COLUMN),
                room_x=_percent(start),
                room_width=_percent(room),
                bars=list(_bars([one.values[at] or 0 for one in chart.series], frame)),
                says=place.says,
                link=place.link,
            )
        )
    return columns


def _bars(values: Iterable[float], frame: Frame) -> Iterable[Bar]:
    below = 0.0
    for tone, value in enumerate(values, 1):
        if value:
            high, low = frame.y(below + value), frame.y(below)
            # A hair of ground parts neighbours, but never makes a small part vanish.
            yield Bar(tone, f"{high:.1f}", f"{max(low - high - 1, 1):.1f}")
            below += value


def _line(tone: int, one: Series, chart: Chart, frame: Frame) -> Line:
    points = [(frame.middle(at), frame.y(value)) if value is not None else None for at, value in enumerate(one.values)]
    strokes = [
        Stroke(_percent(a[0]), f"{a[1]:.1f}", _percent(b[0]), f"{b[1]:.1f}")
        for a, b in zip(points, points[1:], strict=False)
        if a and b
    ]
    dots = [
        Dot(_percent(point[0]), f"{point[1]:.1f}", chart.places[at].says) for at, point in enumerate(points) if point
    ]
    return Line(tone, strokes, dots)


def _marks(marks: Iterable[Mark], frame: Frame) -> Iterable[Label]:
    last: Label | None = None
    for mark in marks:
        side, dx = ("end", -5) if mark.at > 0.6 else ("start", 5)
        x = frame.x(mark.at)
        faces = last is not None and (last.anchor, side) == ("start", "end")
        near = last is not None and x - float(last.x[:-1]) < (2 * WORDS if faces else WORDS)
        # Words of neighbours would lie upon each other: every second one stands lower.
        y = LOWER if near and last is not None and last.y == UPPER else UPPER
        last = Label(_percent(x), mark.words, side, y, dx)
        yield last


def _percent(value: float) -> str:
    return f"{value:.2f}%"
