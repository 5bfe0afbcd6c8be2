"""What summaries lost and what questions won back, out of all facts that were checked.

A fact is an identifier of the messages that a summary replaced, or a question of a QA pass. Source: decisions 26.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Count, IntegerField, QuerySet, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from webui.common.days import Day
from webui.review.trends.chart import Cell, Chart, Figure, Place, Series, Table, Trend
from webui.review.trends.phrases import share, verb_of
from webui.review.trends.scope import Scope, within
from webui.review.trends.stacks import edges
from webui.runs.models import Fact, Pass, Run

UNANSWERED = (Fact.Verdict.MISSING, Fact.Verdict.SHED)


@dataclass(frozen=True, slots=True)
class Facts:
    """By span: facts that were checked, lost, recovered. None where filters stand in the way."""

    checked: Sequence[int] = ()
    lost: Sequence[int] = ()
    recovered: Sequence[int] = field(default=())


def gather(scope: Scope) -> Facts | None:
    """Sum up runs, passes and questions of the period, in three queries."""
    if scope.narrow:
        return None
    spans = len(scope.period.spans)
    checked, lost, recovered = [0] * spans, [0] * spans, [0] * spans
    runs = Run.objects.filter(within("judged", scope.period), team=scope.team, measures__has_key="identifiers")
    done = Pass.objects.filter(within("ended", scope.period), team=scope.team, outcome=Pass.Outcome.COMPACTED)
    for day, identifiers, gone in [*_identifiers(runs, "judged"), *_identifiers(done, "ended")]:
        checked[scope.period.index(day)] += identifiers or 0
        lost[scope.period.index(day)] += gone or 0
    asked = Fact.objects.filter(
        within("of__ended", scope.period), of__team=scope.team, of__isnull=False, kind=Fact.Kind.QUESTION
    )
    counted = asked.annotate(day=Day("of__ended")).values_list("day", "verdict")
    for day, verdict, count in counted.annotate(n=Count("pk")).order_by():
        span = scope.period.index(day)
        checked[span] += count
        lost[span] += count if verdict in UNANSWERED else 0
        recovered[span] += count if verdict == Fact.Verdict.RECOVERED else 0
    return Facts(checked, lost, recovered)


def _identifiers(rows: QuerySet[Any], moment: str) -> Iterable[tuple[date, int | None, int | None]]:
    def total(key: str) -> Sum:
        return Sum(Cast(KeyTextTransform(key, "measures"), IntegerField()))

    days = rows.annotate(day=Day(moment)).values_list("day")
    return days.annotate(all=total("identifiers"), gone=total("lost")).order_by()


def decide(found: Facts | None, scope: Scope) -> Chart:
    """Draw two lines per 100 facts, and print every number with its base."""
    length = scope.period.length
    title = "Facts lost and recovered, of 100 checked"
    if found is None or not sum(found.checked):
        none = f"No fact was checked in these {length.words}."
        blank = none if found else "Facts are counted for the whole team: what is valid has no case to be filtered by."
        return Chart("facts", title, "", Figure("Facts lost", "–", none if found else "not with filters"), blank=blank)
    lost, checked = sum(found.lost), sum(found.checked)
    small = f"{lost:,} of {checked:,} checked"
    return Chart(
        id="facts",
        title=title,
        said=_said(found, scope),
        figure=Figure(f"Facts lost, {length.words}", share(lost, checked), small),
        kind="lines",
        series=[Series("lost", _per_100(found.lost, found)), Series("recovered", _per_100(found.recovered, found))],
        places=_places(found, scope),
        table=_table(found, scope),
        note="Facts are identifiers of the replaced messages, and questions of QA passes.",
    )


def _per_100(values: Sequence[int], found: Facts) -> list[float | None]:
    return [100 * value / whole if whole else None for value, whole in zip(values, found.checked, strict=True)]


def _said(found: Facts, scope: Scope) -> str:
    length = scope.period.length
    first, last = edges(found.checked, length.ends)
    if not first or not last:
        lost, recovered = sum(found.lost), sum(found.recovered)
        return f"Lost were {share(lost, sum(found.checked))}, recovered {share(recovered, sum(found.checked))}."
    told = []
    for noun, values in (("Lost", found.lost), ("recovered", found.recovered)):
        was, now = edges(values, length.ends)
        verb = verb_of(was / first, now / last).replace("stayed", "went")
        told.append(f"{noun} {verb} from {share(was, first)} to {share(now, last)}")
    return f"{'; '.join(told)}: the first {length.end} against the last."


def _places(found: Facts, scope: Scope) -> list[Place]:
    places = []
    for index, span in enumerate(scope.period.spans):
        whole = found.checked[index]
        lost, recovered = share(found.lost[index], whole), share(found.recovered[index], whole)
        says = f"{span.words}: {lost} lost, {recovered} recovered" if whole else f"{span.words}: none checked"
        places.append(Place(span.label, says))
    return places


def _table(found: Facts, scope: Scope) -> Table:
    rows = []
    for index, span in enumerate(scope.period.spans):
        whole, lost, recovered = found.checked[index], found.lost[index], found.recovered[index]
        shares = [share(lost, whole), share(recovered, whole)] if whole else ["–", "–"]
        cells = (*shares, f"{lost:,}", f"{recovered:,}", f"{whole:,}")
        rows.append([Cell(span.words), *(Cell(text) for text in cells)])
    return Table(["Days", "Lost", "Recovered", "Lost, in all", "Recovered, in all", "Checked"], rows)


TREND = Trend("facts", gather, decide)
