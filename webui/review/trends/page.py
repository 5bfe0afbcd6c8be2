"""All charts of one page: gathered, decided, drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from webui.review.trends import versions
from webui.review.trends.chart import Chart, Mark
from webui.review.trends.drawing import Plot, draw
from webui.review.trends.registry import TRENDS
from webui.review.trends.scope import Scope


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chart and its picture, None where the table or a sentence is all there is."""

    chart: Chart
    plot: Plot | None


def charts(scope: Scope) -> list[Drawn]:
    """Return every chart of the page, in order."""
    marks = versions.decide(versions.gather(scope), scope)
    return [_drawn(trend.decide(trend.gather(scope), scope), marks) for trend in TRENDS]


def _drawn(chart: Chart, marks: Sequence[Mark]) -> Drawn:
    return Drawn(chart, draw(chart, marks if chart.timed else ()) if chart.series and not chart.blank else None)
