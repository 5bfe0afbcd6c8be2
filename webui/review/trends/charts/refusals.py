"""Refused runs over time, by the reason of the contract."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

from webui.common.days import Day, from_day
from webui.review.trends.chart import Cell, Chart, Figure, Place, Table, Trend
from webui.review.trends.scope import Scope, on_days_of
from webui.review.trends.stacks import Stack, edges, stack, trend
from webui.runs.models import Run

JUDGED = (Run.Verdict.VALID, Run.Verdict.REFUSED, Run.Verdict.TOO_LARGE)
OTHERS = "other reasons"


@dataclass(frozen=True, slots=True)
class Runs:
    """Refused runs as span, reason, number; runs that were judged by span, None where filters leave them unknown."""

    refused: Sequence[tuple[int, str, int]]
    judged: Sequence[int] | None


def gather(scope: Scope) -> Runs:
    """Count the team's runs of the period, in one query."""
    rows = Run.objects.filter(on_days_of(scope.period, "created"), team=scope.team, state=Run.State.READY)
    rows = rows.filter(verdict__in=JUDGED)
    if scope.narrow:
        # A run is judged after it is sent: what was seen earlier cannot be of these.
        seen = scope.seen().filter(from_day("created", scope.period.start.date()), run__isnull=False)
        rows = rows.filter(verdict=Run.Verdict.REFUSED, pk__in=seen.values("run"))
    counted = rows.annotate(day=Day("created")).values_list("day", "verdict", "reason")
    judged = [0] * len(scope.period.spans)
    refused = []
    for day, verdict, reason, count in counted.annotate(n=Count("*")).order_by():
        span = scope.period.index(day)
        judged[span] += count
        if verdict == Run.Verdict.REFUSED:
            refused.append((span, reason or "no reason", count))
    return Runs(refused, None if scope.narrow else judged)


def decide(found: Runs, scope: Scope) -> Chart:
    """Stack the reasons; say what they are out of wherever that is known."""
    length = scope.period.length
    held = stack(found.refused, len(scope.period.spans), OTHERS)
    title = f"Refused runs {length.a_span}, by reason"
    return Chart(
        id="refusals",
        title=title,
        said=_said(held, found, scope),
        figure=_figure(held, found, scope),
        series=held.series,
        places=_places(held, found, scope),
        table=_table(held, found, scope),
        blank="" if held.total else _blank(found, scope),
    )


def _ends(held: Stack, found: Runs, ends: int) -> tuple[tuple[int, int], tuple[int, int] | None]:
    return edges(held.totals, ends), edges(found.judged, ends) if found.judged is not None else None


def _said(held: Stack, found: Runs, scope: Scope) -> str:
    if not held.total:
        return ""
    length = scope.period.length
    _, of = _ends(held, found, length.ends)
    return f"{trend(held, length.ends, 'Refusals', of, ' runs')}: the first {length.end} against the last."


def _figure(held: Stack, found: Runs, scope: Scope) -> Figure:
    length = scope.period.length
    (was, now), of = _ends(held, found, length.ends)
    value, before = (f"{now:,} of {of[1]:,}", f"{was:,} of {of[0]:,}") if of else (f"{now:,}", f"{was:,}")
    return Figure(f"Refused runs, last {length.end}", value, f"{before} in the first {length.end}")


def _blank(found: Runs, scope: Scope) -> str:
    if found.judged is None:
        return "No refused run matches these filters."
    judged = sum(found.judged)
    if not judged:
        return f"No run was judged in these {scope.period.length.words}."
    return "The one run was not refused." if judged == 1 else f"None of {judged:,} runs was refused."


def _places(held: Stack, found: Runs, scope: Scope) -> list[Place]:
    places = []
    for index, span in enumerate(scope.period.spans):
        count = held.totals[index]
        of = f" of {found.judged[index]:,}" if found.judged is not None else ""
        says = f"{span.words}: {count:,}{of} refused"
        places.append(Place(span.label, says, _link(scope, index) if count else ""))
    return places


def _link(scope: Scope, index: int, *reasons: str) -> str:
    span = scope.period.spans[index]
    return scope.inbox(("kind", "refused"), ("seen", span.query), *(("reason", reason) for reason in reasons))


def _table(held: Stack, found: Runs, scope: Scope) -> Table:
    rows = []
    for index, span in enumerate(scope.period.spans):
        row = [Cell(span.words)]
        for name, values in held.by_code.items():
            reasons = held.others if name == OTHERS else (name,)
            row.append(Cell(f"{values[index]:,}", _link(scope, index, *reasons) if values[index] else ""))
        row.append(Cell(f"{held.totals[index]:,}"))
        if found.judged is not None:
            row.append(Cell(f"{found.judged[index]:,}"))
        rows.append(row)
    runs = ["Runs"] if found.judged is not None else []
    return Table(["Days", *held.by_code, "All", *runs], rows)


TREND = Trend("refusals", gather, decide)
