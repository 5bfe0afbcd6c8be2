"""What a waiver covers, what it would cover, and how it begins and ends."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from webui.accounts.actors import WORKER
from webui.accounts.models import Team
from webui.audit.trail import Actor, record
from webui.review.models import Case, Occurrence, Waiver
from webui.review.people import AS_WORKER
from webui.review.store.moves import Step, held, move
from webui.review.triage import OPEN_STATES, WAIVER_DAYS, Action, Facts, Given, State, judge

MISTAKEN = "rule-mistaken"
"""The reason that reports a rule."""

RECENT = timedelta(days=30)
NARROW = (Waiver.Scope.CASE, Waiver.Scope.SOURCE)
"""Scopes that more violations at once than were waived breach."""

SCOPES = (Waiver.Scope.CASE, Waiver.Scope.SOURCE, Waiver.Scope.TEAM, Waiver.Scope.RULE)
"""The narrowest first."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a scope would cover: open cases that would close today; cases, and times they were seen, of 30 days."""

    scope: str
    today: int
    cases: int
    seen: int


@dataclass(frozen=True, slots=True)
class Terms:
    """What is waived, why and until when."""

    scope: str
    reason: str
    ends: datetime
    note: str = ""
    link: str = ""


def live(at: datetime | None = None) -> QuerySet[Waiver]:
    """Return the waivers that cover something now: confirmed where they need it, and not over."""
    at = at or timezone.now()
    asked = Q(needs_second=True, second=None)
    return Waiver.objects.filter(ended=None, ends__gt=at).exclude(asked)


def covers(waiver: Waiver, case: Case) -> bool:
    """Return whether a case stands inside the scope of a waiver, whatever else holds."""
    if waiver.team_id != case.team_id:
        return False
    match waiver.scope:
        case Waiver.Scope.CASE:
            return waiver.case_id == case.pk
        case Waiver.Scope.SOURCE:
            return waiver.signature == case.signature and waiver.source_id == case.source_id
        case Waiver.Scope.TEAM:
            return waiver.signature == case.signature
        case _:
            return waiver.code == case.code and waiver.source_id == case.source_id


def is_breached(waiver: Waiver, count: int) -> bool:
    """Return whether so many violations at once are more than a waiver of a narrow scope counted."""
    return waiver.scope in NARROW and count > waiver.count


def covering(case: Case, at: datetime | None = None, *, count: int | None = None) -> Waiver | None:
    """Return the live waiver, the narrowest first, that covers a case with `count` violations at once."""
    most = case.count if count is None else count
    found = [one for one in _near(live(at), [case]) if covers(one, case) and not is_breached(one, most)]
    return min(found, key=lambda one: (SCOPES.index(Waiver.Scope(one.scope)), one.pk), default=None)


def covered(cases: Iterable[Case], at: datetime | None = None) -> list[Case]:
    """Return those of the cases of one team that a live waiver covers. One query."""
    cases = list(cases)
    found = list(_near(live(at), cases)) if cases else []
    return [case for case in cases if any(covers(one, case) and not is_breached(one, case.count) for one in found)]


def inside(waiver: Waiver) -> QuerySet[Case]:
    """Return the open cases inside the scope of a waiver, the oldest first."""
    rows = Case.objects.filter(_scope(waiver.scope, waiver.case), team=waiver.team_id, state__in=OPEN_STATES)
    return rows.order_by("number")


def previews(case: Case, at: datetime | None = None) -> list[Preview]:
    """Return what each scope would cover, the narrowest first. Two queries."""
    since = (at or timezone.now()) - RECENT
    near = reduce(or_, (_scope(scope, case) for scope in SCOPES))
    rows = Case.objects.filter(near, team=case.team_id)
    seen = Occurrence.objects.filter(_lead("case__", near), team=case.team_id, created__gte=since)
    counts: dict[str, Count] = {}
    times: dict[str, Count] = {}
    for scope in SCOPES:
        within = _scope(scope, case)
        counts[f"{scope}_today"] = Count("pk", filter=within & Q(state__in=OPEN_STATES))
        times[f"{scope}_seen"] = Count("pk", filter=_lead("case__", within))
        times[f"{scope}_cases"] = Count("case", filter=_lead("case__", within), distinct=True)
    found = rows.aggregate(**counts) | seen.aggregate(**times)
    return [Preview(one, found[f"{one}_today"], found[f"{one}_cases"], found[f"{one}_seen"]) for one in SCOPES]


def proposal_of(case: Case) -> Waiver | None:
    """Return the waiver of a case that waits for a second person."""
    return case.waivers.filter(needs_second=True, second=None, ended=None).order_by("-pk").first()


def begin(case: Case, terms: Terms, actor: Actor, by: int, at: datetime, *, needs_second: bool = False) -> Waiver:
    """Store a waiver, within the transaction of the step that makes it."""
    wide = terms.scope in (Waiver.Scope.CASE, Waiver.Scope.TEAM)
    waiver = Waiver.objects.create(
        team_id=case.team_id,
        case=case,
        scope=terms.scope,
        code=case.code,
        signature="" if terms.scope == Waiver.Scope.RULE else case.signature,
        source_id=None if wide else case.source_id,
        count=case.count,
        reason=terms.reason,
        note=terms.note,
        link=terms.link,
        ends=terms.ends,
        by_id=by,
        needs_second=needs_second,
        created=at,
    )
    _record(waiver, actor, "created", note=terms.note)
    return waiver


def confirm(waiver: Waiver, actor: Actor, second: int) -> None:
    """Note that a second person said yes, within the transaction of the step that follows from it."""
    waiver.second_id = second
    waiver.save(update_fields=["second"])
    _record(waiver, actor, "confirmed")


def close(waiver: Waiver, end: str, actor: Actor, at: datetime, note: str = "") -> bool:
    """End a waiver; return whether this caller did. What it covered stays closed until `reopen`."""
    won = Waiver.objects.filter(pk=waiver.pk, ended=None).update(ended=at, end=end)
    if won:
        waiver.ended, waiver.end = at, end
        _record(waiver, actor, "refused" if end == Waiver.End.REFUSED else "ended", note=note, now=end)
    return bool(won)


def close_under(case: Case, waiver: Waiver, at: datetime | None = None) -> None:
    """Close a case that the caller holds, within the caller's transaction."""
    found = judge(Facts(State(case.state), case.version), Action.COVER, AS_WORKER, Given())
    move(case, found, WORKER, Step(reason=waiver.reason, waiver=waiver), at=at)


def over(at: datetime | None = None) -> QuerySet[Waiver]:
    """Return the waivers and proposals whose date has come and which nobody has ended."""
    return Waiver.objects.filter(ended=None, ends__lte=at or timezone.now())


def end(waiver: Waiver, how: str, actor: Actor = WORKER, at: datetime | None = None, note: str = "") -> int:
    """End a waiver and reopen what it covered; return how many cases. Call it outside of a transaction."""
    at = at or timezone.now()
    with transaction.atomic():
        close(waiver, how, actor, at, note)
    return reopen(waiver.covered.all(), at)


def left_behind() -> QuerySet[Case]:
    """Return cases that are waived though their waiver is over: what a killed worker did not reopen."""
    return Case.objects.filter(state=Case.State.WAIVED, waiver__ended__isnull=False)


def reopen(cases: QuerySet[Case], at: datetime | None = None) -> int:
    """Reopen waived cases whose waiver is over, each in a transaction of its own; return how many."""
    keys = cases.filter(state=Case.State.WAIVED).order_by("pk").values_list("pk", flat=True)
    return sum(_reopen(key, at) for key in list(keys))


def reports(team: Team) -> QuerySet[Waiver]:
    """Return the waivers that call a rule mistaken, the newest first."""
    return Waiver.objects.filter(team=team, reason=MISTAKEN).order_by("-created", "-pk")


def _reopen(key: int, at: datetime | None) -> bool:
    with transaction.atomic():
        case = held(Case.objects.all(), pk=key)
        ended = case.waiver is not None and case.waiver.ended is not None
        if case.state != Case.State.WAIVED or not ended:
            return False
        found = judge(Facts(State.WAIVED, case.version), Action.WAIVER_END, AS_WORKER, Given())
        move(case, found, WORKER, Step(), at=at)
    return True


def _near(waivers: QuerySet[Waiver], cases: Iterable[Case]) -> QuerySet[Waiver]:
    """Narrow waivers to those that may cover one of these cases of one team."""
    cases = list(cases)
    signed, sources = {one.signature for one in cases}, {one.source_id for one in cases}
    near = Q(signature__in=signed) | Q(scope=Waiver.Scope.RULE, source__in=sources)
    return waivers.filter(near, team__in={one.team_id for one in cases})


def _scope(scope: str, case: Case) -> Q:
    match scope:
        case Waiver.Scope.CASE:
            return Q(pk=case.pk)
        case Waiver.Scope.SOURCE:
            return Q(source=case.source_id, signature=case.signature)
        case Waiver.Scope.TEAM:
            return Q(signature=case.signature)
        case _:
            return Q(source=case.source_id, code=case.code)


def _lead(path: str, condition: Q) -> Q:
    """Return the same condition, asked of rows that lead to a case."""
    parts: list[Q | tuple[str, object]] = []
    for one in condition.children:
        match one:
            case (str(name), value):
                parts.append((path + name, value))
            case Q():
                parts.append(_lead(path, one))
    return Q(*parts, _connector=condition.connector, _negated=condition.negated)


def _record(waiver: Waiver, actor: Actor, action: str, *, note: str = "", now: str = "") -> None:
    terms = {"case": waiver.case.number, "scope": waiver.scope, "code": waiver.code, "count": waiver.count}
    record(
        waiver.team_id,
        actor,
        action,
        "waiver",
        str(waiver.pk),
        now=now,
        reason=waiver.reason,
        note=note,
        more={**terms, "ends": waiver.ends.isoformat(timespec="seconds"), "link": waiver.link},
    )


def days(count: int | None, at: datetime) -> datetime:
    """Return the moment at which a waiver of so many days ends, without a number that of the default."""
    return at + timedelta(days=WAIVER_DAYS if count is None else count)
