"""How long cases waited for the decision that closed them.

Time runs by the clock, from when a case was opened (or opened anew, because it recurred, its waiver ended or somebody
reopened it) to the decision of a person that closed it last; what it spent in needs work is taken off.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Q, QuerySet

from webui.common.days import Day
from webui.review.models import Case, Decision
from webui.review.trends.chart import Cell, Chart, Figure, Place, Series, Table, Trend
from webui.review.trends.phrases import lasted, percentile
from webui.review.trends.scope import Scope, on_days_of
from webui.review.triage import Action, State

MOST = 4_000
"""Decisions whose time is looked at: of more, every second, third … by number, so that all spans have their part."""

DECIDED = (State.ACCEPTED, State.REJECTED, State.WAIVED)
COVERED = Q(state=Case.State.WAIVED, waiver__isnull=False) & ~Q(waiver__case=F("pk"))
"""Closed by the waiver of another case, without anybody looking."""

ANEW = (Action.REOPEN, Action.RECUR, Action.WAIVER_END)
MEDIAN, NINTH = 50, 90


@dataclass(frozen=True, slots=True)
class Closed:
    """A case that a person closed."""

    pk: int
    opened: datetime
    closed: datetime


@dataclass(frozen=True, slots=True)
class Turn:
    """A step that bends the clock of a case: it `pauses`, `resumes`, or begins `anew`."""

    case: int
    at: datetime
    pauses: bool = False
    resumes: bool = False
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Cases:
    """How many were decided and closed by a waiver, by span; every `nth` of the decided ones, with their turns."""

    decided: Sequence[int]
    covered: Sequence[int]
    closed: Sequence[Closed]
    turns: Sequence[Turn]
    nth: int = 1


def gather(scope: Scope) -> Cases:
    """Count the cases that were closed in the period, and read some of them with their turns, in three queries."""
    rows = scope.cases().filter(on_days_of(scope.period, "closed"), closed__isnull=False)
    rows = rows.filter(state__in=[str(state) for state in DECIDED])
    decided, covered = _count(rows, scope)
    nth = max(-(-sum(decided) // MOST), 1)
    some = rows.annotate(part=F("number") % nth).filter(part=0) if nth > 1 else rows
    closed = [
        Closed(pk, opened, closed)
        for pk, opened, closed, state, by in some.values_list("pk", "created", "closed", "state", "waiver__case")
        if closed is not None and (state != State.WAIVED or by in (None, pk))
    ]
    return Cases(decided, covered, closed, _turns(some), nth)


def _count(rows: QuerySet[Case], scope: Scope) -> tuple[list[int], list[int]]:
    decided, covered = [0] * len(scope.period.spans), [0] * len(scope.period.spans)
    days = rows.annotate(day=Day("closed")).values_list("day")
    for day, count, waived in days.annotate(n=Count("*"), waived=Count("waiver", filter=COVERED)):
        decided[scope.period.index(day)] += count - waived
        covered[scope.period.index(day)] += waived
    return decided, covered


def _turns(cases: QuerySet[Case]) -> list[Turn]:
    bends = Q(was=State.NEEDS_WORK) | Q(now=State.NEEDS_WORK) | Q(action__in=[str(action) for action in ANEW])
    steps = Decision.objects.filter(bends, case__in=cases.values("pk")).order_by("created", "pk")
    return [
        Turn(case, at, now == State.NEEDS_WORK, was == State.NEEDS_WORK, action in ANEW)
        for case, at, action, was, now in steps.values_list("case", "created", "action", "was", "now")
    ]


def waited(one: Closed, turns: Iterable[Turn]) -> int:
    """Return the seconds from the last opening to the close, without pauses. `turns` are of this case, oldest first."""
    start, paused, since = one.opened, 0.0, None
    for turn in turns:
        if turn.at > one.closed:
            break
        if turn.resumes and since is not None:
            paused, since = paused + (turn.at - since).total_seconds(), None
        if turn.anew:
            start, paused, since = turn.at, 0.0, None
        if turn.pauses:
            since = turn.at
    return max(round((one.closed - start).total_seconds() - paused), 0)


def decide(found: Cases, scope: Scope) -> Chart:
    """Draw the median and what nine of ten needed at most, by span."""
    turns: dict[int, list[Turn]] = {}
    for turn in found.turns:
        turns.setdefault(turn.case, []).append(turn)
    waits: Mapping[int, list[int]] = {index: [] for index in range(len(scope.period.spans))}
    for one in found.closed:
        waits[scope.period.index(one.closed.date())].append(waited(one, turns.get(one.pk, ())))
    columns = [sorted(values) for values in waits.values()]
    everything = sorted(value for values in columns for value in values)
    title = "Time to decision"
    if not everything:
        return Chart("decisions", title, "", Figure(title, "–", "nothing decided"), blank=_blank(scope))
    some = f" Taken from every {_nth(found.nth)} case." if found.nth > 1 else ""
    decided = sum(found.decided)
    return Chart(
        id="decisions",
        title=title,
        said=_said(everything, decided),
        figure=Figure(f"{title}, median", lasted(percentile(everything, MEDIAN)), _ninth(everything)),
        kind="lines",
        unit="seconds",
        series=[_line("median", columns, MEDIAN), _line("90th percentile", columns, NINTH)],
        places=[
            Place(span.label, _tip(span.words, values, count))
            for span, values, count in zip(scope.period.spans, columns, found.decided, strict=True)
        ],
        table=_table(found, columns, scope),
        note=f"Hours of the clock, without time in needs work and without what a waiver closed by itself.{some}",
    )


def _blank(scope: Scope) -> str:
    if scope.narrow:
        return "No case that matches these filters was decided."
    return f"No case was decided in these {scope.period.length.words}."


def _nth(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")


def _said(everything: Sequence[int], decided: int) -> str:
    half, nine = (lasted(percentile(everything, rank)) for rank in (MEDIAN, NINTH))
    return f"Of {decided:,} decisions, half took at most {half} and nine of ten at most {nine}."


def _ninth(everything: Sequence[int]) -> str:
    return f"90th percentile {lasted(percentile(everything, NINTH))}"


def _line(name: str, columns: Iterable[Sequence[int]], rank: int) -> Series:
    return Series(name, [percentile(values, rank) if values else None for values in columns])


def _tip(words: str, values: Sequence[int], decided: int) -> str:
    if not values:
        return f"{words}: none decided"
    half, nine = (lasted(percentile(values, rank)) for rank in (MEDIAN, NINTH))
    return f"{words}: {decided:,} decided, median {half}, 90th percentile {nine}"


def _table(found: Cases, columns: Sequence[Sequence[int]], scope: Scope) -> Table:
    rows = []
    counts = zip(scope.period.spans, columns, found.decided, found.covered, strict=True)
    for span, values, decided, covered in counts:
        half, nine = (lasted(percentile(values, rank)) if values else "–" for rank in (MEDIAN, NINTH))
        link = scope.inbox(("closed", span.query), *(("state", str(state)) for state in DECIDED))
        row = (Cell(half), Cell(nine), Cell(f"{decided:,}"), Cell(f"{covered:,}"))
        rows.append([Cell(span.words, link if decided or covered else ""), *row])
    return Table(["Days", "Median", "90th percentile", "Decided", "Closed by a waiver"], rows)


TREND = Trend("decisions", gather, decide)
