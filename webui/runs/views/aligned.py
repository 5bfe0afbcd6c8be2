"""Before and after side by side: messages that came through on one line, the rest folded into stretches."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from compaction.boundary import Fate
from webui.accounts.access import require
from webui.accounts.models import Team
from webui.common.htmx import page, private
from webui.common.words import plural
from webui.runs import access, store
from webui.runs.store import Explanation, FateRange
from webui.runs.views.fates import CLASSES, MEANING
from webui.transcripts import access as transcripts
from webui.transcripts.models import Message, Transcript
from webui.transcripts.views.pages import whole

STRETCHES = 40
"""Stretches on one page."""

ENDS = 2
"""Messages shown at either end of a stretch; those between are folded."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: a message of each side, or of one alone."""

    before: Message | None
    after: Message | None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Messages of one fate. `first` and `last` are its ends, `between` what is folded, at `link`."""

    fate: str
    look: str
    meaning: str
    first: Sequence[Line]
    between: str
    link: str
    last: Sequence[Line]


@require_safe
@require()
@private
def aligned(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Show both sides of a run. `?from=` begins at a later stretch."""
    run = access.run_for(request.user, team.slug, pk)
    explained = store.explanation_of(run)
    if explained is None or run.before is None or run.after is None:
        raise Http404
    ranges = list(order(explained))
    start = min(whole(request.GET.get("from")) or 0, max(0, len(ranges) - 1))
    shown = ranges[start : start + STRETCHES]
    stop = start + len(shown)
    context = {
        "team": team,
        "run": run,
        "stretches": _stretches(shown, run.before, run.after),
        "first": start + 1,
        "last": stop,
        "total": len(ranges),
        "earlier": max(0, start - STRETCHES) if start else None,
        "later": stop if stop < len(ranges) else None,
    }
    return page(request, "runs/aligned.html", context)


def order(explained: Explanation) -> Iterator[FateRange]:
    """Yield the stretches as they are read: those before in order, and what came in ahead of what stands behind it."""
    came = iter([one for one in explained.fates.after if one.fate is Fate.INSERTED])
    waiting = next(came, None)
    for one in explained.fates.before:
        while waiting is not None and one.offset is not None and waiting.start < one.start + one.offset:
            yield waiting
            waiting = next(came, None)
        yield one
    if waiting is not None:
        yield waiting
        yield from came


def _stretches(ranges: Sequence[FateRange], before: Transcript, after: Transcript) -> list[Stretch]:
    lefts = {place for one in ranges if one.fate is not Fate.INSERTED for place in _ends(one)}
    rights = {place for one in ranges for place in _others(one, _ends(one))}
    left = {row.index: row for row in transcripts.messages_at(before, lefts)}
    right = {row.index: row for row in transcripts.messages_at(after, rights)}
    return [_stretch(one, left, right) for one in ranges]


def _ends(one: FateRange) -> list[int]:
    places = range(one.start, one.stop)
    return list(places) if len(places) <= 2 * ENDS + 1 else [*places[:ENDS], *places[-ENDS:]]


def _others(one: FateRange, places: Iterable[int]) -> list[int]:
    if one.fate is Fate.INSERTED:
        return list(places)
    return [] if one.offset is None else [place + one.offset for place in places]


def _stretch(one: FateRange, left: Mapping[int, Message], right: Mapping[int, Message]) -> Stretch:
    places = _ends(one)
    if one.fate is Fate.INSERTED:
        lines = [Line(None, right.get(place)) for place in places]
    else:
        offset = one.offset
        lines = [Line(left.get(at), None if offset is None else right.get(at + offset)) for at in places]
    folded = len(one) - len(places)
    side = "after" if one.fate is Fate.INSERTED else "before"
    return Stretch(
        fate=one.fate.value,
        look=CLASSES[one.fate],
        meaning=MEANING[one.fate],
        first=lines[:ENDS] if folded else lines,
        between=f"{plural(folded, 'message')} between" if folded else "",
        link=f"?tab={side}&at={one.start + ENDS}#m-{one.start + ENDS}",
        last=lines[ENDS:] if folded else (),
    )
