"""Violations over time, by rule: of each capture the list that shows most, so that a growing session counts once."""

from collections.abc import Sequence

from django.db.models import Sum

from webui.common.days import Day
from webui.common.words import plural
from webui.review.models import Case
from webui.review.trends.chart import Cell, Chart, Figure, Place, Table, Trend
from webui.review.trends.scope import Scope, on_days_of
from webui.review.trends.stacks import Stack, stack, trend

OTHERS = "other rules"
Rows = Sequence[tuple[int, str, int]]


def gather(scope: Scope) -> Rows:
    """Count by span and rule what the team's cases were seen with, in one query; each day has its rows."""
    rows = scope.seen().filter(on_days_of(scope.period, "created"), about=Case.About.RULE)
    counted = rows.annotate(day=Day("created")).values_list("day", "code").annotate(n=Sum("count"))
    return [(scope.period.index(day), code, count) for day, code, count in counted]


def decide(found: Rows, scope: Scope) -> Chart:
    """Stack the rules."""
    length = scope.period.length
    held = stack(found, len(scope.period.spans), OTHERS)
    said = f"{trend(held, length.ends, 'Violations')}: the first {length.end} against the last."
    every = " that matches these filters" if scope.narrow else ""
    return Chart(
        id="rules",
        title=f"Violations {length.a_span}, by rule",
        said=said if held.total else "",
        figure=Figure(
            "Violations",
            f"{held.total:,}",
            f"in {length.words}, of {plural(len({code for _, code, _ in found}), 'rule')}",
        ),
        series=held.series,
        places=_places(held, scope),
        table=_table(held, scope),
        note="Each capture counts with the one of its lists that shows most.",
        blank="" if held.total else f"No violation{every} was seen in these {length.words}.",
    )


def _places(held: Stack, scope: Scope) -> list[Place]:
    return [
        Place(span.label, f"{span.words}: {plural(count, 'violation')}", _link(scope, index) if count else "")
        for index, (span, count) in enumerate(zip(scope.period.spans, held.totals, strict=True))
    ]


def _link(scope: Scope, index: int, *rules: str) -> str:
    span = scope.period.spans[index]
    named = [("rule", rule) for rule in rules] or [("kind", "broken")]
    return scope.inbox(("seen", span.query), *named)


def _table(held: Stack, scope: Scope) -> Table:
    rows = []
    for index, span in enumerate(scope.period.spans):
        cells = []
        for name, values in held.by_code.items():
            rules = held.others if name == OTHERS else (name,)
            cells.append(Cell(f"{values[index]:,}", _link(scope, index, *rules) if values[index] else ""))
        rows.append([Cell(span.words), *cells, Cell(f"{held.totals[index]:,}")])
    return Table(["Days", *held.by_code, "All"], rows)


TREND = Trend("rules", gather, decide)
