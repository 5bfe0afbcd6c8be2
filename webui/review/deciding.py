"""One person's step: gather what is known of the case, have it judged, apply it, in one transaction.

What was written is never lost: a step that is refused leaves it as a draft.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone

from webui.accounts.actors import WORKER
from webui.accounts.models import Team
from webui.audit.trail import record
from webui.review import covering, gathering, targets, triage, waivers
from webui.review.asking import NOTE_MOST, Ask, Stale, changes_since, checked, ends_of, given_of, is_member
from webui.review.models import Bulk, Case, Decision, Waiver
from webui.review.people import AS_WORKER, Person
from webui.review.policy import TeamPolicy, policy_of
from webui.review.store import drafts
from webui.review.store.moves import Step, held, move
from webui.review.triage import CLAIM_LASTS, DECISIONS, Action, Asker, Given, Refused, State, judge

CLAIMS_FIRST = frozenset({*DECISIONS, Action.PROPOSE})
"""What can be done with a case that nobody has claimed: it is claimed by the way."""

LOSES = "loss-acceptable"
FACT_LOST = "fact-lost"


def take(person: Person, team: Team, number: int, ask: Ask, at: datetime | None = None) -> Decision:
    """Take one person's step on a case and return the last decision that it left.

    Raises: Refused, with what the person wrote kept as a draft; Stale with the difference; Case.DoesNotExist.
    """
    policy = policy_of(team)
    try:
        with transaction.atomic():
            case = held(Case.objects.filter(team=team), number=number)
            decision = step(person, case, ask, policy, at=at)
    except Refused as refused:
        _keep(person, team, number, ask)
        raise refused
    follow(decision, at)
    return decision


def step(
    person: Person, case: Case, ask: Ask, policy: TeamPolicy, *, bulk: Bulk | None = None, at: datetime | None = None
) -> Decision:
    """Judge and apply a step on a case that the caller holds. Raises: Refused."""
    at = at or timezone.now()
    if ask.version is not None and ask.version != case.version:
        raise Stale(case, changes_since(case, ask.version))
    ask = _asked(case, ask, policy)
    given, found = given_of(case, ask, at)
    _free(person, case, ask.action, bulk, at)
    facts = gathering.facts_of(case, ask.action, policy)
    arrow = judge(facts, ask.action, person.asker, given)
    with_it = replace(_step(case, ask, found), waiver=_waiver(person, case, ask, bulk, at), bulk=bulk)
    ended = case.waiver if arrow.action in (Action.UNDO, Action.REOPEN) else None
    decision = move(case, arrow, person.actor, with_it, by=person.user, at=at)
    _end_with(person, case, arrow.action, ended, at)
    drafts.drop(case, person.user)
    return decision


def follow(decision: Decision, at: datetime | None = None) -> None:
    """Do what a step brings about in other cases, each in a transaction of its own. Call it after the step's own."""
    if decision.action == Action.WAIVE and decision.waiver is not None and decision.waiver.scope != Waiver.Scope.CASE:
        covering.cover(decision.waiver, at)
    elif decision.action in (Action.UNDO, Action.REOPEN) and decision.was == Case.State.WAIVED:
        waivers.reopen(Case.objects.filter(waiver__case=decision.case_id, waiver__ended__isnull=False), at)


def stay(case: Case, user: int, at: datetime | None = None) -> bool:
    """Keep a claim alive because its holder does something; return whether they hold the case."""
    until = (at or timezone.now()) + CLAIM_LASTS
    rows = Case.objects.filter(pk=case.pk, state=Case.State.IN_REVIEW, holder=user)
    return rows.update(held_until=until) == 1


def release(person: Person, team: Team, number: int, given: Mapping[str, object] | None = None) -> Decision:
    """Give a case back; what the person had written is kept as their draft. Raises: Refused, Case.DoesNotExist."""
    decision = take(person, team, number, Ask(Action.RELEASE))
    if given:
        drafts.keep(decision.case, person.user, given)
    return decision


def assign(person: Person, team: Team, number: int, owner: int | None) -> Case:
    """Give a case an owner, or none. Raises: Refused, Case.DoesNotExist."""
    with transaction.atomic():
        case = held(Case.objects.filter(team=team), number=number)
        hand_over(person, case, owner)
    return case


def hand_over(person: Person, case: Case, owner: int | None) -> None:
    """Give a case that the caller holds an owner. Raises: Refused."""
    if not (person.reviewer or person.maintainer):
        raise Refused("not-permitted")
    if owner is not None and not is_member(case.team_id, owner):
        raise Refused("owner-unknown", "owner")
    if owner == case.owner_id:
        return
    was = case.owner.get_username() if case.owner is not None else ""
    case.owner_id = owner
    case.changed = timezone.now()
    case.save(update_fields=["owner", "changed"])
    now = case.owner.get_username() if case.owner is not None else ""
    record(case.team_id, person.actor, "assigned", "case", str(case.number), was=was, now=now, version=case.version)


def refuse(person: Person, team: Team, number: int, note: str = "") -> Waiver:
    """Say no to a proposed waiver as the second person, or take one's own proposal back.

    Raises: Refused, Case.DoesNotExist.
    """
    with transaction.atomic():
        case = held(Case.objects.filter(team=team), number=number)
        waiver = waivers.proposal_of(case)
        if not person.maintainer:
            raise Refused("not-permitted")
        if waiver is None:
            raise Refused("no-proposal")
        own = waiver.by_id == person.user
        how = Waiver.End.UNDONE if own else Waiver.End.REFUSED
        waivers.close(waiver, how, person.actor, timezone.now(), note[:NOTE_MOST])
    return waiver


def _asked(case: Case, ask: Ask, policy: TeamPolicy) -> Ask:
    """Return what is asked for in the team's way: with a second person, a waiver is first proposed, then confirmed."""
    ask = checked(ask)
    if ask.action is not Action.WAIVE:
        return ask
    proposal = waivers.proposal_of(case)
    if proposal is None:
        return replace(ask, action=Action.PROPOSE) if policy.second_person else ask
    return replace(ask, reason=proposal.reason, link=proposal.link, scope=proposal.scope, ends=proposal.ends, days=None)


def _free(person: Person, case: Case, action: Action, bulk: Bulk | None, at: datetime) -> None:
    """Let a claim lapse whose time is over, and claim what nobody holds before it is decided."""
    other = case.state == State.IN_REVIEW and case.holder_id not in (None, person.user)
    over = case.held_until is not None and case.held_until <= at
    if other and over and (action is Action.CLAIM or action in CLAIMS_FIRST):
        _on_the_way(case, Action.LAPSE, AS_WORKER, partial(move, actor=WORKER, at=at))
    elif other and action is Action.CLAIM:
        raise Refused("held-by-other")
    if case.state == State.NEW and action in CLAIMS_FIRST:
        claim = partial(move, actor=person.actor, step=Step(bulk=bulk), by=person.user, at=at)
        _on_the_way(case, Action.CLAIM, person.asker, claim)


def _on_the_way(case: Case, action: Action, asker: Asker, apply: Callable[..., Decision]) -> None:
    arrow = judge(triage.Facts(State(case.state), case.version, case.holder_id), action, asker, Given())
    apply(case, arrow)


def _step(case: Case, ask: Ask, found: list[targets.Target]) -> Step:
    breaches = tuple({"rule": one.code, "pointer": one.pointer} for one in found if one.fact is None)
    facts = tuple(one.fact for one in found if one.fact is not None)
    if ask.reason == LOSES and not facts:
        facts = tuple(targets.lost_facts(case))
    if ask.reason == FACT_LOST and not facts:
        facts = tuple(targets.confirmed_facts(case))
    return Step(
        reason=ask.reason,
        detail=_detail(case, ask.reason, breaches),
        note=ask.note,
        breaches=breaches,
        facts=facts,
        waiting_on=ask.waits_on,
        run=case.run,
    )


def _detail(case: Case, reason: str, breaches: tuple[dict[str, str], ...]) -> str:
    """Return what a reason carries: the typed reason of the contract, or the rule."""
    match reason:
        case "contract":
            return case.code if case.about == Case.About.REASON else case.run.reason if case.run is not None else ""
        case "message-shape" | waivers.MISTAKEN:
            return case.code if case.about == Case.About.RULE else breaches[0]["rule"] if breaches else ""
        case _:
            return ""


def _waiver(person: Person, case: Case, ask: Ask, bulk: Bulk | None, at: datetime) -> Waiver | None:
    """Return the waiver of a step: a new one, the proposal that is confirmed, or one of the same bulk."""
    if ask.action not in (Action.WAIVE, Action.PROPOSE):
        return None
    proposal = waivers.proposal_of(case)
    if proposal is not None and ask.action is Action.WAIVE:
        waivers.confirm(proposal, person.actor, person.user)
        return proposal
    if proposal is not None:
        waivers.close(proposal, Waiver.End.UNDONE, person.actor, at)
    shared = _shared(case, bulk, at) if ask.scope != Waiver.Scope.CASE else None
    terms = waivers.Terms(ask.scope, ask.reason, ends_of(ask, at), ask.note, ask.link)
    second = ask.action is Action.PROPOSE
    return shared or waivers.begin(case, terms, person.actor, person.user, at, needs_second=second)


def _shared(case: Case, bulk: Bulk | None, at: datetime) -> Waiver | None:
    if bulk is None:
        return None
    made = waivers.live(at).filter(decisions__bulk=bulk, team=case.team_id).distinct()
    return next((one for one in made if waivers.covers(one, case) and not waivers.is_breached(one, case.count)), None)


def _end_with(person: Person, case: Case, action: Action, waiver: Waiver | None, at: datetime) -> None:
    """End the waiver that was made on a case whose decision is taken back, and proposals that nothing came of."""
    if waiver is not None and waiver.case_id == case.pk:
        waivers.close(waiver, Waiver.End.UNDONE, person.actor, at)
    if action in DECISIONS and action is not Action.WAIVE and (proposal := waivers.proposal_of(case)) is not None:
        waivers.close(proposal, Waiver.End.UNDONE, person.actor, at)


def _keep(person: Person, team: Team, number: int, ask: Ask) -> None:
    case = Case.objects.filter(team=team, number=number).first()
    if case is not None and ask.text:
        drafts.keep(case, person.user, ask.text)
