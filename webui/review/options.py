"""Which steps a person may take from where a case is, and what stands in the way of the others."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.utils import timezone

from webui.review import gathering, triage
from webui.review.deciding import CLAIMS_FIRST
from webui.review.models import Case
from webui.review.people import Person
from webui.review.policy import TeamPolicy
from webui.review.reasons import REASONS
from webui.review.triage import Action, Asker, Given, Refused, State, judge

_WORKERS = frozenset(one.action for one in triage.ARROWS if one.who is triage.Who.WORKER)
_FULL = Given(targets=1, waits_on=1, scope="case", ends_in=timedelta(days=1), note="." * 20, link="x")


def possible(person: Person, case: Case, policy: TeamPolicy, at: datetime | None = None) -> dict[Action, str]:
    """Return, for each step of a person from where the case is, what stands in its way: a code, empty if nothing does.

    What a form asks for (reason, targets, dates) is not counted as missing. Where a second person is needed, WAIVE
    stands for the proposal too.
    """
    facts = gathering.whole(case, policy)
    over = case.held_until is not None and case.held_until <= (at or timezone.now())
    free = facts.state is State.NEW or (facts.state is State.IN_REVIEW and over)
    mine = replace(facts, state=State.IN_REVIEW, holder=person.user) if free else facts
    found = {one.action: _hindrance(facts, one.action, person.asker) for one in triage.arrows_from(facts.state)}
    found |= {
        action: _hindrance(mine, action, person.asker) for action in CLAIMS_FIRST if mine.state is State.IN_REVIEW
    }
    if Action.WAIVE in found and policy.second_person and facts.proposed_by is None:
        found[Action.WAIVE] = found[Action.PROPOSE]
    return {action: code for action, code in found.items() if action not in _WORKERS}


def _hindrance(facts: triage.Facts, action: Action, asker: Asker) -> str:
    off = facts.reasons_off
    reasons = [one for one in REASONS.get(action.value, ("given",)) if f"{action}/{one}" not in off]
    if not reasons:
        return "reason-off"
    try:
        judge(facts, action, asker, replace(_FULL, reason=reasons[0]))
    except Refused as refused:
        return refused.code
    return ""
