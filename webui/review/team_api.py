"""The router of what a team sees of its cases together: the charts, and how it triages. Read alone."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router, Schema

from webui.accounts.access import home, needs
from webui.accounts.models import User
from webui.accounts.powers import Power
from webui.common.schemas import READ
from webui.review import filters
from webui.review.policy import policy_of
from webui.review.trends.chart import Chart
from webui.review.trends.period import period as period_of
from webui.review.trends.registry import TRENDS
from webui.review.trends.scope import Scope

router = Router()


class ChartOut(Schema):
    """One chart: its sentence, its one number, and its table; no rows where there is nothing to draw (`blank`)."""

    id: str
    title: str
    said: str
    label: str
    value: str
    small: str
    columns: list[str]
    rows: list[list[str]]
    note: str
    blank: str

    @classmethod
    def of(cls, chart: Chart) -> "ChartOut":
        names = ("id", "title", "said", "note", "blank")
        values: dict[str, Any] = {name: getattr(chart, name) for name in names}
        values |= {name: getattr(chart.figure, name) for name in ("label", "value", "small")}
        rows = [[cell.text for cell in row] for row in chart.table.rows] if chart.table else []
        return cls(columns=list(chart.table.columns) if chart.table else [], rows=rows, **values)


class Charts(Schema):
    """Every chart of a period, in the order of the page."""

    team: str
    period: str
    charts: list[ChartOut]


class OwnerOut(Schema):
    """Who gets cases of a rule, reason or flag (`by` is `rule`), or of a source by its key."""

    by: str
    value: str
    owner: str


class TriageOut(Schema):
    """How a team triages. `targets` are working days; of `owners` the first match wins."""

    team: str
    targets: dict[str, int]
    flags: list[str]
    reasons_off: list[str]
    second_person: bool
    owners: list[OwnerOut]


@router.get("/analytics", response={200: Charts, **READ})
@needs(Power.READ)
def analytics(request: HttpRequest, team: str = "", period: str = "") -> Charts:
    """The charts of a period (`4w`, `12w`, `1y`), narrowed by the filters of the page, as sentences and tables."""
    found, now = home(request, team, Power.READ), timezone.now()
    scope = Scope(found, period_of(period, now), now, filters.read(request.GET, found, None, now))
    told = [ChartOut.of(trend.decide(trend.gather(scope), scope)) for trend in TRENDS]
    return Charts(team=found.slug, period=scope.period.code, charts=told)


@router.get("/settings/triage", response={200: TriageOut, **READ})
@needs(Power.READ)
def triage(request: HttpRequest, team: str = "") -> TriageOut:
    """How a team triages: targets, what makes a case, reasons that are off, default owners."""
    found = home(request, team, Power.READ)
    policy = policy_of(found)
    people = dict(User.objects.filter(pk__in=[one.user for one in policy.owners]).values_list("pk", "username"))
    return TriageOut(
        team=found.slug,
        targets=dict(policy.targets),
        flags=list(policy.flags),
        reasons_off=sorted(policy.reasons_off),
        second_person=policy.second_person,
        owners=[OwnerOut(by=one.by, value=one.value, owner=people.get(one.user, "")) for one in policy.owners],
    )
