"""The list of runs, and one run: its verdict, its numbers, and a tab."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from webui.accounts.access import powers_held, require
from webui.accounts.actors import actor_of
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common import paging
from webui.common.htmx import page, private, unchanged
from webui.runs import access, store
from webui.runs.listeners import last_accepted
from webui.runs.models import Run
from webui.runs.store import pairs
from webui.runs.views import found, outcome, steps, tabs
from webui.runs.views.chronicle import chronicle
from webui.runs.views.faults import fault_of
from webui.runs.views.filters import Filters
from webui.transcripts import listeners, outputs

PER_PAGE = 50


@require_safe
@require()
@private
def listing(request: HttpRequest, team: Team) -> HttpResponse:
    """List the team's runs, newest first."""
    filters = Filters(request.GET)
    found = paging.by_time(filters.narrowed(access.runs_for(team)), request.GET.get("after", ""), PER_PAGE)
    context = {
        "team": team,
        "filters": filters,
        "call_query": filters.query[1:],
        "rows": [outcome.row(row) for row in found.rows],
        "after": found.after,
        "first": not request.GET.get("after"),
        "any": bool(found.rows) or access.runs_for(team).exists(),
    }
    return page(request, "runs/list.html", context)


@require_safe
@require()
@private
def detail(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Show one run. A poll (`seen`) that would change nothing is answered 204."""
    run = access.run_for(request.user, team.slug, pk, texts=tabs.chosen(request.GET) != "facts")
    wants_part = request.headers.get("HX-Request") == "true"
    status = steps.status_of(run)
    mark = steps.mark(run, status)
    if wants_part and request.GET.get("seen") == mark:
        return unchanged()
    target = request.headers.get("HX-Target", "")
    part = tabs.part_of(run, request.GET, target) if wants_part else None
    if part is not None:
        template, found = part
        response = render(request, template, {"team": team, "run": run} | found)
        response["Vary"] = "HX-Request, HX-Target"
        return response
    context = {"team": team, "mark": mark, "status": status} | whole(run, request, team)
    return page(request, "runs/detail.html", context, part="run")


@require_POST
@require(Power.RETRY)
def again(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Have the two lists of a run that failed compared once more."""
    run = access.run_for(request.user, team.slug, pk, texts=False)
    if pairs.again(run, actor_of(request)):
        messages.success(request, "The two lists are compared again. What was read is kept.")
    else:
        messages.info(request, "Nothing is to be done again: the comparison of this run did not fail.")
    return redirect("runs:detail", team.slug, run.pk)


def _powers(team: Team) -> dict[str, Any]:
    powers = powers_held(team)
    return {
        "decides": Power.DECIDE in powers,
        "bulk": Power.BULK in powers,
        "deletes": Power.DELETE in powers,
        "maintains": Power.RETRY in powers,
    }


def whole(run: Run, request: HttpRequest, team: Team) -> dict[str, Any]:
    """Return the context of a run's page: what stands above the tabs, and the tab."""
    fault, checks = fault_of(run), store.checks_of(run)
    tab = tabs.chosen(request.GET)
    cases = listeners.marks_of(run.team, run=run.pk) if tab not in tabs.LEAN else []
    others = list(access.same_source(run)[: tabs.OTHERS + 1]) if tab not in tabs.LEAN else []
    return {
        "run": run,
        "exports": outputs.MENU,
        "tab": tab,
        "fault": fault,
        "told_here": fault is not None and tab in ("overview", "checks"),
        "outcome": outcome.outcome(run, fault),
        "cases": cases,
        "found": found.found(run),
        "sequence": found.sequence(run),
        "accepted": last_accepted(run) if tab in ("overview", "history") and run.before_id else None,
        "inside": found.is_inside(run),
        "figures": outcome.figures(run, checks),
        "steps": steps.steps(run, checks),
        "live": steps.live(run),
        "spoken": steps.spoken(run),
        **_powers(team),
        "lines": chronicle(run, [one.number for one in cases]) if tab == "history" else (),
        "tabs": tabs.menu(run, checks, len(others)),
        **tabs.content(run, tab, request, fault, checks, others),
    }
