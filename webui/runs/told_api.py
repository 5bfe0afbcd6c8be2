"""The router of what pages tell about runs beside the runs: comparisons, rounds, traces, one fact, the measures."""

from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router

from compaction.measures import MEASURES
from webui.accounts.access import home, needs
from webui.accounts.powers import Open, Power
from webui.common.calls import host_of
from webui.common.schemas import READ
from webui.runs import access, contenders
from webui.runs.models import Fact
from webui.runs.qa_schemas import FactOut
from webui.runs.told_schemas import ComparisonOut, MeasureOut, RewrittenOut, Rounds, TraceOut
from webui.runs.views import compare as comparing
from webui.runs.views import proof as proving
from webui.runs.views import rewritten as rewriting
from webui.runs.views import rounds as rounding
from webui.runs.views import traces

router = Router()
Id = Annotated[str, Query(max_length=12)]
Place = Annotated[int, Path(ge=0, lt=2**31)]


@router.get("/compare", response={200: ComparisonOut, **READ})
@needs(Power.READ)
def compare(request: HttpRequest, a: Id, b: Id, team: str = "") -> ComparisonOut:
    """Two runs, or two passes, side by side: verdict, numbers, sections, flags, and what only one of them lost."""
    found = home(request, team, Power.READ)
    one, other = contenders.two(request.user, found.slug, a, b)
    return ComparisonOut.of(found, one, other, comparing.told(found, one, other), host_of(request))


@router.get("/runs/{pk}/rounds", response={200: Rounds, **READ})
@needs(Power.READ)
def rounds(request: HttpRequest, pk: str) -> Rounds:
    """The compactions of a run's capture in order, and the passes over its messages: what each kept."""
    run = access.run_for(request.user, None, pk)
    return Rounds.of(run.pk, rounding.groups(run.team, run), host_of(request))


@router.get("/runs/{pk}/traces/{side}/{position}", response={200: TraceOut, **READ})
@needs(Power.READ)
def trace(request: HttpRequest, pk: str, side: Literal["before", "after"], position: Place) -> TraceOut:
    """Where a message before went, or a message after came from."""
    run = access.run_for(request.user, None, pk)
    found = traces.ASKED[side](run, position)
    if found is None:
        raise Http404
    return TraceOut.of(run, found, host_of(request))


@router.get("/runs/{pk}/rewritten/{position}", response={200: RewrittenOut, **READ})
@needs(Power.READ)
def rewritten(request: HttpRequest, pk: str, position: Place, raw: bool = False) -> RewrittenOut:
    """What changed in a message before that came through, by path; `raw` tells of names in another order, too."""
    found = rewriting.pair_of(access.run_for(request.user, None, pk, texts=False), position)
    if found is None:
        raise Http404
    return RewrittenOut.of(found, raw)


@router.get("/runs/{pk}/sections/{section}", response={200: TraceOut, **READ})
@needs(Power.READ)
def section(
    request: HttpRequest, pk: str, section: str, sentence: Annotated[int | None, Query(ge=0, lt=2**31)] = None
) -> TraceOut:
    """Which messages before a section of the summary carries, or one sentence of it."""
    run = access.run_for(request.user, None, pk)
    found = traces.of_section(run, section, sentence)
    if found is None:
        raise Http404
    return TraceOut.of(run, found, host_of(request))


@router.get("/runs/{pk}/facts/{number}", response={200: FactOut, **READ})
@needs(Power.READ)
def fact(request: HttpRequest, pk: str, number: Annotated[int, Path(ge=1, lt=2**63)]) -> FactOut:
    """One fact by its id, with every decision."""
    run = access.run_for(request.user, None, pk, texts=False)
    found = Fact.objects.filter(run=run, pk=number).prefetch_related("decisions__by").first()
    if found is None:
        raise Http404
    return FactOut.of(found)


@router.get("/measures", response={200: list[MeasureOut], **READ})
@needs(Open.SIGNED_IN)
def measures(request: HttpRequest) -> list[MeasureOut]:
    """Every measure of a summary: formula, unit, and a worked example."""
    return [MeasureOut.of(one) for one in MEASURES]


@router.get("/proof", response={200: dict[str, Any], **READ})
@needs(Open.SIGNED_IN)
def proof(request: HttpRequest) -> dict[str, Any]:
    """What summaries lose and a question round wins back, as the benchmark measured it."""
    return dict(proving.measured())
