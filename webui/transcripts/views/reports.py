"""Reporting a secret that slipped through: which words, what will happen, and how far it is. No address holds words."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode
from zlib import crc32

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from compaction.redaction.known import can_be_known
from webui.accounts.access import holds, require
from webui.accounts.actors import actor_of
from webui.accounts.models import Team, User
from webui.accounts.powers import Power
from webui.common.captured import draw
from webui.common.htmx import page, private, unchanged
from webui.common.words import number, plural
from webui.jobs import queue
from webui.transcripts import access, reporting, store
from webui.transcripts.models import Capture, Report, Transcript
from webui.transcripts.reporting import Place
from webui.transcripts.views.pages import whole
from webui.transcripts.views.progress import ICONS

AROUND = 120
"""Characters on either side of the words that are shown."""

NAMES = ("block", "slot", "start", "stop")
FAULTS = {
    "not-found": "These words do not stand in this message as they are written here.",
    "short": f"Too short: at least {reporting.SHORTEST} characters, since shorter words stand everywhere.",
    "long": f"Too long: at most {number(reporting.LONGEST)} characters.",
    "masked": "A part of this is masked already: leave the marker out.",
    "plain": "Requests are made of this word, or it is an everyday word: masking it everywhere would spoil what people "
    "read. A redaction word of the team masks it in what comes from now on.",
}
FAILED = {
    "value-gone": "The message does not hold these words any more: it was deleted, or masked meanwhile. Where they "
    "stand elsewhere, report them there.",
}
WHAT = {
    "messages": "message",
    "systems": "system prompt",
    "files": "file",
    "names": "capture name",
    "runs": "run",
    "summaries": "summary,summaries",
    "passes": "QA pass,QA passes",
    "calls": "call",
    "facts": "fact",
    "notes": "note on a fact,notes on facts",
    "cases": "case name",
    "sources": "source name",
    "remarks": "remark",
    "decisions": "note of a decision,notes of decisions",
    "waivers": "note of a waiver,notes of waivers",
    "drafts": "draft",
    "bulks": "bulk decision",
}
"""What was changed, in the order in which it is told."""

TYPED = ("notes", "remarks", "decisions", "waivers")


@sensitive_post_parameters("words")
@require_http_methods(["GET", "HEAD", "POST"])
@require(Power.MASK)
@private
def mask(request: HttpRequest, team: Team, pk: str, position: int | None = None) -> HttpResponse:
    """Ask which words of a message, and whether they are to be masked; mask them once that is confirmed."""
    transcript = access.transcript_for(request.user, team.slug, pk)
    if position is not None:
        access.message_for(transcript, position)
    elif not transcript.system:
        raise Http404
    if request.method == "POST" and "words" in request.POST:
        return _find(request, team, transcript, position)
    place = _place(request.POST if request.method == "POST" else request.GET, position)
    words = reporting.words_at(transcript, place) if place else None
    fault = _fault(transcript, position, words) if words is not None else "not-found" if place else ""
    if request.method != "POST" or place is None or words is None or fault:
        return _ask(request, team, transcript, position, place if words else None, fault)
    made = reporting.report(transcript, place, words, _user(request), actor_of(request))
    response = redirect("transcripts:report", team.slug, made.pk)
    response.status_code = 303
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@require(post=Power.MASK)
@private
def one(request: HttpRequest, team: Team, pk: int) -> HttpResponse:
    """Show how far a report is, and what was masked; a POST tries again what failed."""
    rows = Report.objects.select_related("by", "transcript", "team")
    made = get_object_or_404(rows, team=team, pk=min(pk, 2**63 - 1))
    if "forget" in request.POST:
        return _forget(request, team, made)
    if request.method == "POST":
        if made.ended is None and not reporting.is_live(made):
            reporting.queue(made)
            messages.success(request, "Queued again.")
        return redirect("transcripts:report", team.slug, made.pk)
    job = reporting.job_of(made)
    status = queue.status(job) if job else None
    told = [(row["name"], row["state"], row["count"]) for row in status.steps] if status else []
    mark = f"{crc32(repr((told, made.counts, status and (status.over, status.mark))).encode()):08x}"
    if request.headers.get("HX-Request") == "true" and request.GET.get("seen") == mark:
        return unchanged()
    counts = made.counts
    context = {
        "team": team,
        "report": made,
        "place": _where(made),
        "mark": mark,
        "status": status,
        "maintains": holds(team, Power.RETRY),
        "live": made.ended is None and status is not None and not status.over,
        "failed": made.ended is None and status is not None and status.over,
        "why": FAILED.get(status.error_code, "It could not go on; the log of the worker says where.") if status else "",
        "steps": [(row["name"], row["state"], ICONS.get(row["state"], "waiting"), _words(row)) for row in status.steps]
        if status
        else [],
        "changed": [(counts[name], nouns) for name, nouns in WHAT.items() if counts.get(name)],
        "typed": any(counts.get(name) for name in TYPED),
        "held": counts.get("held", 0),
        "unread": counts.get("unread", 0),
        "passes": counts.get("live", 0),
        "again": holds(team, Power.MASK),
        "forgets": made.known and holds(team, Power.EDIT_REDACTION),
    }
    return page(request, "settings/report.html", context, part="report")


def _forget(request: HttpRequest, team: Team, made: Report) -> HttpResponse:
    if not holds(team, Power.EDIT_REDACTION):
        raise PermissionDenied
    if reporting.forget(made, actor_of(request)):
        messages.success(request, "Uploads from now on may hold it again. What was masked stays masked.")
    return redirect("transcripts:report", team.slug, made.pk)


def _find(request: HttpRequest, team: Team, transcript: Transcript, position: int | None) -> HttpResponse:
    words = request.POST["words"].replace("\r\n", "\n").strip()
    place = reporting.find(transcript, position, words) if words else None
    fault = _fault(transcript, position, words) if place else "not-found"
    if place is None or fault:
        return _ask(request, team, transcript, position, None, fault)
    query = urlencode([(name, getattr(place, name)) for name in NAMES])
    response = redirect(f"{request.path}?{query}")
    response.status_code = 303
    return response


def _ask(
    request: HttpRequest, team: Team, transcript: Transcript, position: int | None, place: Place | None, fault: str
) -> HttpResponse:
    home = reverse("transcripts:detail", args=[team.slug, transcript.pk])
    words = reporting.words_at(transcript, place) if place and not fault else None
    context = {
        "team": team,
        "transcript": transcript,
        "position": position,
        "home": home,
        "message": f"{home}/system" if position is None else f"{home}/m/{position}",
        "place": [(name, getattr(place, name)) for name in NAMES] if place and words else [],
        "shown": _shown(transcript, place) if place and words else "",
        "length": len(words or ""),
        "known": words is not None and can_be_known(words),
        "captures": Capture.objects.filter(team=team).count(),
        "fault": FAULTS.get(fault, ""),
    }
    return page(request, "transcripts/mask.html", context, status=422 if fault else 200)


def _fault(transcript: Transcript, position: int | None, words: str) -> str:
    row = reporting.message_of(transcript, position)
    native = store.native_of(row.body) if row is not None else store.system_json_of(transcript)
    return reporting.fault(words, native)


def _place(given: Any, position: int | None) -> Place | None:
    found = [whole(given.get(name)) for name in NAMES]
    block, slot, start, stop = (value if value is not None else -1 for value in found)
    return Place(position, block, slot, start, stop) if min(block, slot, start, stop) >= 0 else None


def _shown(transcript: Transcript, place: Place) -> SafeString:
    text = reporting.text_at(transcript, place) or ""
    first, last = max(0, place.start - AROUND), min(len(text), place.stop + AROUND)
    pieces = ["…" if first else "", draw(text[first : place.start]), "<mark>", draw(text[place.start : place.stop])]
    return SafeString("".join([*pieces, "</mark>", draw(text[place.stop : last]), "…" if last < len(text) else ""]))


def _where(made: Report) -> tuple[str, str]:
    """Return the place of a report in words, and its address; empty where it is gone."""
    words = "the system prompt" if made.position is None else f"message {number(made.position)}"
    if made.transcript is None:
        return words, ""
    home = reverse("transcripts:detail", args=[made.team.slug, made.transcript.pk])
    return words, f"{home}/system" if made.position is None else f"{home}/m/{made.position}"


def _words(row: Mapping[str, Any]) -> str:
    unit = {"Find": "message", "Files": "file", "Messages": "message"}.get(row["name"], "")
    count, total = int(row["count"] or 0), row["total"]
    match row["state"]:
        case "running":
            return f"{number(count)} of {plural(total, unit)}" if unit and total else "at work"
        case "done":
            return plural(total or 0, unit) if unit else "done"
        case "failed":
            return "not done"
    return "waits"


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
