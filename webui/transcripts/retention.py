"""How long a team keeps what. Each app says what it keeps; this room counts what would go, and has it go at night."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from webui.accounts.models import Team
from webui.audit.trail import Actor, record
from webui.jobs import queue
from webui.transcripts.listeners import Going
from webui.transcripts.models import Retention

RETAIN = "retain"
"""The job kind that deletes what a team keeps no longer; its target is the team's key."""

EVERY = timedelta(minutes=5)
WORKER = Actor("worker", None, "worker")
MOST_DAYS = 36_500


@dataclass(frozen=True, slots=True)
class Doomed:
    """What would go: counts with their nouns, and received bytes; `kept` is how many a legal hold pins."""

    things: tuple[tuple[int, str], ...]
    size: int = 0
    kept: int = 0

    @property
    def any(self) -> bool:
        return any(count for count, _ in self.things)


Before: TypeAlias = datetime


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of rows that a team keeps for some days. `keys` are those that go, each taken by `purge` alone."""

    name: str
    title: str
    hint: str
    count: Callable[[int, Before], Doomed]
    keys: Callable[[int, Before], Iterable[str]]
    purge: Callable[[int, str, Before, Going], bool]


ORDER = ("captures", "runs", "cases", "audit")
_kinds: dict[str, Kind] = {}


def on_retention(kind: Kind) -> None:
    """Let teams say how long they keep rows of a kind. Call it from `AppConfig.ready`."""
    _kinds[kind.name] = kind


def kinds() -> list[Kind]:
    """Return the kinds in the order in which they are taken: what stands on others goes after them."""
    return [_kinds[name] for name in ORDER if name in _kinds]


def days_of(team: Team) -> dict[str, int]:
    """Return for how many days a team keeps each kind; what is missing is kept for ever."""
    days: Mapping[str, int] | None = Retention.objects.filter(team=team).values_list("days", flat=True).first()
    return {name: int(count) for name, count in (days or {}).items()}


def preview(team: Team, days: Mapping[str, int], now: datetime) -> list[tuple[Kind, Doomed]]:
    """Return what the next night would take if a team kept what these days say."""
    return [(kind, kind.count(team.pk, limit(days[kind.name], now))) for kind in kinds() if kind.name in days]


@transaction.atomic
def save(team: Team, days: Mapping[str, int], actor: Actor) -> bool:
    """Keep what a team chose, and put it on the trail; False where nothing is new."""
    row, _ = Retention.objects.get_or_create(team=team, defaults={"ran": timezone.now()})
    row = Retention.objects.select_for_update().get(pk=row.pk)
    was = dict(row.days)
    if was == dict(days):
        return False
    Retention.objects.filter(pk=row.pk).update(days=dict(days))
    more = {"days": dict(days)}
    record(team.pk, actor, "retention-changed", "setting", "retention", was=told(was), now=told(days), more=more)
    return True


def told(days: Mapping[str, int]) -> str:
    """Return days in words: `captures 30 days, runs for ever`."""
    return ", ".join(policy(kind.name, days.get(kind.name)) for kind in kinds())


def policy(name: str, days: int | None) -> str:
    """Return what a kind's days are called: `captures 30 days`."""
    return f"{name} {days} days" if days is not None else f"{name} for ever"


def limit(days: int, now: datetime) -> datetime:
    """Return the moment before which rows go."""
    return now - timedelta(days=days)


def next_night(now: datetime) -> datetime:
    """Return when the next job is due."""
    return _last_night(now) + timedelta(days=1)


def queue_due(now: datetime | None = None) -> int:
    """Queue a job for each team whose night has come; return how many. One caller of many wins a night."""
    now = now or timezone.now()
    night = _last_night(now)
    waiting = Q(ran=None) | Q(ran__lt=night)
    begun = 0
    for pk, team in Retention.objects.filter(waiting).exclude(days={}).values_list("pk", "team"):
        with transaction.atomic():
            if Retention.objects.filter(waiting, pk=pk).update(ran=now):
                queue.enqueue(team, RETAIN, str(team), [kind.title for kind in kinds()])
                begun += 1
    return begun


def come_round() -> None:
    """Queue what is due; for the sweep."""
    queue_due()


def _last_night(now: datetime) -> datetime:
    at = settings.RETENTION_AT
    today = now.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    return today if today <= now else today - timedelta(days=1)
