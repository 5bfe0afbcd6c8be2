"""Ticks <-> rows: which sections of comparisons a person has read."""

import hashlib
import hmac
from collections.abc import Sequence

from webui.accounts.models import Team, User
from webui.runs.models import Tick


def digest_of(team: Team, name: str, old: str, new: str) -> str:
    """Return what a section of a comparison is known by, in hex: HMAC-SHA-256 under the team's key.

    A team's key says nothing of what another team holds, nor of texts that are deleted.
    """
    found = hmac.new(bytes(team.redaction_key), digestmod=hashlib.sha256)
    for text in (name, old, new):
        data = text.encode("utf-8", "surrogatepass")
        found.update(f"{len(data)}:".encode() + data)
    return found.hexdigest()


def read_of(team: Team, user: User, digests: Sequence[str]) -> frozenset[str]:
    """Return which of these sections the person has read. One query."""
    rows = Tick.objects.filter(team=team, user=user, digest__in=digests)
    return frozenset(rows.values_list("digest", flat=True)) if digests else frozenset()


def put(team: Team, user: User, digest: str, *, read: bool) -> None:
    """Note that a section was read, or is to be read again. Twice is once."""
    if read:
        Tick.objects.get_or_create(team=team, user=user, digest=digest)
    else:
        Tick.objects.filter(team=team, user=user, digest=digest).delete()
