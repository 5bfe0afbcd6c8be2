"""One step for many cases: those that are ticked, or all that a filter finds."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from webui.accounts.access import require
from webui.accounts.models import Team
from webui.review import filters
from webui.review.views import export

QUERY = 1000
MOST_TICKED = 100


@require_POST
@require()
def bulk(request: HttpRequest, team: Team) -> HttpResponseBase:
    """Take the ticked rows of the list, or all that match, to what shall happen to them."""
    asked = filters.read(request.POST.get("query", "")[:QUERY], team, request.user.pk)
    numbers = None if "all" in request.POST else _ticked(request)
    if numbers == []:
        messages.error(request, "No case is selected. Tick the cases first.")
        return redirect(f"{reverse('review:inbox', args=[team.slug])}?{asked.query or 'view=all'}")
    return export.answer(asked, "csv", request.build_absolute_uri("/").rstrip("/"), numbers)


def _ticked(request: HttpRequest) -> list[int]:
    values = request.POST.getlist("case")[:MOST_TICKED]
    return [int(value) for value in values if value.isascii() and value.isdigit() and len(value) < 10]
