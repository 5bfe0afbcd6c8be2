"""What is said of rows that were deleted: to members of their team, and to nobody else."""

from collections.abc import Iterable
from datetime import datetime

from django.http import Http404
from django.utils import timezone

from webui.accounts import access as accounts
from webui.common.errors import Gone
from webui.transcripts.models import Tombstone

Kind = Tombstone.Kind


def bury(
    team_id: int,
    kind: str,
    rows: Iterable[tuple[str, datetime, str]],
    *,
    by: str,
    policy: str,
) -> None:
    """Leave a tombstone for each row that goes, given as key, time of its making, and digest."""
    now = timezone.now()
    stones = [
        Tombstone(
            team_id=team_id, kind=kind, key=key, created=created, deleted=now, policy=policy, by=by, digest=digest
        )
        for key, created, digest in rows
    ]
    Tombstone.objects.bulk_create(stones, ignore_conflicts=True)


def missing(user: accounts.Person, slug: str | None, kind: str, key: str) -> Http404:
    """Return what to raise where a row is not found: Gone for what this person might have seen, else a bare Http404."""
    if "\0" in key or len(key) > 40:
        return Http404()
    teams = accounts.teams_of(user)
    stones = Tombstone.objects.filter(team__in=teams if slug is None else teams.filter(slug=slug), kind=kind, key=key)
    stone = stones.first()
    return Http404() if stone is None else Gone(f"{stone.get_kind_display()} {key}", how(stone))


def how(stone: Tombstone) -> str:
    """Return how a row went, as a sentence."""
    when = f"{stone.deleted.day} {stone.deleted:%B %Y}"
    if stone.policy:
        return f"This {stone.kind} was deleted by retention on {when}, by policy {stone.policy}."
    return f"This {stone.kind} was deleted by {stone.by} on {when}."
