"""Choices of a team <-> their row. Every change is on the trail, as it was and as it is."""

from collections.abc import Sequence

from django.db import transaction

from webui.accounts.models import Team
from webui.audit.trail import Actor, record
from webui.review.choices import Change, Choices, changes
from webui.review.models import Policy
from webui.review.policy import Owner, policy_of


def save(team: Team, new: Choices, actor: Actor) -> list[Change]:
    """Store what a team chose; return what differs. Nothing is written where nothing does."""
    with transaction.atomic():
        row = _held(team)
        found = changes(policy_of(team), new)
        if found:
            row.targets, row.flags = dict(new.targets), list(new.flags)
            row.reasons_off, row.second_person = sorted(new.reasons_off), new.second_person
            row.save()
        for one in found:
            _record(team, actor, one)
    return found


def put_owners(team: Team, old: Sequence[Owner], new: Sequence[Owner], change: Change, actor: Actor) -> bool:
    """Store a list of owners in the place of another; return False where somebody was faster."""
    with transaction.atomic():
        row = _held(team)
        if list(policy_of(team).owners) != list(old):
            return False
        row.owners = [{"by": one.by, "value": one.value, "user": one.user} for one in new]
        row.save()
        _record(team, actor, change)
    return True


def _held(team: Team) -> Policy:
    Policy.objects.get_or_create(team=team)
    return Policy.objects.select_for_update().get(team=team)


def _record(team: Team, actor: Actor, change: Change) -> None:
    more = {"name": change.name}
    record(team.pk, actor, "triage-changed", "setting", "triage", was=change.was, now=change.now, more=more)
