"""Whether the trail of a team is whole: the first broken link, if there is one."""

from dataclasses import dataclass

from webui.audit.digests import digest_of
from webui.audit.models import Event, Head
from webui.audit.trail import trail_of

PURGED = "audit-purged"
"""The action that vouches for a trail which begins later than with event 1."""

AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Broken:
    """The first link that does not hold: the number of the event, and what is wrong."""

    number: int
    what: str

    def __str__(self) -> str:
        return f"event {self.number} {self.what}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found: how many events were looked at, number and digest of the last sound one."""

    events: int
    number: int
    digest: str
    broken: Broken | None = None


def verify(team_id: int) -> Verdict:
    """Follow the chain of a team from its first event to its last."""
    head = Head.objects.filter(team_id=team_id).first() or Head(team_id=team_id)
    events, number, digest = 0, head.floor, head.floor_digest
    vouched = not head.floor
    for event in trail_of(team_id).filter(number__lte=head.number).iterator(AT_ONCE):
        if broken := _wrong(event, number, digest):
            return Verdict(events, number, digest, broken)
        events, number, digest = events + 1, event.number, event.digest
        vouched = vouched or _vouches(event, head)
    broken = _wrong_end(head, number, digest)
    if broken is None and not vouched:
        broken = Broken(head.floor + 1, "is the first, and no event says that retention took those before it")
    return Verdict(events, number, digest, broken)


def _wrong(event: Event, number: int, digest: str) -> Broken | None:
    if event.number != number + 1:
        missing = f"is missing: after event {number} comes event {event.number}" if number else "is missing"
        return Broken(number + 1, missing)
    if digest_of(event) != event.digest:
        return Broken(event.number, "was edited: its digest does not fit what it says")
    if event.previous != digest:
        before = f"event {number}" if number else "nothing"
        return Broken(event.number, f"does not follow {before}: the digest before it is another")
    return None


def _wrong_end(head: Head, number: int, digest: str) -> Broken | None:
    if number < head.number:
        return Broken(number + 1, f"is missing: the trail ended with event {head.number}")
    if digest != head.digest:
        return Broken(number, "was edited: the trail ended with another digest")
    # The head may have moved on since it was read; an event that it never reached was put there by other means.
    after = trail_of(head.team_id).filter(number__gt=head.number).values_list("number", flat=True).last()
    if after and not Head.objects.filter(team_id=head.team_id, number__gte=after).exists():
        return Broken(after, "stands after the end of the trail")
    return None


def _vouches(event: Event, head: Head) -> bool:
    told = event.more.get("through"), event.more.get("digest")
    return event.action == PURGED and told == (head.floor, head.floor_digest)
