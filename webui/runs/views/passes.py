"""One pass: how far it is while it runs, and then all that is on record."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from webui.accounts.access import may, require
from webui.accounts.models import Member, Team
from webui.common.htmx import page, private, unchanged
from webui.jobs import queue
from webui.runs import access
from webui.runs.views import going


@require_safe
@require()
@private
def detail(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Show one pass. A poll (`seen`) that would change nothing is answered 204."""
    one = access.pass_for(request.user, team.slug, pk)
    job = queue.latest(access.ADVANCE, one.pk)
    status = queue.status(job) if job else None
    step, mark = going.mark(one, status)
    seen = request.GET.get("seen", "")
    if request.headers.get("HX-Request") == "true" and seen == mark:
        return unchanged()
    context: dict[str, Any] = {
        "team": team,
        "run": one.run,
        "one": one,
        "said": going.said(one),
        "live": going.is_live(one),
        "status": status,
        "mark": mark,
        "steps": going.steps(status),
        "spoken": going.spoken(one, status),
        "new_step": not seen.startswith(step),
        "reviews": may(request.user, team, Member.Role.REVIEWER),
        "maintains": may(request.user, team, Member.Role.MAINTAINER),
    }
    return page(request, "runs/pass.html", context, part="pass")


@require_POST
@require(Member.Role.REVIEWER)
def cancel(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Ask a pass to end before its next call. Replies that came are kept."""
    one = access.pass_for(request.user, team.slug, pk)
    job = queue.latest(access.ADVANCE, one.pk)
    if job is not None and going.is_live(one):
        queue.cancel(job)
        messages.success(request, "Cancelling. A call that was sent is waited for; no other is made.")
    return redirect("runs:pass", team.slug, one.pk)
