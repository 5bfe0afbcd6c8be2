"""The one place that changes the state of a case, for people and the worker alike.

A caller holds the row (`held`), has the step judged by `triage.judge`, and hands the arrow in, all in one transaction.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from webui.audit.trail import Actor, record
from webui.review import clocks, hooks
from webui.review.models import Bulk, Case, Decision, Notice, Waiver
from webui.review.policy import policy_of
from webui.review.store import notices
from webui.review.triage import CLAIM_LASTS, CLOSED_STATES, Action, Arrow, State
from webui.runs.models import Run

EVENTS: dict[Action, str] = {
    Action.OPEN: "opened",
    Action.CLAIM: "claimed",
    Action.RELEASE: "released",
    Action.LAPSE: "lapsed",
    Action.TAKE_OVER: "taken-over",
    Action.ACCEPT: "decided",
    Action.REJECT: "decided",
    Action.NEEDS_WORK: "decided",
    Action.WAIVE: "decided",
    Action.PROPOSE: "proposed",
    Action.COVER: "covered",
    Action.WITHDRAW: "withdrawn",
    Action.SUPERSEDE: "superseded",
    Action.REOPEN: "reopened",
    Action.UNDO: "undone",
    Action.RECUR: "recurred",
    Action.WAIVER_END: "waiver-ended",
}
"""What the audit trail calls each step; a decision says in `now` which."""

MARKS = {Action.RECUR: Case.Mark.RECURRED, Action.WAIVER_END: Case.Mark.WAIVER_ENDED}
TAKES = frozenset({Action.CLAIM, Action.TAKE_OVER, Action.WITHDRAW, Action.REOPEN, Action.UNDO})
"""Steps after which the person who took them holds the case."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a step comes with. `detail` is the typed reason, rule or flag that the reason carries.

    `breaches` are rows of `{"rule", "pointer"}`, `facts` numbers; `newer` is the case that took this one's place.
    """

    reason: str = ""
    detail: str = ""
    note: str = ""
    breaches: Collection[dict[str, str]] = field(default_factory=tuple)
    facts: Collection[int] = field(default_factory=tuple)
    waiting_on: int | None = None
    waiver: Waiver | None = None
    run: Run | None = None
    newer: Case | None = None
    bulk: Bulk | None = None


NOTHING = Step()


def held(cases: QuerySet[Case], **by: object) -> Case:
    """Return one case that nobody else can change until the transaction ends. Raises: Case.DoesNotExist."""
    return cases.select_for_update(of=("self",)).get(**by)


def held_all(cases: QuerySet[Case], numbers: Iterable[int]) -> dict[int, Case]:
    """Return cases of one team by number that nobody else can change until the transaction ends.

    All are taken at once, in one order, before anything else is: so no two callers wait for each other.
    """
    rows = cases.select_for_update(of=("self",)).filter(number__in=list(numbers)).order_by("pk")
    return {case.number: case for case in rows}


def move(
    case: Case,
    arrow: Arrow,
    actor: Actor,
    step: Step = NOTHING,
    *,
    by: int | None = None,
    at: datetime | None = None,
) -> Decision:
    """Take a step that was judged, within the caller's transaction, on a row that the caller holds.

    `by` is the person behind the actor, of a key its owner; a person stands for themselves. A case that is opened is
    the one row that need not be stored before: it is stored here, as version 1.
    """
    at = at or timezone.now()
    by = actor.id if by is None and actor.kind == "person" else by
    was = _seen(case, arrow)
    _state(case, arrow, step, by, at)
    _holder(case, arrow, was, by, at)
    _clock(case, arrow, at)
    case.save()
    decision = _decision(case, arrow, step, was, by, at)
    _record(case, decision, actor)
    _tell(case, decision, was)
    hooks.announce(case, decision)
    return decision


@dataclass(frozen=True, slots=True)
class _Was:
    """A case as it was before the step."""

    state: str
    version: int
    holder: int | None
    owner: int | None


def _seen(case: Case, arrow: Arrow) -> _Was:
    if arrow.action is Action.OPEN:
        return _Was("", 0, None, case.owner_id)
    return _Was(case.state, case.version, case.holder_id, case.owner_id)


def _state(case: Case, arrow: Arrow, step: Step, by: int | None, at: datetime) -> None:
    closes = arrow.to in CLOSED_STATES
    case.state = arrow.to.value
    case.version = 1 if arrow.action is Action.OPEN else case.version + 1
    case.changed = at
    case.closed = at if closes else None
    case.mark = MARKS.get(arrow.action, Case.Mark.NONE if closes else case.mark)
    case.waiver = step.waiver if arrow.to is State.WAIVED else None
    case.waiting_on_id = step.waiting_on if arrow.to is State.NEEDS_WORK else None
    if arrow.action is Action.NEEDS_WORK and case.owner_id is None:
        case.owner_id = by
    if step.newer is not None:
        case.newer = step.newer


def _holder(case: Case, arrow: Arrow, was: _Was, by: int | None, at: datetime) -> None:
    if arrow.action in TAKES:
        case.holder_id, case.held_until = by, at + CLAIM_LASTS
    elif arrow.to is not State.IN_REVIEW:
        case.holder_id, case.held_until = None, None


def _clock(case: Case, arrow: Arrow, at: datetime) -> None:
    _CLOCKS.get(arrow.action, _leave)(case, at)


def _anew(case: Case, at: datetime) -> None:
    days = policy_of(case.team_id).days(case.kind, case.severity)
    case.due, case.left = clocks.due_after(at, days), None


def _pause(case: Case, at: datetime) -> None:
    if case.due is not None:
        case.left = clocks.pause(case.due, at)
        case.due = None


def _resume(case: Case, at: datetime) -> None:
    if case.left is None:
        _anew(case, at)
    else:
        case.due = clocks.resume(at, case.left)
        case.left = None


def _leave(case: Case, at: datetime) -> None:
    """Let the clock run."""


_CLOCKS: dict[Action, Callable[[Case, datetime], None]] = {
    **dict.fromkeys((Action.OPEN, Action.REOPEN, Action.RECUR, Action.WAIVER_END), _anew),
    **dict.fromkeys((Action.ACCEPT, Action.REJECT, Action.WAIVE, Action.COVER, Action.SUPERSEDE), _pause),
    Action.NEEDS_WORK: _pause,
    **dict.fromkeys((Action.WITHDRAW, Action.UNDO), _resume),
}
"""What a step does to the clock. What was left when it stopped counts again after an undo."""


def _decision(case: Case, arrow: Arrow, step: Step, was: _Was, by: int | None, at: datetime) -> Decision:
    for_other = by is not None and was.holder not in (None, by) and arrow.action is not Action.TAKE_OVER
    return Decision.objects.create(
        case=case,
        action=arrow.action.value,
        was=was.state,
        now=case.state,
        reason=step.reason,
        detail=step.detail,
        note=step.note,
        breaches=list(step.breaches),
        facts=list(step.facts),
        waiting_on_id=case.waiting_on_id,
        waiver=step.waiver,
        run=step.run,
        by_id=by,
        for_holder_id=was.holder if for_other else None,
        bulk=step.bulk,
        version=was.version,
        created=at,
    )


def _record(case: Case, decision: Decision, actor: Actor) -> None:
    record(
        case.team_id,
        actor,
        EVENTS[Action(decision.action)],
        "case",
        str(case.number),
        was=decision.was,
        now=decision.now,
        reason=decision.reason,
        note=decision.note,
        version=decision.version,
        evidence=case.evidence,
        more=_more(case, decision),
    )


def _more(case: Case, decision: Decision) -> dict[str, object]:
    """Return what else an event holds: words of closed lists and ids, never a pointer, which may hold captured keys."""
    values: dict[str, object] = {
        "kind": case.kind,
        "decision": decision.pk,
        "detail": decision.detail,
        "rules": sorted({str(one.get("rule", "")) for one in decision.breaches}),
        "facts": decision.facts,
        "waiting_on": decision.waiting_on_id,
        "waiver": decision.waiver_id,
        "run": decision.run_id,
        "for_holder": decision.for_holder_id,
        "in_place_of": decision.for_holder.get_username() if decision.for_holder is not None else None,
        "bulk": decision.bulk_id,
        "newer": case.newer.number if case.newer is not None else None,
    }
    return {name: value for name, value in values.items() if value}


def _tell(case: Case, decision: Decision, was: _Was) -> None:
    told: list[int | None]
    match Action(decision.action):
        case Action.TAKE_OVER:
            kind, told = Notice.Kind.TAKEN_OVER, [was.holder]
        case Action.NEEDS_WORK:
            kind, told = Notice.Kind.WAITS, [case.waiting_on_id]
        case Action.PROPOSE:
            kind, told = Notice.Kind.SECOND, list(notices.maintainers_of(case.team_id))
        case Action.SUPERSEDE:
            kind, told = Notice.Kind.SUPERSEDED, [was.owner]
        case Action.RECUR:
            kind, told = Notice.Kind.RECURRED, [was.owner]
        case Action.WAIVER_END:
            kind, told = Notice.Kind.WAIVER_ENDED, [was.owner]
        case _:
            return
    notices.tell(case, kind, told, by=decision.by_id, at=decision.created)
