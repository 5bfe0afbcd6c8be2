"""Deleting one run by hand."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from webui.accounts.access import require
from webui.accounts.actors import actor_of
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common.htmx import page, private
from webui.runs import access
from webui.runs.store import purging
from webui.transcripts.listeners import Going
from webui.transcripts.store import CannotGo

FAULTS = {
    "in-work": "It is being checked, or one of its QA passes is under way: wait for the end, or cancel the pass first.",
    "on-hold": "A case on legal hold pins it.",
}


@require_http_methods(["GET", "HEAD", "POST"])
@require(Power.DELETE)
@private
def delete(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Ask whether to delete a run with its passes and facts, and delete it."""
    run = access.run_for(request.user, team.slug, pk)
    fault = ""
    if request.method == "POST":
        try:
            purging.purge(team.pk, run.pk, Going(actor_of(request), whole=True))
        except CannotGo as refused:
            fault = FAULTS[refused.code]
        else:
            messages.success(request, f"Run {run.pk} is deleted.")
            return redirect("runs:list", team.slug)
    context = {
        "team": team,
        "run": run,
        "fault": fault,
        "passes": run.passes.count(),
        "facts": run.facts.count(),
        "input_goes": run.kind == run.Kind.CONTRACT,
    }
    return page(request, "runs/delete.html", context, status=409 if fault else 200)
