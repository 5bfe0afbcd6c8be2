"""One message that came through with other content: before and after, compared as JSON."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from compaction.boundary import Fate
from webui.accounts.access import require
from webui.accounts.models import Team
from webui.common.htmx import page, private
from webui.runs import access, store
from webui.runs.models import Run
from webui.runs.store import FateRange
from webui.runs.views import ticking, value_rows
from webui.runs.views.look import Look
from webui.transcripts import access as transcripts
from webui.transcripts import store as bodies
from webui.transcripts.models import Message


@dataclass(frozen=True, slots=True)
class Both:
    """A message on both sides, its JSON, its fate, and the fates of all messages before."""

    old: Message
    new: Message
    texts: tuple[str, str]
    fate: str
    ranges: Sequence[FateRange]


@require_safe
@require()
@private
def rewritten(request: HttpRequest, team: Team, pk: str, position: int) -> HttpResponse:
    """Show what changed in the message before at this position; 404 where no one message after stands for it."""
    run = access.run_for(request.user, team.slug, pk)
    found = pair_of(run, position)
    if found is None:
        raise Http404
    look = Look.of(request.GET, {}, order=True)
    drawn = value_rows.draw(*found.texts, raw=look.raw, **ticking.reader(team, request.user))
    previous, following = _around(found.ranges, position)
    context = {
        "team": team,
        "run": run,
        "old": found.old,
        "new": found.new,
        "fate": found.fate,
        "look": look,
        "drawn": drawn,
        "previous": _address(team, run.pk, previous),
        "following": _address(team, run.pk, following),
    }
    return page(request, "runs/rewritten.html", context)


def pair_of(run: Run, position: int) -> Both | None:
    """Return a message before and the one that stands for it after; None where there is no such one."""
    explained = store.explanation_of(run)
    found = store.fate_at(explained.fates.before, position) if explained else None
    if explained is None or found is None or found.offset is None or run.before is None or run.after is None:
        return None
    old = transcripts.message_for(run.before, position)
    new = transcripts.message_for(run.after, position + found.offset)
    texts = (
        bodies.native_of(old.body).decode("utf-8", "replace"),
        bodies.native_of(new.body).decode("utf-8", "replace"),
    )
    return Both(old, new, texts, found.fate.value, explained.fates.before)


def _around(ranges: Sequence[FateRange], position: int) -> tuple[int | None, int | None]:
    """The rewritten messages before and behind this one."""
    places = [at for one in ranges if one.fate is Fate.REWRITTEN for at in range(one.start, one.stop)]
    at = bisect_left(places, position)
    behind = at + (at < len(places) and places[at] == position)
    return (places[at - 1] if at else None), (places[behind] if behind < len(places) else None)


def _address(team: Team, pk: str, position: int | None) -> str:
    return "" if position is None else reverse("runs:rewritten", args=[team.slug, pk, position])
