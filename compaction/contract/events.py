"""Events of a conversation's history, read as far as a compaction is concerned.

Here, unlike on the wires, repeated keys and bad UTF-8 are refused. Ids that are not spelled as ids, and numbers that
are none, count as absent.

Source: summary-validation 9.4.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum
from uuid import UUID

from compaction.contract.jsontext import Members, NotJson, Number, Value, parse
from compaction.errors import UnreadablePart

MAX_EVENT_BYTES = 16 * 1024 * 1024

_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_MAX_DIGITS = 20


class EventType(StrEnum):
    """The events that tell of a compaction; any other is passed over."""

    CONTEXT_MEASURED = "ContextMeasured"
    CONTEXT_PRESSURE = "ContextPressure"
    COMPACTION_STARTED = "CompactionStarted"
    HUSTLE_STARTED = "HustleStarted"
    HUSTLE_COMPLETED = "HustleCompleted"
    HUSTLE_FAILED = "HustleFailed"
    COMPACTION_COMMITTED = "CompactionCommitted"
    COMPACTION_REJECTED = "CompactionRejected"
    WAITER_RESOLVED = "CompactWaiterResolved"
    WAITER_REJECTED = "CompactWaiterRejected"


_RUN = (EventType.HUSTLE_STARTED, EventType.HUSTLE_COMPLETED, EventType.HUSTLE_FAILED)


class Trigger(IntEnum):
    """Who asked for a compaction."""

    MANUAL = 1
    AUTOMATIC = 2


@dataclass(frozen=True, slots=True)
class EventBasis:
    """Up to where a context reaches."""

    revision: int
    through_event_id: UUID


@dataclass(frozen=True, slots=True)
class Measurement:
    """A measured context: tokens, their limit, and 1 exact (provider), 2 exact (local), 3 estimate."""

    basis: EventBasis | None
    input_tokens: int | None
    input_limit: int | None
    quality: int | None


@dataclass(frozen=True, slots=True)
class Event:
    """One event. `position` counts from 0 in the upload; `body` is the whole event for checks of its own members."""

    position: int
    type: EventType
    loop_id: UUID | None
    event_id: UUID | None
    created_at: datetime | None
    command_id: UUID | None
    attempt_id: UUID | None
    basis: EventBasis | None
    reason: int | None
    reject_reason: int | None
    duration: int | None
    waiters: tuple[UUID | None, ...]
    committed_event_id: UUID | None
    stage: int | None
    reason_code: int | None
    measurement: Measurement | None
    body: "Record"


@dataclass(frozen=True, slots=True)
class Record:
    """An object's members by name. What is absent, or of another kind than asked for, is None or empty."""

    members: dict[str, Value]

    def record(self, name: str) -> "Record":
        return record(self.members.get(name))

    def list(self, name: str) -> tuple[Value, ...]:
        value = self.members.get(name)
        return tuple(value) if isinstance(value, list) else ()

    def text(self, name: str) -> str:
        value = self.members.get(name)
        return value if isinstance(value, str) else ""

    def number(self, name: str) -> int | None:
        value = self.members.get(name)
        digits = value.lstrip(b"-") if isinstance(value, Number) else b""
        return int(value) if isinstance(value, Number) and digits.isdigit() and len(digits) <= _MAX_DIGITS else None

    def id(self, name: str) -> UUID | None:
        return _id(self.members.get(name))


def record(value: Value) -> Record:
    """The members of a value; none if it is no object."""
    return Record({member.key: member.value for member in value.items} if isinstance(value, Members) else {})


def read_events(data: bytes) -> tuple[tuple[Event, ...], tuple[int, ...]]:
    """The events of a JSON list or of JSON lines, in their order, and the positions of those that cannot be read.

    Raises: UnreadablePart, where not one event can be read.
    """
    values = _values(data)
    events = [_event(position, value) for position, value in enumerate(values) if value is not None]
    unreadable = tuple(position for position, value in enumerate(values) if value is None)
    if values and len(unreadable) == len(values):
        raise UnreadablePart("events")
    return tuple(event for event in events if event is not None), unreadable


def _values(data: bytes) -> list[Members | None]:
    """One object an event; None for what is not one. A list is tried first, then lines."""
    whole = _parse(data)
    if isinstance(whole, list):
        return [_checked(value) for value in whole]
    if isinstance(whole, Members):
        return [_checked(whole)]
    return [_checked(_parse(line)) for line in data.split(b"\n") if line.strip()]


def _parse(data: bytes) -> Value:
    try:
        return parse(data.decode())
    except (NotJson, UnicodeDecodeError):
        return None


def _checked(value: Value) -> Members | None:
    return value if isinstance(value, Members) and not _repeats_key(value) else None


def _repeats_key(value: Value) -> bool:
    """Whether some object, at any depth, has one key twice, its case ignored."""
    open_: list[Value] = [value]
    while open_:
        current = open_.pop()
        if isinstance(current, Members):
            if len({member.key.casefold() for member in current.items}) < len(current.items):
                return True
            open_ += [member.value for member in current.items]
        elif isinstance(current, list):
            open_ += current
    return False


def _event(position: int, value: Members) -> Event | None:
    body = record(value)
    kind = next((kind for kind in EventType if kind == body.text("type")), None)
    if kind is None:
        return None
    cause = body.record("cause")
    own, caused = body.id("loop_id"), cause.id("loop_id")
    rejected_waiter = kind is EventType.WAITER_REJECTED
    return Event(
        position=position,
        type=kind,
        loop_id=(caused or own) if kind in _RUN else (own or caused),
        event_id=body.id("event_id"),
        created_at=_time(body.text("created_at")),
        command_id=cause.id("command_id"),
        attempt_id=body.id("attempt_id"),
        basis=_basis(body.record("basis")),
        reason=None if rejected_waiter else body.number("reason"),
        reject_reason=body.number("reason" if rejected_waiter else "reject_reason"),
        duration=body.number("duration"),
        waiters=tuple(map(_id, body.list("waiter_command_ids"))),
        committed_event_id=body.id("committed_event_id"),
        stage=body.number("stage"),
        reason_code=body.number("reason_code"),
        measurement=_measurement(body),
        body=body,
    )


def _measurement(body: Record) -> Measurement | None:
    for name in ("measurement", "post_context"):
        found = body.record(name)
        if found.members:
            return Measurement(
                _basis(found.record("basis")),
                found.number("input_tokens"),
                found.number("input_limit"),
                found.number("quality"),
            )
    return None


def _basis(found: Record) -> EventBasis | None:
    revision, event_id = found.number("revision"), found.id("through_event_id")
    return None if revision is None or event_id is None else EventBasis(revision, event_id)


def _id(value: Value) -> UUID | None:
    return UUID(value) if isinstance(value, str) and _ID.fullmatch(value) else None


def _time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
