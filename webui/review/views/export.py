"""A list of cases as a file: CSV or JSON lines, every row of the filter, in its order."""

from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from webui.accounts.access import require
from webui.accounts.models import Team
from webui.common import tables
from webui.common.calls import host_of
from webui.common.htmx import private
from webui.review import files, filters, saved
from webui.review.access import person_of


@require_safe
@require()
@private
def export(request: HttpRequest, team: Team) -> HttpResponseBase:
    """Answer the cases of a filter as a file, read from the database piece by piece."""
    kind = request.GET.get("format", "csv")
    if kind not in tables.WRITERS:
        raise Http404
    names = filters.Names(team)
    user = person_of(request)
    chosen = saved.choose(request.GET, saved.arranged(team, user), names, user)
    return files.answer(chosen.asked, kind, host_of(request))
