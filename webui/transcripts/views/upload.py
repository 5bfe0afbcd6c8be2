"""Sending files: dropped, chosen or pasted, each answered for itself."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from compaction.errors import CaptureError
from compaction.formats import FORMATS
from webui.accounts.access import require
from webui.accounts.models import Team, User
from webui.accounts.powers import Power
from webui.common import faults
from webui.common.htmx import private
from webui.transcripts import arrival, uploads
from webui.transcripts.forms import ReadAs
from webui.transcripts.models import Capture
from webui.transcripts.uploads import Received, UploadRefused
from webui.transcripts.views.faults import Fault, of_error
from webui.transcripts.views.outcome import DIALECTS


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one file: a capture, new or earlier, or why it was refused."""

    name: str
    capture: Capture | None = None
    new: bool = False
    fault: Fault | None = None


def refused(request: HttpRequest, refusal: UploadRefused) -> HttpResponse:
    """Answer an upload that was not read to its end."""
    template = str(refusal.status) if refusal.status in (411, 413, 507) else "400"
    limit = f"{refusal.limit // 1024**2:,} MB" if refusal.limit else ""
    return faults.fault(request, template, refusal.status, limit=limit, code=refusal.code)


@require_http_methods(["GET", "POST"])
@require(Power.UPLOAD)
@private
@uploads.takes_files(refused)
def new(request: HttpRequest, team: Team) -> HttpResponse:
    """Show the form; take files. One usable file leads to its own page, anything else is told here, file by file."""
    if request.method == "GET":
        return _page(request, team)
    user = request.user
    if not user.is_authenticated:
        raise PermissionDenied
    received = [one for one in uploads.receive(request) if one.size]
    form = ReadAs(request.POST)
    if not form.is_valid() or not received:
        return _page(request, team, status=422, nothing_sent=not received)
    results = [_take(user, team, one, form) for one in received]
    if len(results) == 1 and (only := results[0].capture) is not None:
        if not results[0].new:
            messages.info(request, "The same bytes were sent before. This is the earlier capture; nothing was stored.")
        return redirect("transcripts:capture", team.slug, only.pk)
    told = {
        "taken": [result for result in results if result.capture],
        "refused": [result for result in results if result.fault],
    }
    return _page(request, team, status=422 if told["refused"] else 200, **told)


def _take(user: User, team: Team, received: Received, form: ReadAs) -> Result:
    fault: Fault | None = None
    try:
        capture, created = arrival.take(team, user, received, source=Capture.Source.PAGE, **form.cleaned_data)
    except CaptureError as error:
        fault = of_error(error)
    if fault is not None:
        return Result(received.name, fault=fault)
    return Result(received.name, capture, created)


def _page(request: HttpRequest, team: Team, *, status: int = 200, **told: object) -> HttpResponse:
    context = {
        "team": team,
        "formats": [one for one in FORMATS if one.readable],
        "dialects": DIALECTS,
        "limit": f"{settings.MAX_UPLOAD // 1024**2:,} MB",
        "address": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "captures/new.html", context | told, status=status)
