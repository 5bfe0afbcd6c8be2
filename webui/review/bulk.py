"""One step for many cases, chosen by a filter or by number, as a job with progress and a list of what came of each.

The versions are kept as they were when the cases were chosen: what changed meanwhile is left alone and listed. Results
are written in the transaction of the steps that they tell of, so a worker that follows a killed one repeats nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from webui.accounts.models import Team
from webui.audit.trail import Actor
from webui.jobs.models import Job
from webui.jobs.progress import Progress
from webui.jobs.queue import enqueue
from webui.review import deciding, filters, talking
from webui.review.asking import Ask, checked, given_of, is_member
from webui.review.models import Bulk, Case, Decision
from webui.review.people import Person, person_of
from webui.review.policy import TeamPolicy, policy_of
from webui.review.store.moves import held_all
from webui.review.targets import ITSELF
from webui.review.triage import DECISIONS, OPEN_STATES, Action, Facts, Refused, State, arrow, judge

KIND = "decide-cases"
STEP = "decide"
MOST = 5000
"""Cases of one bulk; more are refused, so that nobody closes a year's work by a slip."""

CHUNK = 20
"""Cases of one transaction: on SQLite everybody else waits for its end."""

ASSIGN, COMMENT = "assign", "comment"
STEPS = (*DECISIONS, Action.CLAIM, Action.RELEASE, Action.WITHDRAW, Action.REOPEN, Action.UNDO)
ACTIONS: tuple[str, ...] = (*(one.value for one in STEPS), ASSIGN, COMMENT)

DECIDED, CHANGED, REFUSED = "decided", "changed", "refused"
Chosen = Sequence[tuple[int, int]]
"""Number and version of each case, as a person saw it."""


@dataclass(frozen=True, slots=True)
class Form:
    """What shall be done with each case; for `assign` the `owner` (None: nobody), for `comment` the text as `note`."""

    action: str
    reason: str = ""
    note: str = ""
    link: str = ""
    waits_on: int | None = None
    scope: str = ""
    days: int | None = None
    ends: datetime | None = None
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a bulk stands: `34 decided, 2 changed meanwhile, 1 not permitted`; numbers of cases, of refused with why."""

    total: int
    decided: tuple[int, ...]
    changed: tuple[int, ...]
    refused: tuple[tuple[int, str], ...]
    over: bool


def is_maintainers(action: str) -> bool:
    """Return whether only a maintainer may do this to many cases at once; the rest is a reviewer's to do."""
    return action not in (ASSIGN, COMMENT, Action.CLAIM, Action.RELEASE)


def found_by(team: Team, query: str, user: int | None) -> Chosen:
    """Return the cases that a filter finds now, at most one more than the most. `user` is whom `me` means."""
    rows = filters.read(query, team, user).narrowed(Case.objects.all()).order_by("number")
    return list(rows.values_list("number", "version")[: MOST + 1])


def numbered(team: Team, numbers: Iterable[int]) -> Chosen:
    """Return the cases of these numbers as they are now."""
    rows = Case.objects.filter(team=team, number__in=list(numbers)[: MOST + 1]).order_by("number")
    return list(rows.values_list("number", "version"))


def alike(case: Case) -> Chosen:
    """Return the other open cases that match a case exactly, one more than the most where there are more."""
    rows = Case.objects.filter(team=case.team_id, signature=case.signature, state__in=OPEN_STATES)
    rows = rows.exclude(pk=case.pk).order_by("number")
    return list(rows.values_list("number", "version")[: MOST + 1])


def start(person: Person, team: Team, form: Form, chosen: Chosen, query: str = "") -> Bulk:
    """Queue one step for the chosen cases.

    Raises: Refused, for a step that the person may not take at once, a form that no case could be decided with,
    `none-chosen` or `too-many`.
    """
    _demand(person, team, form)
    if not chosen or len(chosen) > MOST:
        raise Refused("too-many" if chosen else "none-chosen", "cases")
    actor = person.actor
    given = {name: getattr(form, name) for name in Form.__slots__} | {"actor": [actor.kind, actor.id, actor.name]}
    given["ends"] = form.ends.isoformat() if form.ends is not None else None
    with transaction.atomic():
        bulk = Bulk.objects.create(
            team=team,
            by_id=person.user,
            action=form.action,
            given=given,
            query=query[:500],
            versions=[list(one) for one in dict(chosen).items()],
            created=timezone.now(),
        )
        enqueue(team.pk, KIND, str(bulk.pk), [STEP])
    return bulk


def outcome_of(bulk: Bulk) -> Outcome:
    """Return what came of each case by now."""
    rows = [(int(number), str(outcome), str(code)) for number, outcome, code in bulk.results]
    return Outcome(
        total=len(bulk.versions),
        decided=tuple(number for number, outcome, _ in rows if outcome == DECIDED),
        changed=tuple(number for number, outcome, _ in rows if outcome == CHANGED),
        refused=tuple((number, code) for number, outcome, code in rows if outcome == REFUSED),
        over=bulk.ended is not None,
    )


def work(job: Job, progress: Progress) -> None:
    """Do the job, from where an earlier attempt stopped."""
    bulk = Bulk.objects.select_related("team", "by").get(pk=job.target)
    progress.start(STEP, len(bulk.versions))
    if bulk.by is not None:
        kind, key, name = bulk.given["actor"]
        person = person_of(bulk.by, bulk.team, Actor(kind, key, name))
        _work(bulk, person, progress)
        _follow(bulk)
    ended(job)
    progress.done(STEP)


def ended(job: Job) -> None:
    """Note that nothing more will come of a bulk, whether or not it came to its end."""
    Bulk.objects.filter(pk=job.target, ended=None).update(ended=timezone.now())


def _demand(person: Person, team: Team, form: Form) -> None:
    if form.action not in ACTIONS:
        raise Refused("no-such-step", "action")
    if not (person.maintainer or (person.reviewer and not is_maintainers(form.action))):
        raise Refused("not-permitted")
    if form.action == ASSIGN and form.owner is not None and not is_member(team.pk, form.owner):
        raise Refused("owner-unknown", "owner")
    if form.action == COMMENT:
        talking.text_of(form.note)
    elif form.action != ASSIGN:
        _fits(person, team, form)


def _fits(person: Person, team: Team, form: Form) -> None:
    """Judge a case that nothing is wrong with: what is refused here would be refused for each."""
    action = Action(form.action)
    source = next(
        state for state in (State.IN_REVIEW, State.NEW, State.NEEDS_WORK, State.REJECTED) if arrow(state, action)
    )
    ask, at = checked(_ask(form, None)), timezone.now()
    given, _ = given_of(Case(team=team, code="code"), ask, at)
    facts = Facts(source, 1, person.user, decided_by=person.user, reasons_off=policy_of(team).reasons_off)
    judge(facts, action, person.asker, given)


def _work(bulk: Bulk, person: Person, progress: Progress) -> None:
    policy, form = policy_of(bulk.team), _form(bulk)
    while rest := bulk.versions[len(bulk.results) :][:CHUNK]:
        with progress.holding():
            # One after the other would let two bulks wait for each other.
            cases = held_all(Case.objects.filter(team=bulk.team), [number for number, _ in rest])
            made = [[number, *_try(bulk, person, cases.get(number), version, form, policy)] for number, version in rest]
            bulk.results = [*bulk.results, *made]
            bulk.save(update_fields=["results"])
        progress.count(len(bulk.results))


def _try(
    bulk: Bulk, person: Person, case: Case | None, version: int, form: Form, policy: TeamPolicy
) -> tuple[str, str]:
    """Return outcome and code of one case."""
    if case is None:
        return REFUSED, "not-found"
    if case.version != version:
        return CHANGED, "stale"
    try:
        with transaction.atomic():
            _apply(bulk, person, case, version, form, policy)
    except Refused as refused:
        return REFUSED, refused.code
    return DECIDED, ""


def _apply(bulk: Bulk, person: Person, case: Case, version: int, form: Form, policy: TeamPolicy) -> None:
    match form.action:
        case "assign":
            deciding.hand_over(person, case, form.owner)
        case "comment":
            talking.say(person, case, form.note)
        case _:
            deciding.step(person, case, _ask(form, version), policy, bulk=bulk)


def _follow(bulk: Bulk) -> None:
    """Do in other cases what the steps bring about; a waiver that many cases share, once."""
    last = Decision.objects.filter(bulk=bulk, action__in=(Action.WAIVE, Action.UNDO, Action.REOPEN))
    seen: set[int | None] = set()
    for decision in last.select_related("waiver", "case").order_by("pk"):
        if decision.action != Action.WAIVE or decision.waiver_id not in seen:
            deciding.follow(decision)
        seen.add(decision.waiver_id)


def _ask(form: Form, version: int | None) -> Ask:
    return Ask(
        Action(form.action),
        version=version,
        reason=form.reason,
        note=form.note,
        link=form.link,
        targets=(ITSELF,) if form.action == Action.NEEDS_WORK else (),
        waits_on=form.waits_on,
        scope=form.scope,
        days=form.days,
        ends=form.ends,
    )


def _form(bulk: Bulk) -> Form:
    given: Mapping[str, object] = {name: bulk.given[name] for name in Form.__slots__ if name in bulk.given}
    form = Form(**given)  # type: ignore[arg-type]  # as `start` wrote it
    return replace(form, ends=datetime.fromisoformat(str(form.ends))) if form.ends else form
