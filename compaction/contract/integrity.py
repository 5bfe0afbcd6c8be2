"""What in a history contradicts the contract: places and words of a closed list, never content.

Source: summary-validation 9.4, 9.5, 9.6.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from uuid import UUID

from compaction.contract.events import Event, EventBasis, EventType, Record, Trigger, record
from compaction.contract.rejection import RejectReason
from compaction.contract.retained import valid_retained


class FaultKind(StrEnum):
    """What is wrong with an event or an attempt."""

    TWO_TERMINALS = "two-terminals"
    ATTEMPT_ID = "attempt-id"
    WAITER_LIST = "waiter-list"
    TRIGGER = "trigger"
    BASIS = "basis"
    DURATION = "duration"
    VISIBILITY = "visibility"
    REJECT_REASON = "reject-reason"
    SUMMARY = "summary"
    RETAINED = "retained"
    MEASUREMENT = "measurement"
    BASIS_NOT_ADVANCED = "basis-not-advanced"
    WAITER_CONTRADICTS = "waiter-contradicts-terminal"
    WAITER_UNKNOWN = "waiter-unknown"
    WAITER_ORDER = "waiter-order"
    WAITER_EVENT_ID = "waiter-event-id"
    AUTOMATIC_AGAIN = "automatic-again-on-same-basis"


@dataclass(frozen=True, slots=True)
class Fault:
    """One contradiction, at an event's position in the upload."""

    kind: FaultKind
    position: int


_TERMINALS = (EventType.COMPACTION_COMMITTED, EventType.COMPACTION_REJECTED)
_ANSWERS = (EventType.WAITER_RESOLVED, EventType.WAITER_REJECTED)
_INTERNAL = 1
_DOMAIN = b"looprig.compaction.waiter-reply.v1\x00"
_QUALITIES = (1, 2, 3)
_DIGEST_BYTES = 32
_MAX_BYTE = 255


def attempt_faults(events: tuple[Event, ...]) -> tuple[Fault, ...]:
    """What is wrong within one attempt, in order of the upload."""
    terminals = [event for event in events if event.type in _TERMINALS]
    answers = [event for event in events if event.type in _ANSWERS]
    faults = [Fault(FaultKind.TWO_TERMINALS, event.position) for event in terminals[1:]]
    for event in terminals:
        faults += [Fault(kind, event.position) for kind in _terminal_faults(event)]
    faults += [Fault(FaultKind.WAITER_EVENT_ID, event.position) for event in answers if not _derived(event)]
    if terminals:
        faults += _answer_faults(terminals[0], answers)
    return tuple(sorted(faults, key=lambda fault: fault.position))


def history_faults(events: tuple[Event, ...]) -> tuple[Fault, ...]:
    """What is wrong between attempts: an automatic one on a basis whose automatic attempt was rejected."""
    rejected: set[tuple[UUID | None, EventBasis | None]] = set()
    faults = []
    for event in events:
        if event.type not in _TERMINALS or event.reason != Trigger.AUTOMATIC or event.basis is None:
            continue
        if (event.loop_id, event.basis) in rejected:
            faults.append(Fault(FaultKind.AUTOMATIC_AGAIN, event.position))
        if event.type is EventType.COMPACTION_REJECTED:
            rejected.add((event.loop_id, event.basis))
    return tuple(faults)


def waiter_event_id(attempt_id: UUID, command_id: UUID, *, resolved: bool) -> UUID:
    """The event id that an answer to a waiter must have."""
    digest = bytearray(sha256(_DOMAIN + attempt_id.bytes + command_id.bytes + bytes([resolved])).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x80
    digest[8] = digest[8] & 0x3F | 0x80
    return UUID(bytes=bytes(digest))


def _terminal_faults(event: Event) -> Iterator[FaultKind]:
    waiters = event.waiters
    envelope = (
        (FaultKind.VISIBILITY, event.body.number("visibility") != _INTERNAL),
        (FaultKind.ATTEMPT_ID, event.attempt_id is not None and event.attempt_id.int != 0),
        (FaultKind.WAITER_LIST, bool(waiters) and all(waiters) and len(set(waiters)) == len(waiters)),
        (FaultKind.TRIGGER, event.reason in list(Trigger)),
        (FaultKind.BASIS, _valid_basis(event.basis)),
        (FaultKind.DURATION, (event.duration or 0) >= 0),
    )
    yield from (kind for kind, good in envelope if not good)
    yield from (kind for kind, good in _own_members(event) if not good)


def _own_members(event: Event) -> tuple[tuple[FaultKind, bool], ...]:
    if event.type is EventType.COMPACTION_REJECTED:
        return ((FaultKind.REJECT_REASON, event.reject_reason in list(RejectReason)),)
    return (
        (FaultKind.SUMMARY, _valid_summary(event.body.record("summary"))),
        (FaultKind.RETAINED, valid_retained(event.body.list("retained"))),
        (FaultKind.MEASUREMENT, _valid_measurement(event.body.record("post_context"))),
        (FaultKind.BASIS_NOT_ADVANCED, _advances(event)),
    )


def _valid_basis(basis: EventBasis | None) -> bool:
    return basis is not None and basis.revision > 0 and basis.through_event_id.int != 0


def _valid_summary(summary: Record) -> bool:
    """One user message with one text block that says something."""
    blocks = [record(block) for block in summary.list("blocks")]
    if summary.text("role") != "user" or len(blocks) != 1:
        return False
    return blocks[0].text("type") == "text" and bool(blocks[0].text("Text").strip())


def _valid_measurement(found: Record) -> bool:
    model = found.record("model")
    digest = [Record({"byte": byte}).number("byte") for byte in found.list("request_fingerprint")]
    numbers_valid = (found.number("input_tokens") or 0) >= 0 and (found.number("input_limit") or 0) > 0
    digest_valid = len(digest) == _DIGEST_BYTES and all(byte is not None and 0 <= byte <= _MAX_BYTE for byte in digest)
    names_valid = bool(model.text("Provider") and model.text("Model"))
    return numbers_valid and digest_valid and any(digest) and names_valid and found.number("quality") in _QUALITIES


def _advances(event: Event) -> bool:
    """Whether the context after a commit is one revision on, and reaches up to the commit itself."""
    after = event.measurement.basis if event.measurement else None
    if after is None or event.basis is None:
        return False
    return after.revision == event.basis.revision + 1 and after.through_event_id == event.event_id


def _derived(event: Event) -> bool:
    if event.attempt_id is None or event.command_id is None:
        return False
    resolved = event.type is EventType.WAITER_RESOLVED
    return event.event_id == waiter_event_id(event.attempt_id, event.command_id, resolved=resolved)


def _answer_faults(terminal: Event, answers: list[Event]) -> Iterator[Fault]:
    order = {command_id: place for place, command_id in enumerate(terminal.waiters)}
    latest = -1
    for event in answers:
        place = order.get(event.command_id)
        if place is None:
            yield Fault(FaultKind.WAITER_UNKNOWN, event.position)
            continue
        if place < latest:
            yield Fault(FaultKind.WAITER_ORDER, event.position)
        latest = max(latest, place)
        if _contradicts(event, terminal):
            yield Fault(FaultKind.WAITER_CONTRADICTS, event.position)


def _contradicts(answer: Event, terminal: Event) -> bool:
    if answer.type is EventType.WAITER_RESOLVED:
        committed = terminal.type is EventType.COMPACTION_COMMITTED
        return not committed or answer.committed_event_id != terminal.event_id
    rejected = terminal.type is EventType.COMPACTION_REJECTED
    return not rejected or answer.reject_reason != terminal.reject_reason
