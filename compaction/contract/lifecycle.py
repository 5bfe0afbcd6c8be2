"""The life of compaction attempts, told from the events of a history.

An attempt without a terminal event is unresolved and never taken for a rejected one.

Source: summary-validation 9.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

from compaction.contract.events import Event, EventBasis, EventType, Measurement, Trigger, read_events
from compaction.contract.integrity import Fault, attempt_faults, history_faults
from compaction.contract.rejection import RejectReason


class AttemptState(StrEnum):
    """How an attempt stands at the end of the history."""

    COMMITTED = "committed"
    REJECTED = "rejected"
    REJECTED_BEFORE_START = "rejected_before_start"
    UNRESOLVED = "unresolved"


class Answer(StrEnum):
    """What a waiter was told. A missing answer is filled in from the terminal when the history is restored."""

    RESOLVED = "resolved"
    REJECTED = "rejected"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Waiter:
    """One request that waited for an attempt."""

    command_id: UUID | None
    answer: Answer
    reject_reason: int | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt. `events` are in order of the upload; `duration` counts nanoseconds.

    `stage` and `reason_code` say where the summarizer failed, if it did. `summary_valid` is True where it completed,
    which a rejection may still follow, False where its output was refused, None where neither is known.
    """

    attempt_id: UUID | None
    loop_id: UUID | None
    state: AttemptState
    events: tuple[Event, ...]
    trigger: Trigger | None
    basis: EventBasis | None
    reject_reason: RejectReason | None
    duration: int | None
    stage: int | None
    reason_code: int | None
    summary_valid: bool | None
    after: Measurement | None
    waiters: tuple[Waiter, ...]
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Timeline:
    """All that a history tells: events in order, attempts by their first event, and what contradicts the contract."""

    events: tuple[Event, ...]
    attempts: tuple[Attempt, ...]
    faults: tuple[Fault, ...]
    unreadable: tuple[int, ...]


@dataclass(slots=True)
class _Loop:
    """One loop while its events are read: at most one attempt is active in it."""

    attempts: dict[UUID, list[Event]] = field(default_factory=dict)
    unnamed: list[list[Event]] = field(default_factory=list)
    waiting: list[Event] = field(default_factory=list)
    active: UUID | None = None

    def take(self, event: Event) -> None:
        match event.type:
            case EventType.CONTEXT_MEASURED | EventType.CONTEXT_PRESSURE:
                return
            case EventType.HUSTLE_STARTED | EventType.HUSTLE_COMPLETED | EventType.HUSTLE_FAILED:
                self._take_run(event)
            case _:
                self._take_named(event)

    def finish(self) -> list[list[Event]]:
        """The events of each attempt; those of a run that nothing claimed stand for an attempt without an id."""
        left = [self.waiting] if self.waiting else []
        return [*self.attempts.values(), *self.unnamed, *left]

    def _take_run(self, event: Event) -> None:
        """The summarizer's own events carry no attempt id: they belong to the attempt that is active around them."""
        if self.active is not None:
            self.attempts[self.active].append(event)
            return
        if event.type is EventType.HUSTLE_STARTED and self.waiting:
            self.unnamed.append(self.waiting)
            self.waiting = []
        self.waiting.append(event)

    def _take_named(self, event: Event) -> None:
        if event.attempt_id is None:
            self.unnamed.append([event])
            return
        events = self.attempts.setdefault(event.attempt_id, [])
        if event.type is EventType.COMPACTION_STARTED:
            self.active = event.attempt_id
        elif event.type in TERMINALS:
            events += self.waiting
            self.waiting = []
            self.active = None
        events.append(event)


TERMINALS = (EventType.COMPACTION_COMMITTED, EventType.COMPACTION_REJECTED)
_ANSWERS = {EventType.WAITER_RESOLVED: Answer.RESOLVED, EventType.WAITER_REJECTED: Answer.REJECTED}
_OUTPUT_STAGE, _INVALID_OUTPUT = 4, 6


def read_timeline(data: bytes) -> Timeline:
    """Tell the attempts of a history, given as a JSON list of events or as JSON lines.

    Raises: UnreadablePart, where not one event can be read.
    """
    events, unreadable = read_events(data)
    loops: dict[UUID | None, _Loop] = {}
    for event in events:
        loops.setdefault(event.loop_id, _Loop()).take(event)
    grouped = [group for loop in loops.values() for group in loop.finish()]
    attempts = [_attempt(tuple(group)) for group in sorted(grouped, key=lambda group: group[0].position)]
    return Timeline(events, tuple(attempts), history_faults(events), unreadable)


def _attempt(events: tuple[Event, ...]) -> Attempt:
    by_type = {event.type: event for event in reversed(events)}
    terminal = next((event for event in events if event.type in TERMINALS), None)
    named = terminal or by_type.get(EventType.COMPACTION_STARTED)
    failed = by_type.get(EventType.HUSTLE_FAILED)
    return Attempt(
        attempt_id=next((event.attempt_id for event in events if event.attempt_id), None),
        loop_id=events[0].loop_id,
        state=_state(events, terminal),
        events=events,
        trigger=_trigger(named),
        basis=named.basis if named else None,
        reject_reason=_reject_reason(events, terminal),
        duration=terminal.duration if terminal else None,
        stage=failed.stage if failed else None,
        reason_code=failed.reason_code if failed else None,
        summary_valid=_summary_valid(failed, completed=EventType.HUSTLE_COMPLETED in by_type),
        after=terminal.measurement if terminal else None,
        waiters=_waiters(events, terminal),
        faults=attempt_faults(events),
    )


def _state(events: tuple[Event, ...], terminal: Event | None) -> AttemptState:
    if terminal is not None:
        committed = terminal.type is EventType.COMPACTION_COMMITTED
        return AttemptState.COMMITTED if committed else AttemptState.REJECTED
    before_start = all(event.type is EventType.WAITER_REJECTED for event in events)
    return AttemptState.REJECTED_BEFORE_START if before_start else AttemptState.UNRESOLVED


def _trigger(event: Event | None) -> Trigger | None:
    return Trigger(event.reason) if event and event.reason in list(Trigger) else None


def _reject_reason(events: tuple[Event, ...], terminal: Event | None) -> RejectReason | None:
    """The number of the terminal; without one, that of the waiters."""
    told = [terminal] if terminal else [event for event in events if event.type is EventType.WAITER_REJECTED]
    numbers = [event.reject_reason for event in told if event.reject_reason in list(RejectReason)]
    return RejectReason(numbers[0]) if numbers and numbers[0] is not None else None


def _summary_valid(failed: Event | None, *, completed: bool) -> bool | None:
    if completed:
        return True
    refused = failed is not None and (failed.stage, failed.reason_code) == (_OUTPUT_STAGE, _INVALID_OUTPUT)
    return False if refused else None


def _waiters(events: tuple[Event, ...], terminal: Event | None) -> tuple[Waiter, ...]:
    """Those that the terminal names, in its order; without one, those that were answered."""
    answers = {event.command_id: event for event in events if event.type in _ANSWERS}
    named = terminal.waiters if terminal else tuple(answers)
    return tuple(_waiter(command_id, answers.get(command_id)) for command_id in named)


def _waiter(command_id: UUID | None, event: Event | None) -> Waiter:
    if event is None:
        return Waiter(command_id, Answer.MISSING)
    return Waiter(command_id, _ANSWERS[event.type], event.reject_reason)
