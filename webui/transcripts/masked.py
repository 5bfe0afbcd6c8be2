"""What redaction looks for, in words; what it would mask in a text; how often it did of late."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from compaction.redaction import Own, Redactor
from webui.accounts.models import Team
from webui.audit.trail import Actor, record
from webui.transcripts.models import Capture, Redaction

DAYS = 30

KINDS: dict[str, str] = {
    "api-key": "Keys of model providers and services, by their look (sk-…, AIza…, gsk_…) or the name before them",
    "token": "Access, session and refresh tokens by the name before them; Google access tokens",
    "authorization": "Authorization headers, and what follows Bearer",
    "cookie": "Cookies, in headers and in lists of cookies",
    "password": "Passwords and secrets by the name before them",
    "forge-token": "Tokens of code forges and package registries",
    "chat-token": "Tokens of chat services (xox…)",
    "cloud-id": "Access key ids of clouds (AKIA…, ASIA…)",
    "jwt": "JSON web tokens",
    "private-key": "Private keys, from the first line to the last",
    "url-credentials": "User and password in an address",
    "url-parameter": "Keys, tokens and signatures among the parameters of an address",
    "user-id": "Ids of end users that a request carries",
    "own-word": "Words of this team's own, above",
    "reported": "Values that somebody reported, masked everywhere and in what comes",
    "account": "Organizations and projects in headers",
}
"""Every kind that a marker may name, and what it stands for."""


@dataclass(frozen=True, slots=True)
class Row:
    """One kind: what it stands for, and how many were masked of late."""

    kind: str
    what: str
    count: int


@dataclass(frozen=True, slots=True)
class Trial:
    """A text as it would be stored, and how many of each kind were masked."""

    text: str
    counts: list[tuple[str, int]]


def own_of(team: Team) -> Own:
    """Return all that a team has masked besides what is known by its looks; asked once a team object."""
    found: Own | None = getattr(team, "_masked_own", None)
    if found is None:
        row = Redaction.objects.filter(team=team).first()
        known = frozenset((int(length), str(digest)) for length, digest in (row.known if row else ()))
        found = Own(tuple(row.words if row else ()), known)
        team._masked_own = found  # type: ignore[attr-defined]  # kept with the object, as Django keeps related rows
    return found


def words_of(team: Team) -> tuple[str, ...]:
    """Return the words that a team has masked."""
    return own_of(team).words


@transaction.atomic
def save_words(team: Team, words: list[str], actor: Actor) -> bool:
    """Keep the words of a team, and put on the trail how many; False where nothing is new."""
    row, _ = Redaction.objects.get_or_create(team=team)
    row = Redaction.objects.select_for_update().get(pk=row.pk)
    if row.words == words:
        return False
    was, row.words = len(row.words), words
    row.save(update_fields=["words"])
    team.__dict__.pop("_masked_own", None)
    record(
        team.pk,
        actor,
        "redaction-changed",
        "setting",
        "redaction",
        was=f"{was} own words",
        now=f"{len(words)} own words",
    )
    return True


def try_out(team: Team, text: str, words: Sequence[str] | None = None) -> Trial:
    """Return what an upload of a text by this team would store of it; with `words`, if these were its words."""
    own = own_of(team)
    redactor = Redactor(bytes(team.redaction_key), words=own if words is None else Own(tuple(words), own.known))
    data = redactor.feed(text.encode("utf-8", "replace")) + redactor.finish()
    return Trial(data.decode("utf-8", "replace"), sorted(redactor.counts.items()))


def rows_of(team: Team, now: datetime) -> list[Row]:
    """Return every kind with what the captures of the last 30 days had masked."""
    found: Counter[str] = Counter()
    recent = Capture.objects.filter(team=team, created__gte=now - timedelta(days=DAYS)).exclude(redactions={})
    for redactions in recent.values_list("redactions", flat=True).iterator():
        found.update(redactions)
    known = [Row(kind, what, found[kind]) for kind, what in KINDS.items()]
    return known + [Row(kind, "", count) for kind, count in sorted(found.items()) if kind not in KINDS]
