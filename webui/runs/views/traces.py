"""Where did this go, where did this come from: a page, and a piece of the Before and After tabs."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from webui.accounts.access import require
from webui.accounts.models import Team
from webui.common.htmx import page, private
from webui.common.words import number
from webui.runs import access, carriers, store
from webui.runs.models import Run
from webui.runs.views import trails
from webui.runs.views.faults import SECTION_TITLES
from webui.transcripts import access as transcripts
from webui.transcripts.models import Message
from webui.transcripts.views.pages import whole
from webui.transcripts.views.rows import ROLE_ICONS, contents

PEEKS = 12
"""Messages that a section carries, shown with their beginning."""

ASKED = {"before": trails.goes, "after": trails.comes}


@require_safe
@require()
@private
def trace(request: HttpRequest, team: Team, pk: str, side: str, position: int) -> HttpResponse:
    """Answer for one message of one side."""
    run = access.run_for(request.user, team.slug, pk)
    transcript = {"before": run.before, "after": run.after}.get(side)
    found = ASKED[side](run, position) if side in ASKED else None
    if found is None or transcript is None:
        raise Http404
    message = transcripts.messages_of(transcript, position, position + 1).first()
    context = {
        "team": team,
        "run": run,
        "trail": found,
        "name": f"Message {number(position)} {side}",
        "back": f"?tab={side}&at={position}#m-{position}",
        "message": message,
        "icon": ROLE_ICONS.get(message.body.role, "system") if message else "",
        "contents": contents(message.body.kinds) if message else "",
    }
    return page(request, "runs/trace.html", context, part="answer")


@require_safe
@require()
@private
def section(request: HttpRequest, team: Team, pk: str, section: str) -> HttpResponse:
    """Answer for a section of the summary, or for one sentence of it (`?sentence=`)."""
    run = access.run_for(request.user, team.slug, pk)
    sentence = whole(request.GET.get("sentence"))
    found = _part(run, section, sentence)
    if found is None:
        raise Http404
    name, text, (start, stop) = found
    title = SECTION_TITLES.get(name, "Summary")
    anchor = trails.section_anchor(name) if sentence is None else trails.sentence_anchor(name, sentence)
    context = {
        "team": team,
        "run": run,
        "trail": trails.carries(run, name, sentence),
        "name": title if sentence is None else f"{title}, sentence {number(sentence + 1)}",
        "back": f"?tab=summary#{anchor}",
        "quote": text[start:stop].strip()[:2_000],
        "peeks": _peeks(run, name, sentence),
    }
    return page(request, "runs/trace.html", context, part="answer")


def of_section(run: Run, section: str, sentence: int | None) -> trails.Trail | None:
    """Return which messages a section, as addresses call it, or one sentence of it carries; None where it is none."""
    found = _part(run, section, sentence)
    return trails.carries(run, found[0], sentence) if found is not None else None


def _part(run: Run, section: str, sentence: int | None) -> tuple[str, str, tuple[int, int]] | None:
    """Return the name of a section, its text, and the characters that are meant."""
    summary = store.summary_of(run)
    texts = carriers.sections_of(store.text_of(summary)) if summary else {}
    name = next((name for name in texts if trails.slug(name) == section), None)
    if name is None or run.carried is None:
        return None
    spans = carriers.sentences(texts[name])
    if sentence is not None and sentence >= len(spans):
        return None
    return name, texts[name], (0, len(texts[name])) if sentence is None else spans[sentence]


def _peeks(run: Run, name: str, sentence: int | None) -> Sequence[Message]:
    found: Any = store.section_from(run, name) if sentence is None else store.sentence_from(run, name, sentence)
    if run.before is None:
        return ()
    places = [at for one in found.sharing for at in one[:PEEKS]][:PEEKS]
    return list(transcripts.messages_at(run.before, places))
