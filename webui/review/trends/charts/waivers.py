"""Waivers that end soon: what they cover comes back as cases."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef, Q

from webui.common.words import plural
from webui.review.models import Waiver
from webui.review.trends.chart import Cell, Chart, Figure, Table, Trend
from webui.review.trends.period import day
from webui.review.trends.phrases import lasted
from webui.review.trends.scope import Scope

SOON = timedelta(days=14)
SHOWN = 8
SCOPES = {
    Waiver.Scope.CASE: "this case",
    Waiver.Scope.SOURCE: "its source",
    Waiver.Scope.TEAM: "the team",
    Waiver.Scope.RULE: "rule in source",
}


@dataclass(frozen=True, slots=True)
class Ending:
    """A waiver that ends soon."""

    code: str
    scope: str
    case: int
    ends: datetime


@dataclass(frozen=True, slots=True)
class Waivers:
    """Those that end soon, the next first, at most `SHOWN`; how many do, and how many are in force."""

    ending: Sequence[Ending]
    soon: int
    in_force: int


def gather(scope: Scope) -> Waivers:
    """Read the waivers in force, in two queries. One that waits for a second person covers nothing."""
    held = Waiver.objects.filter(Q(needs_second=False) | Q(second__isnull=False), team=scope.team, ended__isnull=True)
    held = held.filter(ends__gt=scope.now)
    if scope.narrow:
        held = held.filter(Exists(scope.cases().filter(pk=OuterRef("case"))))
    soon = Q(ends__lte=scope.now + SOON)
    counts = held.aggregate(soon=Count("pk", filter=soon), all=Count("pk"))
    rows = held.filter(soon).select_related("case").order_by("ends", "pk")[:SHOWN]
    ending = [Ending(row.code, SCOPES[Waiver.Scope(row.scope)], row.case.number, row.ends) for row in rows]
    return Waivers(ending, counts["soon"], counts["all"])


def decide(found: Waivers, scope: Scope) -> Chart:
    """List them with the time that is left, as bars of 14 days."""
    left = [(one.ends - scope.now).total_seconds() for one in found.ending]
    said = ""
    if found.ending:
        first = found.ending[0]
        end = "ends" if found.soon == 1 else "end"
        said = (
            f"{found.soon:,} of {plural(found.in_force, 'waiver')} in force {end} by {day(scope.now + SOON)}; "
            f"the next, of {first.code}, in {lasted(left[0])}."
        )
    return Chart(
        id="waivers",
        title="Waivers ending in 14 days",
        said=said,
        figure=Figure("Waivers ending in 14 days", f"{found.soon:,}", f"of {found.in_force:,} in force"),
        kind="meters",
        table=_table(found, left, scope),
        note=f"The next {SHOWN} of {found.soon:,} are listed." if found.soon > SHOWN else "",
        blank="" if found.ending else _blank(found, scope),
        timed=False,
    )


def _blank(found: Waivers, scope: Scope) -> str:
    if not found.in_force:
        return "No waiver matches these filters." if scope.narrow else "No waiver is in force."
    one = found.in_force == 1
    return "The one waiver in force holds longer." if one else f"All {found.in_force:,} waivers in force hold longer."


def _table(found: Waivers, left: Sequence[float], scope: Scope) -> Table:
    rows = [
        [
            Cell(one.code, scope.case(one.case)),
            Cell(one.scope),
            Cell(f"{day(one.ends)}, in {lasted(seconds)}"),
        ]
        for one, seconds in zip(found.ending, left, strict=True)
    ]
    meter = [100 * seconds / SOON.total_seconds() for seconds in left]
    return Table(["What", "Scope", "Ends"], rows, meter)


TREND = Trend("waivers", gather, decide)
