"""What redaction masks, and a box to try it. What is pasted there is neither stored nor logged."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from compaction.redaction import literals
from webui.accounts.access import may, require
from webui.accounts.actors import actor_of
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common.htmx import page, private
from webui.common.words import plural
from webui.transcripts import masked, reporting

LONGEST = 100_000
"""Characters of a trial."""


@sensitive_post_parameters("text", "words")
@require_http_methods(["GET", "HEAD", "POST"])
@require()
@private
def settings_page(request: HttpRequest, team: Team) -> HttpResponseBase:
    """List what is masked; a POST shows what would be masked in a text."""
    if "words" in request.POST:
        return change(request, team.slug)
    return _page(request, team)


@require(Power.EDIT_REDACTION)
def change(request: HttpRequest, team: Team) -> HttpResponse:
    """Save the words that a maintainer typed, one a line."""
    lines = [" ".join(line.split()) for line in request.POST["words"].splitlines()]
    words = list(dict.fromkeys(line for line in lines if line))
    bad = [word for word in words if not literals.usable(word)]
    if bad or len(words) > literals.MOST or "try" in request.POST:
        return _page(request, team, bad=bad, many=len(words) > literals.MOST, typed=words)
    if masked.save_words(team, words, actor_of(request)):
        messages.success(request, f"Saved: {plural(len(words), 'word')}. They count for what is uploaded from now on.")
    else:
        messages.info(request, "Nothing changed.")
    return redirect("transcripts:redaction", team.slug)


def _page(
    request: HttpRequest,
    team: Team,
    *,
    bad: list[str] | None = None,
    many: bool = False,
    typed: list[str] | None = None,
) -> HttpResponse:
    text = request.POST.get("text", "")
    long = len(text) > LONGEST
    context = {
        "team": team,
        "rows": masked.rows_of(team, timezone.now()),
        "days": masked.DAYS,
        "trial": masked.try_out(team, text, typed) if text and not long and not bad else None,
        "tries": typed is not None,
        "text": text if typed is not None and not long else "",
        "long": long,
        "longest": LONGEST,
        "bad": bad or [],
        "many": many,
        "most": literals.MOST,
        "words": "\n".join(masked.words_of(team) if typed is None else typed),
        "reports": reporting.reports_of(team).select_related("by"),
        "known": len(masked.own_of(team).known),
        "edits": may(request.user, team, Power.EDIT_REDACTION),
    }
    return page(request, "settings/redaction.html", context, status=422 if long or bad or many else 200)
