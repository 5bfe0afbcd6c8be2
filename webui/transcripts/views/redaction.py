"""What redaction masks, and a box to try it. What is pasted there is neither stored nor logged."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from webui.accounts.access import require
from webui.accounts.models import Team
from webui.common.htmx import page, private
from webui.transcripts import masked

LONGEST = 100_000
"""Characters of a trial."""


@sensitive_post_parameters("text")
@require_http_methods(["GET", "HEAD", "POST"])
@require()
@private
def settings_page(request: HttpRequest, team: Team) -> HttpResponse:
    """List what is masked; a POST shows what would be masked in a text."""
    text = request.POST.get("text", "")
    long = len(text) > LONGEST
    context = {
        "team": team,
        "rows": masked.rows_of(team, timezone.now()),
        "days": masked.DAYS,
        "trial": masked.try_out(team, text) if text and not long else None,
        "long": long,
        "longest": LONGEST,
    }
    return page(request, "settings/redaction.html", context, status=422 if long else 200)
