"""One pass: how far it is while it runs, and then all that is on record."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from webui.accounts.access import may, require
from webui.accounts.actors import actor_of
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common.captured import draw
from webui.common.htmx import page, private, unchanged
from webui.jobs import queue
from webui.runs import access, ending
from webui.runs.store.passes import text_of
from webui.runs.views import going, record
from webui.transcripts import access as transcripts
from webui.transcripts import store as bodies
from webui.transcripts.models import Transcript
from webui.transcripts.views.blocks import SLICE, numbered
from webui.transcripts.views.messages import slices
from webui.transcripts.views.pages import whole

MOST_CALLS = 99
"""Calls of a pass are three; a number beyond is none of them, and fits every database."""


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
        "reviews": may(request.user, team, Power.ASK),
        "maintains": may(request.user, team, Power.RETRY),
    }
    if not going.is_live(one):
        context |= record.record(one)
    return page(request, "runs/pass.html", context, part="pass")


@require_safe
@require()
@private
def call(request: HttpRequest, team: Team, pk: str, number: int, part: str) -> HttpResponse:
    """Show one text of a call whole, in slices of 64 kB."""
    one = access.pass_for(request.user, team.slug, pk)
    found = one.calls.filter(number=min(number, MOST_CALLS)).first()
    text = text_of(getattr(found, part)) if found and part in record.PART_WORDS else None
    if found is None or text is None:
        raise Http404
    at = whole(request.GET.get("slice")) or 0
    piece = text[at * SLICE : (at + 1) * SLICE]
    context: dict[str, Any] = {
        "team": team,
        "run": one.run,
        "one": one,
        "call": found,
        "part": part,
        "title": record.PART_WORDS[part],
        "parts": [(name, words) for name, words in record.PART_WORDS.items() if getattr(found, name) is not None],
        "length": len(text),
        "markup": numbered([draw(line) for line in piece.split("\n")], text.count("\n", 0, at * SLICE) + 1),
        "slices": slices(len(text), at),
    }
    return page(request, "runs/call.html", context)


@require_safe
@require()
@private
def evicted(request: HttpRequest, team: Team, pk: str) -> StreamingHttpResponse:
    """Give the messages that the summary replaces as a JSON list, each as it was uploaded and masked."""
    one = access.pass_for(request.user, team.slug, pk)
    if one.source is None or not one.places.get("evicted"):
        raise Http404
    answer = StreamingHttpResponse(_natives(one.source, one.places["evicted"]), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{one.pk}-replaced.json"'
    return answer


def _natives(source: Transcript, places: Iterable[tuple[int, int]]) -> Iterator[bytes]:
    lead = b"["
    for start, stop in places:
        for row in transcripts.bodies_of(source, max(start, 0), stop):
            yield lead + bodies.native_of(row.body)
            lead = b",\n"
    yield b"[]" if lead == b"[" else b"]\n"


@require_POST
@require(Power.ASK)
def cancel(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Ask a pass to end before its next call. Replies that came are kept."""
    one = access.pass_for(request.user, team.slug, pk)
    if ending.cancel(one, actor_of(request)):
        messages.success(request, "Cancelling. A call that was sent is waited for; no other is made.")
    return redirect("runs:pass", team.slug, one.pk)
