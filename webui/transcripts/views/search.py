"""One box that understands ids, rule codes, tool call ids and a provider's own error."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from compaction.shape import provider_error
from webui.accounts.access import require
from webui.accounts.models import Team
from webui.common.htmx import page, private
from webui.transcripts import access, listeners, said
from webui.transcripts.models import Capture, Transcript
from webui.transcripts.views import rules
from webui.transcripts.views.outcome import Outcome, outcome
from webui.transcripts.views.places import Place, place
from webui.transcripts.views.rules import Entry

LONGEST = 4_000
"""Characters of a pasted error that are looked at."""

CHOICES = 20
_ID = re.compile(r"[0-9a-f]{12}")
_NAME = 20
"""Characters of the longest name that apps above are asked for, such as that of a case."""

_CALL = re.compile(r"[A-Za-z0-9_.:-]{6,120}")


@dataclass(frozen=True, slots=True)
class Found:
    """Where a text leads; or, of a provider's error, the rules and place that it names, and transcripts."""

    link: str = ""
    told: provider_error.ProviderError | None = None
    rules: Sequence[Entry] = ()
    place: Place | None = None
    rows: Sequence[tuple[Transcript, Outcome, str]] = ()


@require_safe
@require()
@private
def search(request: HttpRequest, team: Team) -> HttpResponse:
    """Lead to what the text names; ask which transcript where it could be any; say so where nothing matches."""
    text = request.GET.get("q", "").strip()[:LONGEST]
    transcript = transcript_of(request, team, request.GET.get("transcript", ""))
    found = look(team, text, transcript)
    if found.link:
        return redirect(found.link)
    context = {"team": team, "text": text, "transcript": transcript, "call_query": urlencode({"q": text})}
    if found.told is None:
        return page(request, "search/nothing.html", context, status=200)
    context |= {"rules": found.rules, "place": found.place, "rows": found.rows}
    return page(request, "search/error.html", context)


def look(team: Team, text: str, transcript: Transcript | None) -> Found:
    """Return what a text leads to; `transcript` is the one that is being read, if one is."""
    link = _named(team, text)
    if link is not None:
        return Found(link)
    told = provider_error.read_error(text) if text else None
    if told is not None:
        return _error(team, transcript, told, text)
    if transcript is not None and _CALL.fullmatch(text):
        position = access.position_of_call(transcript, text)
        if position is not None:
            return Found(_place(team, transcript, Place(position, "", "")))
    return Found()


def pasted(text: str) -> Place | None:
    """Return the place that a pasted provider's error names, if the text is one."""
    told = provider_error.read_error(text[:LONGEST]) if text else None
    return place(told.pointer) if told is not None and told.position is not None else None


def _error(team: Team, transcript: Transcript | None, told: provider_error.ProviderError, text: str) -> Found:
    at = place(told.pointer) if told.position is not None else None
    if transcript is not None and (found := _meant(transcript, told, text)) is not None:
        return Found(_place(team, transcript, found))
    rows = access.candidates(team, told.position, told.rules, CHOICES)
    named = [entry for entry in rules.entries() if entry.id in told.rules]
    return Found(
        told=told,
        rules=sorted(named, key=lambda entry: told.rules.index(entry.id)),
        place=at,
        rows=[(row, outcome(row), _place(team, row, _nearer(at, meant))) for row, meant in rows],
    )


def _meant(transcript: Transcript, told: provider_error.ProviderError, text: str) -> Place | None:
    """Return the place in a transcript that an error means: by its path, by an id that it names, or by its rule."""
    if told.block is not None:
        return place(told.pointer)
    pointer = told.pointer
    if not pointer:
        named = (access.position_of_call(transcript, one) for one in provider_error.ids_in(text))
        position = next((one for one in named if one is not None), None)
        pointer = "" if position is None else f"/messages/{position}"
    found = said.meant(transcript, told.rules, pointer)
    return place(found) if found else None


def _nearer(named: Place | None, pointer: str | None) -> Place:
    """Return the place that an error names, or that of the violation where it names no block."""
    return named if named is not None and (named.block or pointer is None) else place(pointer or "")


def _place(team: Team, transcript: Transcript, at: Place) -> str:
    return reverse("transcripts:detail", args=[team.slug, transcript.pk]) + at.query


def transcript_of(request: HttpRequest, team: Team, pk: str) -> Transcript | None:
    """Return the transcript of an id, nothing where it is none of the team."""
    if not _ID.fullmatch(pk):
        return None
    try:
        return access.transcript_for(request.user, team.slug, pk)
    except Http404:
        return None


def _named(team: Team, text: str) -> str | None:
    if rules.known(text):
        return reverse("transcripts:rule", args=[text])
    if not _ID.fullmatch(text):
        return listeners.address_of(team, text) if len(text) <= _NAME else None
    if access.transcripts_for(team).filter(pk=text).exists():
        return reverse("transcripts:detail", args=[team.slug, text])
    if Capture.objects.filter(team=team, pk=text).exists():
        return reverse("transcripts:capture", args=[team.slug, text])
    return listeners.address_of(team, text)
