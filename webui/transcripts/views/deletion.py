"""Deleting one capture by hand."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from webui.accounts.access import require
from webui.accounts.actors import actor_of
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common.htmx import page, private
from webui.transcripts import access, store
from webui.transcripts.listeners import Going

FAULTS = {
    "in-work": "It is at work just now: wait for the end, or cancel first.",
    "on-hold": "A case on legal hold pins it.",
}


@require_http_methods(["GET", "HEAD", "POST"])
@require(Power.DELETE)
@private
def delete(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Ask whether to delete a capture with all that came of it, and delete it."""
    capture = access.capture_for(request.user, team.slug, pk)
    fault = ""
    if request.method == "POST":
        try:
            store.purge(team.pk, capture.pk, Going(actor_of(request), whole=True))
        except store.CannotGo as refused:
            fault = FAULTS[refused.code]
        else:
            messages.success(request, f"Capture {capture.pk} is deleted.")
            return redirect("transcripts:captures", team.slug)
    context = {"team": team, "capture": capture, "fault": fault, "transcripts": capture.transcripts.count()}
    return page(request, "captures/delete.html", context, status=409 if fault else 200)
