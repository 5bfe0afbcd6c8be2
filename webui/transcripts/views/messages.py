"""One message alone: read, raw, or downloaded byte for byte."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from compaction.transcripts import Block
from webui.accounts.access import holds, require
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common.captured import draw
from webui.common.htmx import page, private
from webui.common.json_lines import lay_out
from webui.transcripts import access, listeners, store
from webui.transcripts.models import Message, Transcript, Violation
from webui.transcripts.views import breaches, rows
from webui.transcripts.views.blocks import LAID_OUT, SLICE, Budget, Face, faces, numbered
from webui.transcripts.views.pages import span, whole
from webui.transcripts.views.pairs import pairs
from webui.transcripts.views.places import place
from webui.transcripts.views.reading import breaches_at, call_names

CHARACTERS = 2 * SLICE
"""What the page of one message shows of all its blocks together."""


@require_safe
@require()
@private
def message(request: HttpRequest, team: Team, pk: str, position: int) -> HttpResponse:
    """Show one message: its blocks, or its JSON with `?view=raw`; long texts in slices of 64 kB."""
    transcript = access.transcript_for(request.user, team.slug, pk)
    here = access.message_for(transcript, position)
    found = list(access.violations_of(transcript, position, position + 1))
    names = call_names(list(access.messages_of(transcript, max(0, position - 1), position + 1)))
    base = reverse("transcripts:detail", args=[team.slug, pk])
    around = rows.Around(base, span(QueryDict(f"at={position}"), transcript.messages))
    raw = request.GET.get("view") == "raw"
    marks = rows.Marks({position: found}, {role["index"]: role["role"] for role in transcript.wire_roles})
    there = breaches_at(here, marks, transcript, base, limit=None)
    cases = listeners.marks_of(team, transcript=transcript.pk)
    case, talk = rows.cases_of(there, cases)
    context = _frame(team, transcript, base, f"{base}/m/{position}/mask") | {
        "row": rows.row(here, marks, around),
        "position": position,
        "place_link": base + around.span.link(position),
        "earlier": position - 1 if position else None,
        "later": position + 1 if position + 1 < transcript.messages else None,
        "breaches": there,
        "raw": raw,
        "ways": listeners.ways_of(transcript),
        "cases": cases,
        "case": case,
        "talk": talk,
    }
    if raw:
        context |= _raw(request, here, found)
    else:
        context |= _read(request, store.blocks_of(here), found, names)
        context["faces"] = pairs(transcript, [position], around.span, base).tied(position, context["faces"])
    return page(request, "transcripts/message.html", context)


@require_safe
@require()
@private
def system(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Show the hoisted system prompt alone."""
    transcript = access.transcript_for(request.user, team.slug, pk)
    blocks = store.system_of(transcript)
    if not blocks:
        raise Http404
    found = list(access.violations_of(transcript).filter(position=None))
    base = reverse("transcripts:detail", args=[team.slug, pk])
    context = _frame(team, transcript, base, f"{base}/system/mask") | {
        "position": None,
        "place_link": f"{base}?at=0#m-system",
        "breaches": breaches.explained(found, transcript, None, base, limit=None),
    }
    return page(request, "transcripts/message.html", context | _read(request, blocks, found, {}))


@require_safe
@require()
@private
def download(request: HttpRequest, team: Team, pk: str, position: int) -> HttpResponse:
    """Give the exact JSON of one message, as it was uploaded and masked."""
    transcript = access.transcript_for(request.user, team.slug, pk)
    response = HttpResponse(store.native_of(access.message_for(transcript, position).body), "application/json")
    response["Content-Disposition"] = f'attachment; filename="{transcript.pk}-{position}.json"'
    return response


def _frame(team: Team, transcript: Transcript, base: str, mask: str) -> dict[str, Any]:
    return {"team": team, "transcript": transcript, "base": base, "masks": mask if holds(team, Power.MASK) else ""}


def _read(
    request: HttpRequest, blocks: Sequence[Block], found: Sequence[Violation], names: dict[str, str]
) -> dict[str, Any]:
    hot = frozenset(place(violation.pointer).block for violation in found)
    full = whole(request.GET.get("full"))
    if full is None and len(blocks) == 1:
        full = 0
    if full is not None and full >= len(blocks):
        raise Http404
    budget = Budget(CHARACTERS, numbered=True, whole=full, slice=whole(request.GET.get("slice")) or 0)
    shown = faces(blocks, budget, hot, names)
    return {
        "faces": shown,
        "blocks": len(blocks),
        "hidden_blocks": len(blocks) - len(shown),
        "blocks_listed": len(blocks) > 1,
        "full": full,
        "full_query": f"full={full}",
        "slices": slices(_length(shown, full), budget.slice) if full is not None else None,
    }


def _length(shown: Sequence[Face], full: int | None) -> int:
    return max((text.length for face in shown if face.number == full for text in face.texts), default=0)


def _raw(request: HttpRequest, here: Message, found: Sequence[Violation]) -> dict[str, Any]:
    text = store.native_of(here.body).decode("utf-8", "replace")
    at = whole(request.GET.get("slice")) or 0
    if len(text) <= LAID_OUT:
        depth = len(here.origin)
        bad = frozenset(row.pointer[depth:] for row in found if row.pointer.startswith(here.origin))
        laid = lay_out(text, bad)
        if laid is not None:
            return {"markup": _marked([(line.markup, line.bad) for line in laid]), "laid_out": True}
    piece = text[at * SLICE : (at + 1) * SLICE]
    first = text.count("\n", 0, at * SLICE) + 1
    return {
        "markup": numbered([draw(line) for line in piece.split("\n")], first),
        "laid_out": False,
        "slices": slices(len(text), at),
    }


def _marked(lines: Sequence[tuple[SafeString, bool]]) -> SafeString:
    return SafeString(
        "".join(
            f'<span class="l{" bad" if bad else ""}" data-n="{number}">{markup}</span>'
            for number, (markup, bad) in enumerate(lines, 1)
        )
    )


def slices(length: int, at: int) -> dict[str, Any] | None:
    """Return how a long text is paged, None where one slice holds it. Raises: Http404 beyond the last."""
    count = -(-length // SLICE)
    if count < 2:
        return None
    if at >= count:
        raise Http404
    return {
        "number": at + 1,
        "count": count,
        "earlier": at - 1 if at else None,
        "later": at + 1 if at + 1 < count else None,
    }
