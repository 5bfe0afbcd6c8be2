"""How long the open cases have been waiting, by state."""

from bisect import bisect
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.db.models import Count, Q

from webui.common.days import Day
from webui.common.words import plural
from webui.review.models import Case
from webui.review.trends.chart import Cell, Chart, Figure, Place, Series, Table, Trend
from webui.review.trends.scope import Scope
from webui.review.triage import OPEN_STATES

DAY = timedelta(days=1)
AGES: tuple[tuple[str, str, int], ...] = (
    ("today", "today", 0),
    ("1–2 d", "1 to 2 days ago", 1),
    ("3–5 d", "3 to 5 days ago", 3),
    ("6–10 d", "6 to 10 days ago", 6),
    ("over 10 d", "over 10 days ago", 11),
)
"""Ages in days of the calendar: label, words, and the youngest age in days that belongs there."""

STATES = {str(state): str(label) for state, label in Case.State.choices if state in OPEN_STATES}
FIRST_DAY = "2000-01-01"
Rows = Sequence[tuple[int, str, int, int]]


def gather(scope: Scope) -> Rows:
    """Count the open cases by age and state, and how many of them are overdue, in one query; each day has its rows."""
    rows = scope.cases().filter(closed__isnull=True).annotate(day=Day("created")).values_list("day", "state")
    counted = rows.annotate(n=Count("*"), late=Count("due", filter=Q(due__lt=scope.now)))
    today = _midnight(scope.now).date()
    return [(_age((today - day).days), state, count, late) for day, state, count, late in counted]


def _age(days: int) -> int:
    """Return in which of the ages so many days stand; what is of tomorrow stands in the youngest."""
    return max(bisect([youngest for _, _, youngest in AGES], days) - 1, 0)


def decide(found: Rows, scope: Scope) -> Chart:
    """Stack the states over the ages."""
    counts = {state: [0] * len(AGES) for state in STATES}
    overdue = 0
    for age, state, count, late in found:
        counts[state][age] += count
        overdue += late
    totals = [sum(column) for column in zip(*counts.values(), strict=True)]
    open_cases = sum(totals)
    late_words = f"{overdue:,} of {open_cases:,} overdue"
    return Chart(
        id="ages",
        title="Open cases by age",
        said=f"{plural(open_cases, 'case')} open, {totals[-1]:,} of them for more than 10 days; {late_words}.",
        figure=Figure("Open cases", f"{open_cases:,}", f"{overdue:,} overdue", scope.inbox(("state", "open"))),
        series=[Series(STATES[state], values) for state, values in counts.items() if any(values)],
        places=[
            Place(label, f"Opened {words}: {plural(count, 'case')}", _link(scope, index) if count else "")
            for index, ((label, words, _), count) in enumerate(zip(AGES, totals, strict=True))
        ],
        table=_table(counts, totals, scope),
        note="Ages count days of the calendar, in UTC.",
        blank="" if open_cases else _blank(scope),
        timed=False,
    )


def _blank(scope: Scope) -> str:
    return "No open case matches these filters." if scope.narrow else "No case is open: all that came up is decided."


def _midnight(now: datetime) -> datetime:
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def _link(scope: Scope, index: int, *states: str) -> str:
    today = _midnight(scope.now)
    last = today - DAY * AGES[index][2]
    first = f"{today - DAY * (AGES[index + 1][2] - 1):%Y-%m-%d}" if index + 1 < len(AGES) else FIRST_DAY
    return scope.inbox(*(("state", state) for state in states or ("open",)), ("opened", f"{first}..{last:%Y-%m-%d}"))


def _table(counts: dict[str, list[int]], totals: Sequence[int], scope: Scope) -> Table:
    rows = [
        [
            Cell(f"opened {words}"),
            *(
                Cell(f"{values[index]:,}", _link(scope, index, state) if values[index] else "")
                for state, values in counts.items()
            ),
            Cell(f"{totals[index]:,}"),
        ]
        for index, (_, words, _) in enumerate(AGES)
    ]
    return Table(["Age", *STATES.values(), "All"], rows)


TREND = Trend("ages", gather, decide)
