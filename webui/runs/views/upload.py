"""Sending a run: a contract, two lists, or two transcripts; each mistake is told beside its field."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from compaction.errors import CaptureError, UnreadablePart
from webui.accounts.access import require
from webui.accounts.models import Team, User
from webui.accounts.powers import Power
from webui.common.errors import Refusal
from webui.common.htmx import private
from webui.common.words import plural
from webui.runs import arrival, forms, uploads
from webui.runs.models import Run
from webui.runs.uploads import Sent
from webui.transcripts import access as transcripts
from webui.transcripts.models import Capture, Transcript
from webui.transcripts.views.faults import Fault, of_error
from webui.transcripts.views.outcome import DIALECTS, dialect
from webui.transcripts.views.upload import refused

CHOICES = 50
"""Transcripts that are offered by name."""

KEPT = 100_000
"""Characters of a pasted part that the form gives back after a mistake."""

GONE = "No transcript of this team has this id."


@require_http_methods(["GET", "POST"])
@require(Power.UPLOAD)
@private
@uploads.takes_parts(refused)
def new(request: HttpRequest, team: Team) -> HttpResponse:
    """Show the form of one way; take a run, and lead to it."""
    way = forms.BY_NAME.get(request.GET.get("way", ""), forms.CONTRACT)
    if request.method == "GET":
        return _page(request, team, way, {name: request.GET.get(name, "") for name in ("before", "after")})
    user = request.user
    if not user.is_authenticated:
        raise PermissionDenied
    sent = uploads.receive(request, pasted=True)
    errors = _missing(user, team, sent) if way is forms.TRANSCRIPTS else {}
    taken, told, fault = _take(user, team, sent, way) if not errors else (None, errors, None)
    if taken is None:
        return _page(request, team, way, _given(sent), errors=told, fault=fault, status=422)
    run, created = taken
    if not created:
        messages.info(request, "The same bytes were sent before. This is the earlier run; nothing was stored.")
    return redirect("runs:detail", team.slug, run.pk)


def _take(
    user: User, team: Team, sent: Sent, way: forms.Way
) -> tuple[tuple[Run, bool] | None, dict[str, str], Fault | None]:
    """Return the run, or what is wrong by field, or what is wrong with a list that was sent."""
    # Foreign texts stay behind in the except blocks: only ours are told.
    told: dict[str, str] = {}
    fault = None
    try:
        return arrival.take(team, user, sent, source=Capture.Source.PAGE), {}, None
    except UnreadablePart as error:
        told = {error.part: forms.UNREADABLE.get(error.part, "This cannot be read.")}
    except Refusal as refusal:
        field = forms.BESIDE.get(refusal.answer.code, way.parts[0].name)
        told = {field: refusal.answer.text}
    except CaptureError as error:
        fault = of_error(error)
    return None, told, fault


def _missing(user: User, team: Team, sent: Sent) -> dict[str, str]:
    errors = {}
    for side in ("before", "after"):
        try:
            transcripts.transcript_for(user, team.slug, sent.text(side).strip())
        except Http404:
            errors[side] = GONE if sent.text(side).strip() else "Name a transcript."
    return errors


def _given(sent: Sent) -> dict[str, str]:
    """What was pasted, to be shown again; files must be chosen again."""
    pasted = {name: sent.text(name) for name in sent.parts if name not in sent.files}
    return {name: text for name, text in pasted.items() if len(text) <= KEPT} | dict(sent.words)


def _page(
    request: HttpRequest,
    team: Team,
    way: forms.Way,
    given: Mapping[str, str],
    *,
    errors: Mapping[str, str] | None = None,
    fault: Fault | None = None,
    status: int = 200,
) -> HttpResponse:
    told = errors or {}

    def fields(parts: tuple[forms.Part, ...]) -> list[dict[str, Any]]:
        return [{"part": part, "value": given.get(part.name, ""), "error": told.get(part.name, "")} for part in parts]

    context = {
        "team": team,
        "ways": forms.WAYS,
        "way": way,
        "fields": fields(way.parts),
        "more": fields(way.more),
        "more_open": any(told.get(part.name) or given.get(part.name) for part in way.more),
        "errors": [(part.title, part.name, told[part.name]) for part in (*way.parts, *way.more) if part.name in told],
        "fault": fault,
        "given": given,
        "dialects": DIALECTS,
        "choices": _choices(team) if way is forms.TRANSCRIPTS else [],
        "limit": f"{uploads.MAX_BYTES // 1024**2:,} MB",
        "address": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "runs/new.html", context, status=status)


def _choices(team: Team) -> list[tuple[str, str]]:
    return [(row.pk, _label(row)) for row in transcripts.transcripts_for(team)[:CHOICES]]


def _label(row: Transcript) -> str:
    shape = dialect(row.dialect) or "shape unknown"
    return ", ".join(part for part in (row.capture.name, row.path, plural(row.messages, "message"), shape) if part)
