"""The audit trail of a team: read by its members with filters, exported by its admins."""

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from webui.accounts.access import may, require
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.accounts.trails import ACTIONS, Filters, Line, exported
from webui.audit.trail import SUBJECTS, trail_of
from webui.common.htmx import page, private

PER_PAGE = 50


@require_safe
@require()
@private
def trail(request: HttpRequest, team: Team) -> HttpResponse:
    """List the events, newest first; `after` is the number of the last one shown."""
    filters = Filters(request.GET)
    after = request.GET.get("after", "")
    events = filters.narrowed(trail_of(team.pk)).order_by("-number")
    below = after.isascii() and after.isdecimal() and len(after) < 19
    found = list((events.filter(number__lt=int(after)) if below else events)[: PER_PAGE + 1])
    context = {
        "team": team,
        "filters": filters,
        "call_query": filters.query[1:],
        "subjects": sorted(SUBJECTS),
        "actions": ACTIONS,
        "rows": [Line(event, team.slug) for event in found[:PER_PAGE]],
        "after": found[PER_PAGE - 1].number if len(found) > PER_PAGE else None,
        "first": not below,
        "any": bool(found) or trail_of(team.pk).exists(),
        "exports": may(request.user, team, Power.EXPORT_AUDIT),
    }
    return page(request, "settings/audit.html", context)


@require_safe
@require(Power.EXPORT_AUDIT)
@private
def export(request: HttpRequest, team: Team) -> StreamingHttpResponse:
    """Give the events that the filters let through as a file, oldest first."""
    kind = request.GET.get("format", "jsonl")
    return exported(Filters(request.GET).narrowed(trail_of(team.pk)), kind, team.slug)
