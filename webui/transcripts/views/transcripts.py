"""The list of transcripts, and one transcript with its violations in place."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from webui.accounts.access import holds, require
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common import paging
from webui.common.htmx import page, private
from webui.common.words import plural
from webui.transcripts import access, listeners, outputs
from webui.transcripts.models import Transcript
from webui.transcripts.points import points_of
from webui.transcripts.views import outcome, outline, overview, reading, search
from webui.transcripts.views.filters import Filters
from webui.transcripts.views.pages import Span
from webui.transcripts.views.rows import Row, cases_of

PER_PAGE = 50
RESULTS = {"refused": access.REFUSED, "accepted": access.ACCEPTED, "unchecked": access.UNCHECKED}


@require_safe
@require()
@private
def listing(request: HttpRequest, team: Team) -> HttpResponse:
    """List the team's transcripts, newest first."""
    filters = Filters(request.GET)
    rows = filtered(access.transcripts_for(team), filters)
    found = paging.by_time(rows, request.GET.get("after", ""), PER_PAGE)
    context = {
        "team": team,
        "filters": filters,
        "call_query": filters.query[1:],
        "rows": [(row, outcome.outcome(row), outcome.dialect(row.dialect)) for row in found.rows],
        "after": found.after,
        "first": not request.GET.get("after"),
        "any": bool(found.rows) or access.transcripts_for(team).exists(),
    }
    return page(request, "transcripts/list.html", context)


def filtered(rows: QuerySet[Transcript], filters: Filters) -> QuerySet[Transcript]:
    """Return the rows that the filters let through."""
    if filters.results:
        wanted = Q()
        for result in filters.results:
            wanted |= RESULTS[result]
        rows = rows.filter(wanted)
    if filters.dialects:
        rows = rows.filter(dialect__in=filters.dialects)
    if filters.text:
        rows = rows.filter(Q(pk__startswith=filters.text) | Q(capture__name__icontains=filters.text))
    return rows


@require_safe
@require()
@private
def detail(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Show one page of a transcript: folded messages, those that break a rule opened with what is wrong."""
    transcript = access.transcript_for(request.user, team.slug, pk)
    target = request.headers.get("HX-Target", "")
    if request.headers.get("HX-Request") == "true" and target.startswith("m-"):
        return part_of(request, team, transcript)
    named = search.pasted(request.GET.get("find", ""))
    if named is not None:
        return redirect(request.path + named.query)
    context = reading.page(transcript, request.GET, request.path) | {"team": team}
    context |= _whole(transcript, request.GET, context["span"], context["rows"])
    context["beside"] = _beside(context)
    context["call_query"] = urlencode({"after": context["span"].start - 1, "limit": context["span"].size})
    context |= {"ways": listeners.ways_of(transcript), "exports": outputs.MENU}
    context["cases"] = _with_cases(team, transcript, context["rows"])
    context["masks"] = holds(team, Power.MASK)
    part = "" if target == "messages" else "outcome"
    response = page(request, "transcripts/detail.html", context, part=part)
    patch_vary_headers(response, ["HX-Target"])
    return response


def _whole(transcript: Transcript, query: QueryDict, shown: Span, rows: Sequence[Row]) -> dict[str, Any]:
    """Return what the page shows of the whole transcript; each row learns of the compactions right before it."""
    points = points_of(transcript)
    for row in rows:
        row.points = [point for point in points if point.position == row.index]
    compactions = outline.compactions(transcript, points, shown)
    return {
        "map": overview.strip(transcript, shown, compactions),
        "outline": outline.outline(transcript, query, shown, compactions),
        "end_points": [point for point in points if point.position > shown.end] if shown.newer is None else [],
    }


def _with_cases(team: Team, transcript: Transcript, rows: Sequence[Row]) -> list[listeners.Mark]:
    """Return the cases of a transcript; each row learns of the one that its violation belongs to."""
    cases = listeners.marks_of(team, transcript=transcript.pk)
    for row in rows:
        row.case, row.talk = cases_of(row.breaches, cases)
    return cases


def _beside(context: Mapping[str, Any]) -> str:
    """Say what stands beside the messages; nothing where there is nothing."""
    count = context["count"]
    named = [
        "hits" if context["hit_list"] else "",
        plural(count, "violation") if count else "",
        "outline" if context["outline"] else "",
    ]
    told = ", ".join(filter(None, named))
    return told[:1].upper() + told[1:]


def part_of(request: HttpRequest, team: Team, transcript: Transcript) -> HttpResponse:
    """Answer with one message, opened or folded, to be put in its place."""
    context = reading.one(transcript, request.GET, request.path) | {"team": team, "transcript": transcript}
    context["ways"] = listeners.ways_of(transcript)
    context["cases"] = _with_cases(team, transcript, [context["row"]])
    context["masks"] = holds(team, Power.MASK)
    response = render(request, "transcripts/_row.html", context)
    response["Vary"] = "HX-Request, HX-Target"
    return response
