"""The start of a team, its captures, and one capture: how far it is and what is in it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from compaction.formats import FORMATS
from webui.accounts.access import powers_of, require
from webui.accounts.actors import actor_of
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common import paging
from webui.common.htmx import page, private, unchanged
from webui.jobs import queue
from webui.transcripts import access, ending, listeners, outputs, sample, store
from webui.transcripts.forms import ReadAs
from webui.transcripts.views import faults, outcome, progress, timeline
from webui.transcripts.views.pages import whole

PER_PAGE = 50
NOTES_SHOWN = 50


@require_safe
@require()
def start(request: HttpRequest, team: Team) -> HttpResponse:
    """Show how to begin while there is nothing; then the captures."""
    if access.captures_for(team).exists():
        return redirect("transcripts:captures", team.slug)
    return page(request, "captures/start.html", {"team": team})


@require_safe
@require()
@private
def captures(request: HttpRequest, team: Team) -> HttpResponse:
    """List the team's captures, newest first."""
    found = paging.by_time(access.captures_for(team), request.GET.get("after", ""), PER_PAGE)
    counts = access.contents_of(found.rows)
    context = {
        "team": team,
        "rows": [(row, counts.get(row.pk), faults.brief(row)) for row in found.rows],
        "after": found.after,
        "first": not request.GET.get("after"),
    }
    return page(request, "captures/list.html", context)


@require_safe
@require()
@private
def capture(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Show one capture. A poll (`seen`) that would change nothing is answered 204."""
    row = access.capture_for(request.user, team.slug, pk)
    job = access.job_of(row)
    status = queue.status(job) if job else None
    found = timeline.page(row, whole(request.GET.get("from")) or 0, whole(request.GET.get("open")))
    mark = progress.mark(status, row, found.lists + found.checked) if status else ""
    if request.headers.get("HX-Request") == "true" and request.GET.get("seen") == mark and mark:
        return unchanged()
    powers = powers_of(request.user, team)
    context = {
        "team": team,
        "capture": row,
        "status": status,
        "mark": mark,
        "live": outcome.running(row) and bool(status and not status.over),
        "steps": progress.steps(status, row) if status else [],
        "spoken": progress.spoken(status, row) if status else "",
        "timeline": found,
        "lone": next((one.transcript for one in found.rows if one.kind == "list"), None) if found.lists == 1 else None,
        "notes": faults.notes(row, NOTES_SHOWN),
        "more_notes": max(0, len(row.notes) - NOTES_SHOWN),
        "fault": faults.explained(row),
        "formats": [one for one in FORMATS if one.readable],
        "dialects": outcome.DIALECTS,
        "maintains": Power.RETRY in powers,
        "admin": Power.DELETE in powers,
        "exports": outputs.MENU,
        "masked": sorted(row.redactions.items()),
        "cases": listeners.marks_of(team, capture=row.pk),
    }
    return page(request, "captures/detail.html", context, part="progress")


@require_POST
@require(Power.UPLOAD)
def cancel(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Ask the work on a capture to end. What is stored by then stays."""
    row = access.capture_for(request.user, team.slug, pk)
    if ending.cancel(row, actor_of(request)):
        messages.success(request, "Cancelling. What was stored before stays.")
    return redirect("transcripts:capture", team.slug, row.pk)


@require_POST
@require(Power.UPLOAD)
def read_again(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Read a capture once more, as the format and dialect that a person names."""
    row = access.capture_for(request.user, team.slug, pk)
    form = ReadAs(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose a format and a dialect from the lists.")
    elif store.read_again(row, **form.cleaned_data, by=actor_of(request)):
        messages.success(request, "It is read again.")
    else:
        messages.info(request, "It is being read just now. Wait for the end, or cancel first.")
    return redirect("transcripts:capture", team.slug, row.pk)


@require_POST
@require(Power.UPLOAD)
def load_sample(request: HttpRequest, team: Team) -> HttpResponse:
    """Load the built-in sample."""
    user = request.user if request.user.is_authenticated else None
    loaded = sample.load(team, user)
    messages.success(request, f"The sample is loaded: {len(loaded)} captures of one session.")
    return redirect("transcripts:captures", team.slug)
