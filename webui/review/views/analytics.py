"""Are we getting better? Charts of a team, each with its table, and the cases behind every number."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from webui.accounts.access import require
from webui.accounts.models import Team
from webui.common.htmx import page, private
from webui.common.tables import line
from webui.review import filters
from webui.review.models import Case
from webui.review.trends.chart import Chart
from webui.review.trends.page import charts
from webui.review.trends.period import LENGTHS, USUAL, period
from webui.review.trends.scope import SHARED, Scope, within
from webui.runs.models import Run
from webui.transcripts.models import Capture, Transcript

EVERYTHING = "all"


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a menu."""

    value: str
    label: str
    on: bool


@dataclass(frozen=True, slots=True)
class Chip:
    """One filter that holds, or an unknown value, with the address without it."""

    title: str
    label: str
    link: str


@require_safe
@require()
@private
def analytics(request: HttpRequest, team: Team) -> HttpResponse:
    """Show every chart of a period, or send one of them as CSV."""
    now = timezone.now()
    scope = Scope(team, period(request.GET.get("period", ""), now), now, filters.read(request.GET, team, None, now))
    drawn = charts(scope)
    if wanted := request.GET.get("csv"):
        return _csv(wanted, [one.chart for one in drawn], scope)
    context = {
        "team": team,
        "scope": scope,
        "drawn": drawn,
        "figures": [one.chart.figure for one in drawn[:5]],
        "counts": _counts(scope),
        "query": urlencode(_pairs(scope)),
        "call_query": urlencode(_pairs(scope)),
        "periods": [Choice(code, one.words, code == scope.period.code) for code, one in LENGTHS.items()],
        "sources": _sources(scope),
        "chips": [
            _chip(scope, term) for term in scope.asked.terms if term.pair in scope.narrow and term.name != "source"
        ],
        "strays": _strays(request, scope),
    }
    return page(request, "review/analytics.html", context)


def _pairs(scope: Scope) -> list[tuple[str, str]]:
    kept = list(scope.narrow)
    return kept if scope.period.code == USUAL else [("period", scope.period.code), *kept]


def _counts(scope: Scope) -> dict[str, object]:
    """How much stands behind the page; `any` is False for a team that has sent nothing at all."""
    recent = within("created", scope.period)
    lists = Transcript.objects.filter(recent, team=scope.team).count()
    runs = Run.objects.filter(recent, team=scope.team).count()
    sent = lists or runs or any(rows.objects.filter(team=scope.team).exists() for rows in (Capture, Run, Case))
    return {"transcripts": lists, "runs": runs, "any": bool(sent)}


def _sources(scope: Scope) -> list[Choice]:
    chosen = set(scope.asked.values.get("source", ()))
    named = sorted(scope.asked.names.sources.items(), key=lambda one: one[1].casefold())
    return [Choice(pk, name, pk in chosen) for pk, name in named]


def _chip(scope: Scope, term: filters.Term) -> Chip:
    left = [pair for pair in _pairs(scope) if pair != term.pair]
    return Chip(term.title, term.label, f"?{urlencode(left)}")


def _strays(request: HttpRequest, scope: Scope) -> list[Chip]:
    """What the address asks and this page cannot tell: unknown values, and keys that only the inbox has."""
    there = f"?{urlencode(_pairs(scope))}"
    asked = [pair for pair in scope.asked.strays if pair[0] in SHARED]
    asked += [term.pair for term in scope.asked.terms if term.name not in SHARED]
    code = request.GET.get("period", USUAL)
    asked += [("period", code)] if code not in LENGTHS else []
    return [Chip(name, f"{name}={value}"[:60], there) for name, value in asked]


def _csv(wanted: str, found: Iterable[Chart], scope: Scope) -> HttpResponse:
    chosen = [chart for chart in found if wanted in (EVERYTHING, chart.id)]
    if not chosen:
        raise Http404
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    name = f"{scope.team.slug}-{wanted}-{scope.period.code}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    if wanted == EVERYTHING:
        response.write(line(["chart", "row", "column", "value"]))
        response.writelines(line(row) for row in _long(chosen))
        return response
    for chart in chosen:
        if chart.table is not None:
            response.write(line(chart.table.columns))
            response.writelines(line(cell.text for cell in row) for row in chart.table.rows)
    return response


def _long(found: Iterable[Chart]) -> Iterable[tuple[str, str, str, str]]:
    for chart in found:
        table = chart.table
        for head, *cells in table.rows if table else ():
            for column, cell in zip(table.columns[1:] if table else (), cells, strict=True):
                yield chart.title, head.text, column, cell.text
