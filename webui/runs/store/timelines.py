"""A timeline -> JSON: ids, numbers and words of closed lists; no text of an event."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from compaction.contract.events import Event, EventBasis, Measurement
from compaction.contract.integrity import Fault
from compaction.contract.lifecycle import Attempt, Timeline, Waiter

MOST = 2000
"""Events of a history that are kept; more are counted."""


def timeline_row(timeline: Timeline) -> dict[str, Any]:
    """Return the timeline for storing. Attempts name their events by position in the upload."""
    return {
        "events": [_event(one) for one in timeline.events[:MOST]],
        "left_out": max(0, len(timeline.events) - MOST),
        "attempts": [_attempt(one) for one in timeline.attempts[:MOST]],
        "faults": [_fault(one) for one in timeline.faults[:MOST]],
        "unreadable": list(timeline.unreadable[:MOST]),
    }


def _event(event: Event) -> dict[str, Any]:
    return {
        "position": event.position,
        "type": event.type.value,
        "created_at": event.created_at.isoformat() if event.created_at else None,
        "loop_id": _id(event.loop_id),
        "event_id": _id(event.event_id),
        "attempt_id": _id(event.attempt_id),
        "command_id": _id(event.command_id),
        "basis": _basis(event.basis),
        "reason": event.reason,
        "reject_reason": event.reject_reason,
        "duration": event.duration,
        "stage": event.stage,
        "reason_code": event.reason_code,
        "measurement": _measurement(event.measurement),
    }


def _attempt(attempt: Attempt) -> dict[str, Any]:
    return {
        "attempt_id": _id(attempt.attempt_id),
        "loop_id": _id(attempt.loop_id),
        "state": attempt.state.value,
        "events": [event.position for event in attempt.events],
        "trigger": attempt.trigger.name.lower() if attempt.trigger else None,
        "basis": _basis(attempt.basis),
        "reject_reason": int(attempt.reject_reason) if attempt.reject_reason else None,
        "duration": attempt.duration,
        "stage": attempt.stage,
        "reason_code": attempt.reason_code,
        "summary_valid": attempt.summary_valid,
        "after": _measurement(attempt.after),
        "waiters": [_waiter(one) for one in attempt.waiters],
        "faults": [_fault(one) for one in attempt.faults],
    }


def _waiter(waiter: Waiter) -> dict[str, Any]:
    return {
        "command_id": _id(waiter.command_id),
        "answer": waiter.answer.value,
        "reject_reason": waiter.reject_reason,
    }


def _fault(fault: Fault) -> Mapping[str, Any]:
    return {name: getattr(value, "value", value) for name, value in asdict(fault).items()}


def _measurement(found: Measurement | None) -> dict[str, Any] | None:
    return {**asdict(found), "basis": _basis(found.basis)} if found else None


def _basis(found: EventBasis | None) -> dict[str, Any] | None:
    return {"revision": found.revision, "through_event_id": _id(found.through_event_id)} if found else None


def _id(found: object) -> str | None:
    return None if found is None else str(found)
