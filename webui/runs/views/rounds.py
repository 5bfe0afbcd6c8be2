"""Several compactions of one session in order: what each kept, its size and flags, and what outlived the rounds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from compaction.identifiers import Presence
from webui.accounts.access import require
from webui.accounts.models import Team
from webui.common.htmx import page, private
from webui.common.words import number
from webui.runs import access
from webui.runs.measuring import OPAQUE, unwrapped
from webui.runs.models import Run
from webui.runs.store import passes, summary_of, text_of
from webui.runs.views import flag_words

MOST = 60
"""Rounds on the page, the first."""

HEIGHT = 120
STEP = 72
LEFT = 44
TOP = 12


@dataclass(frozen=True, slots=True)
class Given:
    """What is stored of a round."""

    name: str
    link: str
    text: str
    measures: dict[str, Any]
    flags: Sequence[dict[str, Any]]
    before: int | None
    after: int | None
    mine: bool


@dataclass(frozen=True, slots=True)
class Round:
    """One round. Shares are 0 to 1, None where they cannot be told; `lasting` is of the first summary's identifiers."""

    name: str
    link: str
    recall: float | None
    carried: float | None
    lasting: float | None
    words: int
    tokens: str
    flags: Sequence[tuple[str, bool]]
    opaque: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the chart: points, and the stretches between those that are known."""

    name: str
    look: str
    dots: Sequence[tuple[int, int, str]]
    path: str


@require_safe
@require()
@private
def rounds(request: HttpRequest, team: Team, pk: str) -> HttpResponse:
    """Show the compactions of a run's capture, and the passes over its messages."""
    run = access.run_for(request.user, team.slug, pk)
    told = [(title, found, chart(found)) for title, found in groups(team, run)]
    return page(request, "runs/rounds.html", {"team": team, "run": run, "groups": told, "most": MOST})


def groups(team: Team, run: Run) -> list[tuple[str, list[Round]]]:
    """Return the rounds of a run's capture, and the passes over its messages, with titles; empty ones left out."""
    found = [
        ("Compactions that the capture shows", list(_rounds(_of_runs(team, run)))),
        ("QA passes over the same messages", list(_rounds(_of_passes(team, run)))),
    ]
    return [(title, rows) for title, rows in found if rows]


def _of_runs(team: Team, run: Run) -> Iterator[Given]:
    for one in access.rounds_of(run)[:MOST]:
        summary = summary_of(one)
        yield Given(
            name=f"Compaction {(one.number or 0) + 1}",
            link=f"{reverse('runs:detail', args=[team.slug, one.pk])}?tab=summary",
            text=unwrapped(text_of(summary)) if summary is not None else "",
            measures=one.measures or {},
            flags=one.flags or [],
            before=one.tokens_before,
            after=one.tokens_after,
            mine=one.pk == run.pk,
        )


def _of_passes(team: Team, run: Run) -> Iterator[Given]:
    for one in access.compacted_of(run)[:MOST]:
        home = reverse("runs:detail", args=[team.slug, one.run_id])
        yield Given(
            name=f"Pass {one.number or one.attempt}",
            link=f"{home}?tab=summary&view=changes&pass={one.pk}",
            text=passes.text_of(one.final) or "",
            measures=one.measures,
            flags=one.flags,
            before=one.tokens_before,
            after=one.tokens_after,
            mine=False,
        )


def _rounds(given: Iterable[Given]) -> Iterator[Round]:
    first: frozenset[tuple[str, str]] | None = None
    for one in given:
        known = Presence(one.text) if one.text else None
        if first is None and known is not None:
            first = known.identifiers
        kept = sum(map(known.has, first)) if first and known is not None else 0
        yield Round(
            name=one.name,
            link=one.link,
            recall=one.measures.get("identifier-recall"),
            carried=one.measures.get("carry-over-recall"),
            lasting=kept / len(first) if first and known is not None else None,
            words=len(one.text.split()),
            tokens=" → ".join("?" if count is None else number(count) for count in (one.before, one.after)),
            flags=[(flag_words.title(flag["id"]), flag["candidate"]) for flag in one.flags],
            opaque=any(flag["id"] == OPAQUE for flag in one.flags),
            mine=one.mine,
        )


def chart(found: Sequence[Round]) -> dict[str, Any] | None:
    """Return the lines of a chart over the rounds; None where one round is all."""
    if len(found) < 2:
        return None
    kinds = (
        ("Identifier recall", "recall", [one.recall for one in found]),
        ("Still there of the first summary", "lasting", [one.lasting for one in found]),
    )
    return {
        "width": LEFT + STEP * len(found),
        "height": TOP + HEIGHT + 28,
        "left": LEFT,
        "lines": [_line(name, look, shares) for name, look, shares in kinds],
        "grid": [(_y(share), f"{100 * share:.0f}%") for share in (0, 0.5, 1)],
        "names": [(_x(at), at + 1) for at in range(len(found))],
    }


def _line(name: str, look: str, shares: Sequence[float | None]) -> Line:
    known = [(at, share) for at, share in enumerate(shares) if share is not None]
    steps = [
        f"{'L' if place and known[place - 1][0] == at - 1 else 'M'}{_x(at)} {_y(share)}"
        for place, (at, share) in enumerate(known)
    ]
    return Line(name, look, [(_x(at), _y(share), f"{100 * share:.0f}%") for at, share in known], " ".join(steps))


def _x(at: int) -> int:
    return LEFT + STEP // 2 + STEP * at


def _y(share: float) -> int:
    return TOP + round(HEIGHT * (1 - share))
