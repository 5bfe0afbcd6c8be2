"""Retention takes the beginning of a trail; what is left is still a chain."""

from datetime import datetime, timedelta

from django.utils import timezone

from webui.accounts.models import Team
from webui.audit import purging
from webui.audit.models import Event
from webui.audit.trail import Actor, record, trail_of
from webui.audit.verification import verify

WORKER = Actor("worker", None, "worker")


def moment_after(event: Event) -> datetime:
    return event.at + timedelta(microseconds=1)


def test_what_is_left_is_a_chain_that_says_what_went(team: Team, ada: Actor, guarded: None) -> None:
    events = [record(team.pk, ada, "claimed", "case", str(number)) for number in range(1, 6)]
    assert purging.older(team.pk, moment_after(events[2])) == 3

    assert purging.purge(team.pk, moment_after(events[2]), WORKER, "audit 30 days") == 3

    assert [one.number for one in trail_of(team.pk)] == [4, 5, 6]
    told = trail_of(team.pk).get(number=6)
    assert told.more == {"policy": "audit 30 days", "count": 3, "through": 3, "digest": events[2].digest}
    found = verify(team.pk)
    assert (found.events, found.number, found.broken) == (3, 6, None)


def test_a_second_purge_goes_on_from_there(team: Team, ada: Actor, guarded: None) -> None:
    events = [record(team.pk, ada, "claimed", "case", str(number)) for number in range(1, 4)]
    purging.purge(team.pk, moment_after(events[0]), WORKER, "audit 30 days")

    assert purging.purge(team.pk, moment_after(events[0]), WORKER, "audit 30 days") == 0
    assert purging.purge(team.pk, timezone.now(), WORKER, "audit 30 days") == 3

    assert [one.action for one in trail_of(team.pk)] == ["audit-purged"]
    assert verify(team.pk).broken is None


def test_a_team_without_events_loses_none(team: Team) -> None:
    assert purging.older(team.pk, timezone.now()) == 0
    assert purging.purge(team.pk, timezone.now(), WORKER, "audit 30 days") == 0
