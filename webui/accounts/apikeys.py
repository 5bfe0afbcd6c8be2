"""Keys of programs: made, rotated, revoked, found. Only the digest of a secret is kept."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from webui.accounts.models import ApiKey, Member, Team, User
from webui.accounts.powers import Scope

MARK = "cr_"
SHOWN = 9
"""Characters of a key that stay readable: its mark and six more."""

DAYS = 90
MOST_DAYS = 365
MINUTE = timedelta(minutes=1)
OVERLAPS = {0: "none, the old key stops now", 1: "1 hour", 24: "1 day", 168: "7 days"}
"""Hours that a rotated key may work on."""


def create(team: Team, owner: User, name: str, scopes: Iterable[str], days: int = DAYS) -> tuple[ApiKey, str]:
    """Return a new key and its secret, which nobody can read again."""
    return _make(team, owner, name, scopes, timezone.now() + timedelta(days=days))


@transaction.atomic
def rotate(key: ApiKey, hours: int) -> tuple[ApiKey, str] | None:
    """Return the key that follows and its secret; the old one works for these hours more, never longer than before.

    None for a key that is over, or was rotated already.
    """
    held = ApiKey.objects.select_for_update().select_related("team", "owner").get(pk=key.pk)
    now = timezone.now()
    if not is_live(held, now) or ApiKey.objects.filter(rotated_from=held).exists():
        return None
    ApiKey.objects.filter(pk=held.pk).update(expires=min(held.expires, now + timedelta(hours=hours)))
    lifetime = held.expires - held.created
    return _make(held.team, held.owner, held.name, held.scopes, now + lifetime, rotated_from=held)


def revoke(key: ApiKey) -> bool:
    """End a key now; return whether it was not ended before."""
    return ApiKey.objects.filter(pk=key.pk, revoked=None).update(revoked=timezone.now()) == 1


def keys_of(team: Team) -> QuerySet[ApiKey]:
    """Return the keys of a team, the newest first."""
    return ApiKey.objects.filter(team=team).select_related("owner").order_by("-created", "-pk")


def is_live(key: ApiKey, now: datetime) -> bool:
    """Return whether a key has not ended."""
    return key.revoked is None and key.expires > now


def key_of(secret: str) -> ApiKey | None:
    """Return the key of this secret while it may be used: its owner still belongs to the team and may sign in.

    Use is noted once a minute.
    """
    digest = _digest(secret)
    key = ApiKey.objects.select_related("owner", "team").filter(digest=digest).first()
    if key is None or not hmac.compare_digest(key.digest, digest):
        return None
    now = timezone.now()
    if not is_live(key, now) or not key.owner.is_active:
        return None
    if not Member.objects.filter(team=key.team_id, user=key.owner_id).exists():
        return None
    if key.last_used is None or key.last_used < now - MINUTE:
        ApiKey.objects.filter(pk=key.pk).update(last_used=now)
    return key


def _make(
    team: Team,
    owner: User,
    name: str,
    scopes: Iterable[str],
    expires: datetime,
    rotated_from: ApiKey | None = None,
) -> tuple[ApiKey, str]:
    secret = MARK + secrets.token_urlsafe(32)
    key = ApiKey.objects.create(
        team=team,
        owner=owner,
        name=name,
        scopes=sorted(Scope(scope) for scope in scopes),
        prefix=secret[:SHOWN],
        digest=_digest(secret),
        expires=expires,
        rotated_from=rotated_from,
    )
    return key, secret


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
