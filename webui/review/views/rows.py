"""One case as one row of the inbox: the sentence first, then code, counts and place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse

from webui.accounts.models import Team
from webui.common.words import plural
from webui.review import alike, counting, words
from webui.review.addresses import case_address
from webui.review.conditions import STILL_LOST, is_open
from webui.review.models import Case
from webui.review.triage import State
from webui.runs.models import Fact

NAMES = ("owner", "waiting_on", "holder", "source")
SHORT = 6
"""Characters of an id that a row shows."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the defect stands; `address` is empty when the evidence is gone."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Row:
    """What a row shows. `alike` counts the other open cases of the signature, in words; empty for none."""

    case: Case
    address: str
    sentence: str
    details: Sequence[str]
    spot: Spot
    state: words.Word
    held: str
    mark: words.Word | None
    due: words.Due | None
    owner: str
    is_mine: bool
    alike: str


def rows(team: Team, cases: Sequence[Case], user: int, now: datetime, within: str) -> list[Row]:
    """Return the rows of a page. `within` is the query of the list, which the page of a case leads on through.

    One query for what is counted.
    """
    counted = _counted(team, [case.pk for case in cases])
    return [_row(team, case, user, now, within, *counted.get(case.pk, (0, 0))) for case in cases]


def _counted(team: Team, keys: Sequence[int]) -> Mapping[int, tuple[int, int]]:
    """Return, by key of a case, how many other open ones are alike and how many facts its run lost."""
    same = Case.objects.filter(is_open(), team=team, signature=OuterRef("signature")).exclude(pk=OuterRef("pk"))
    found = (
        Case.objects.filter(pk__in=keys)
        .order_by()
        .values_list("pk", counting.CountOf(same, alike.MOST), Coalesce(Subquery(_lost()), 0))
    )
    return {pk: (others, lost) for pk, others, lost in found}


def _lost() -> QuerySet[Fact, Any]:
    facts = Fact.objects.filter(STILL_LOST, run=OuterRef("run")).order_by()
    return facts.values("run").annotate(n=Count("pk")).values("n")


def _row(team: Team, case: Case, user: int, now: datetime, within: str, others: int, lost: int) -> Row:
    address = case_address(team, case.number)
    return Row(
        case=case,
        address=f"{address}?{within}" if within else address,
        sentence=_sentence(case),
        details=_details(case, lost),
        spot=spot(team, case),
        state=words.STATES[State(case.state)],
        held=_held(case, user, now),
        mark=words.MARKS.get(Case.Mark(case.mark)),
        due=words.due_of(case, now),
        owner=case.owner.get_username() if case.owner else "",
        is_mine=case.owner_id == user,
        alike=counting.told(others, alike.MOST) if others else "",
    )


def _sentence(case: Case) -> str:
    sentence = words.sentence_of(case)
    return f"Refused: {sentence[:1].lower()}{sentence[1:]}" if case.kind == Case.Kind.REFUSED else sentence


def _details(case: Case, lost: int) -> list[str]:
    found = []
    if case.kind == Case.Kind.BROKEN:
        found += [plural(case.errors, "error")] if case.errors else []
        found += [plural(case.warnings, "warning")] if case.warnings else []
    return [*found, f"{plural(lost, 'fact')} missing"] if lost else found


def _held(case: Case, user: int, now: datetime) -> str:
    """Return who has the case in hand, and until when; for one that was sent back, whom it waits on."""
    if case.state == State.NEEDS_WORK and case.waiting_on:
        return "waits on you" if case.waiting_on_id == user else f"waits on {case.waiting_on.get_username()}"
    if case.state != State.IN_REVIEW or case.holder is None:
        return ""
    who = "you" if case.holder_id == user else case.holder.get_username()
    running = case.held_until is not None and case.held_until > now
    return f"{who}, until {case.held_until:%H:%M}" if running else who


def spot(team: Team, case: Case) -> Spot:
    """Return where the defect stands: the message and block of a transcript, or the section of a run."""
    if case.kind == Case.Kind.BROKEN:
        return _in_transcript(team, case)
    section = str(case.place.get("section") or "")
    named = words.SECTIONS.get(section, "")
    known = str(case.run_id or case.place.get("run") or "")[:SHORT]
    text = " · ".join(part for part in (f"run {known}".strip(), named) if part)
    if case.run_id is None:
        return Spot(text, "")
    address = reverse("runs:detail", args=[team.slug, case.run_id])
    return Spot(text, f"{address}?tab=summary#s-{section}" if named else f"{address}{_tab(case)}")


def _tab(case: Case) -> str:
    if case.about == Case.About.FACT:
        return "?tab=facts"
    return "?tab=checks" if case.about == Case.About.REASON else ""


def _in_transcript(team: Team, case: Case) -> Spot:
    position, block = case.place.get("position"), case.place.get("block")
    place = "" if position is None else f"{position}" if block is None else f"{position}.{block}"
    if case.transcript_id is None:
        gone = str(case.place.get("transcript", ""))[:SHORT]
        return Spot(" · ".join(part for part in (gone, place) if part) or "Deleted", "")
    address = reverse("transcripts:detail", args=[team.slug, case.transcript_id])
    text = case.transcript_id[:SHORT]
    return Spot(f"{text} · {place}", f"{address}?at={position}#m-{place}") if place else Spot(text, address)
