"""Adding to the trail of a team, and reading it."""

import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from webui.audit.digests import digest_of, plain, storable
from webui.audit.models import Event, Head
from webui.audit.words import words_for

SUBJECTS = frozenset({
    "case", "run", "capture", "transcript", "waiver", "comment", "key", "member", "invitation", "setting", "webhook",
    "view", "pass", "fact",
})  # fmt: skip
NAME_CHARACTERS = 200
_WORD = re.compile(r"[a-z]+(-[a-z]+)*")
_MOST = {"action": 40, "subject_id": 60, "reason": 60, "evidence": 64}


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something: a person or key by its row and its name at that moment, or the worker."""

    kind: Literal["person", "key", "worker"]
    id: int | None
    name: str


def record(
    team_id: int,
    actor: Actor,
    action: str,
    subject: str,
    subject_id: str,
    *,
    was: str = "",
    now: str = "",
    reason: str = "",
    note: str = "",
    version: int | None = None,
    evidence: str = "",
    more: Mapping[str, object] | None = None,
) -> Event:
    """Add an event, within the transaction that makes the change: both are kept or neither.

    The trail of the team is held until that transaction ends, so record last, and keep it short. `action` is a
    kebab-case verb in the past that `webui.audit.words` has a sentence for; `more` holds words, ids and whole numbers.
    Never text of captures.

    Raises: ValueError or TypeError for values that no event can hold.
    """
    event = Event(
        team_id=team_id,
        actor_kind=actor.kind,
        actor_id=actor.id,
        actor_name=storable(actor.name)[:NAME_CHARACTERS],
        action=action,
        subject=subject,
        subject_id=str(subject_id),
        was=storable(was),
        now=storable(now),
        reason=reason,
        note=storable(note),
        version=version,
        evidence=evidence,
        more=plain(more or {}),
    )
    _demand(event)
    with transaction.atomic(savepoint=False):
        _chain(event, hold(team_id))
    return event


def events_of(team_id: int, subject: str, subject_id: str) -> QuerySet[Event]:
    """Return the events of one thing, oldest first: what a History tab shows."""
    return trail_of(team_id).filter(subject=subject, subject_id=str(subject_id))


def trail_of(team_id: int) -> QuerySet[Event]:
    """Return all events of a team, oldest first."""
    return cast("QuerySet[Event]", Event.objects.filter(team_id=team_id).order_by("number"))


def _demand(event: Event) -> None:
    if event.subject not in SUBJECTS:
        raise ValueError("no subject of the trail")
    if not _WORD.fullmatch(event.action):
        raise ValueError("an action is a kebab-case word")
    if words_for(event.subject, event.action) is None:
        # Worth a red test, not a failed request: the page then shows the bare action.
        warnings.warn(f"no words for {event.subject} {event.action} in webui.audit.words", stacklevel=3)
    if any(len(getattr(event, name)) > most for name, most in _MOST.items()):
        raise ValueError("longer than the column of an event")


def hold(team_id: int) -> Head:
    """Return the head of the trail, held by this transaction alone."""
    held = Head.objects.select_for_update().filter(team_id=team_id)
    head = held.first()
    if head is None:
        # Of two first events at once, the second waits here for the first.
        Head.objects.bulk_create([Head(team_id=team_id)], ignore_conflicts=True)
        head = held.get()
    return head


def _chain(event: Event, head: Head) -> None:
    event.number, event.previous, event.at = head.number + 1, head.digest, timezone.now()
    event.digest = digest_of(event)
    event.save()
    Head.objects.filter(team_id=head.team_id).update(number=event.number, digest=event.digest)
