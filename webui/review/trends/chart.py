"""What a chart says, before it is drawn: series over spans, a sentence, a table. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from webui.review.trends.scope import Scope


@dataclass(frozen=True, slots=True)
class Series:
    """One row of values, one a place on the axis; None where there is nothing to draw."""

    name: str
    values: Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Place:
    """One place on the axis: its label below, what is said of it, and the cases that it stands for."""

    label: str
    says: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A change that may explain a bend: where between 0 and 1, and its words."""

    at: float
    words: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of a table: as text, and the cases behind it."""

    text: str
    link: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """The same as the picture. The first cell of a row is its head; `meter` draws a bar of 0 to 100 beside each row."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    meter: Sequence[float] = ()

    @property
    def lines(self) -> list[tuple[Cell, Sequence[tuple[Cell, str]], str]]:
        """The rows as they are written down: head, cells with their columns, and how long the bar is."""
        meter = [f"{value:.1f}%" for value in self.meter] or [""] * len(self.rows)
        return [
            (row[0], list(zip(row[1:], self.columns[1:], strict=True)), width)
            for row, width in zip(self.rows, meter, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Figure:
    """The one number of a chart that stands at the top of the page."""

    label: str
    value: str
    small: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """What one chart shows. `blank` stands in the place of the picture where there is nothing to draw."""

    id: str
    title: str
    said: str
    figure: Figure
    kind: Literal["bars", "lines", "meters"] = "bars"
    unit: Literal["count", "seconds"] = "count"
    series: Sequence[Series] = ()
    places: Sequence[Place] = ()
    table: Table | None = None
    note: str = ""
    blank: str = ""
    timed: bool = True


@dataclass(frozen=True, slots=True)
class Trend:
    """One chart: `gather` asks the database in few bounded queries, `decide` is pure and says what came of it."""

    id: str
    gather: Callable[[Scope], Any]
    decide: Callable[[Any, Scope], Chart]
