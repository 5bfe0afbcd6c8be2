"""Where one message of a run went, or came from: a page, and a piece of the Before and After tabs."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from webui.accounts.access import require
from webui.accounts.models import Team
from webui.common.htmx import page, private
from webui.runs import access, store
from webui.runs.views import fates
from webui.transcripts import access as transcripts
from webui.transcripts.views.rows import ROLE_ICONS, contents

SIDES = ("before", "after")


@require_safe
@require()
@private
def trace(request: HttpRequest, team: Team, pk: str, side: str, position: int) -> HttpResponse:
    """Answer for one message of one side."""
    run = access.run_for(request.user, team.slug, pk)
    explained = store.explanation_of(run)
    transcript = {"before": run.before, "after": run.after}.get(side)
    found = fates.trace(explained, side, position) if explained and side in SIDES else None
    if found is None or transcript is None:
        raise Http404
    message = transcripts.messages_of(transcript, position, position + 1).first()
    context = {
        "team": team,
        "run": run,
        "trace": found,
        "message": message,
        "icon": ROLE_ICONS.get(message.body.role, "system") if message else "",
        "contents": contents(message.body.kinds) if message else "",
        "summarised": found.fate == "summarised" and store.summary_of(run) is not None,
    }
    return page(request, "runs/trace.html", context, part="answer")
