"""Where bars, lines, ticks and marks stand."""

import pytest

from webui.review.trends.chart import Chart, Figure, Mark, Place, Series
from webui.review.trends.drawing import BASE, MARKED, TOP, draw, scale, tick_text
from webui.review.trends.phrases import DAY, HOUR


def chart(kind: str, *series: Series, places: int = 2, unit: str = "count") -> Chart:
    where = [Place(f"p{at}", f"place {at}", "/there" if at else "") for at in range(places)]
    return Chart("c", "C", "", Figure("c", "1"), kind=kind, unit=unit, series=series, places=where)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("highest", "unit", "ticks"),
    [
        (31, "count", [0, 10, 20, 30, 40]),
        (4, "count", [0, 1, 2, 3, 4]),
        (1, "count", [0, 1]),
        (0, "count", [0, 1]),
        (101, "count", [0, 50, 100, 150]),
        (3 * DAY, "seconds", [0, DAY, 2 * DAY, 3 * DAY]),
        (5 * HOUR, "seconds", [0, 2 * HOUR, 4 * HOUR, 6 * HOUR]),
        (1000 * DAY, "seconds", [0, 300 * DAY, 600 * DAY, 900 * DAY, 1200 * DAY]),
    ],
)
def test_a_scale_is_round_and_reaches_the_highest(highest: float, unit: str, ticks: list[float]) -> None:
    assert scale(highest, unit) == ticks


def test_ticks_are_short() -> None:
    assert [tick_text(value, "count") for value in (0, 50, 1500, 20_000)] == ["0", "50", "1.5k", "20k"]
    assert [tick_text(value, "seconds") for value in (0, HOUR, 2 * DAY)] == ["0", "1 h", "2 d"]


def test_bars_stand_on_one_another_and_nothing_stands_for_nothing() -> None:
    plot = draw(chart("bars", Series("a", [2, 0]), Series("b", [2, 4])), ())

    first, second = plot.columns
    whole = BASE - TOP
    assert [(bar.tone, bar.y, bar.height) for bar in first.bars] == [
        (1, f"{BASE - whole / 2:.1f}", f"{whole / 2 - 1:.1f}"),
        (2, f"{TOP:.1f}", f"{whole / 2 - 1:.1f}"),
    ]
    assert [bar.tone for bar in second.bars] == [2]
    assert (first.link, second.link, second.says) == ("", "/there", "place 1")
    assert [key.name for key in plot.keys] == ["a", "b"]


def test_a_small_part_is_still_seen() -> None:
    plot = draw(chart("bars", Series("a", [1000, 1])), ())

    assert plot.columns[1].bars[0].height == "1.0"


def test_a_line_breaks_where_nothing_was_measured() -> None:
    plot = draw(chart("lines", Series("a", [1, 2, None, 3]), places=4), ())

    (line,) = plot.lines
    assert len(line.dots) == 3
    assert len(line.strokes) == 1
    assert line.dots[1].says == "place 1"
    assert line.strokes[0].x2 == line.dots[1].x


def test_marks_make_room_above_and_neighbours_do_not_cover_each_other() -> None:
    plot = draw(chart("bars", Series("a", [4, 4])), [Mark(0.1, "rules 1"), Mark(0.2, "rules 2"), Mark(0.9, "rules 3")])

    assert plot.columns[0].bars[0].y == f"{MARKED:.1f}"
    assert [mark.y for mark in plot.marks] == [9.0, 20.0, 9.0]
    assert [mark.anchor for mark in plot.marks] == ["start", "start", "end"]


def test_few_places_all_have_labels_and_many_the_ends_and_the_middle() -> None:
    few = draw(chart("bars", Series("a", [1] * 5), places=5), ())
    many = draw(chart("bars", Series("a", [1] * 12), places=12), ())

    assert [label.text for label in few.labels] == ["p0", "p1", "p2", "p3", "p4"]
    assert [(label.text, label.anchor) for label in many.labels] == [("p0", "start"), ("p6", "middle"), ("p11", "end")]


def test_everything_stays_inside() -> None:
    plot = draw(chart("bars", Series("a", [123_456] * 28), places=28), ())

    assert float(plot.left.rstrip("%")) < 20
    assert all(0 <= float(column.x.rstrip("%")) <= 100 for column in plot.columns)
    last = plot.columns[-1]
    assert round(float(last.room_x.rstrip("%")) + float(last.room_width.rstrip("%"))) == 100
