"""The life cycle of the attempts that a history of events tells, one line an event."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from compaction.contract import RejectReason
from webui.common.words import lasted, number, plural
from webui.runs.models import Run

EVENTS = 100
"""Events on the page; the API holds the rest."""

ATTEMPTS = 20
NAMES = {
    "ContextMeasured": "Context measured",
    "ContextPressure": "Pressure of the context changed",
    "CompactionStarted": "Compaction started",
    "HustleStarted": "Summarizer started",
    "HustleCompleted": "Summarizer completed: the summary passed validation",
    "HustleFailed": "Summarizer failed",
    "CompactionCommitted": "Compaction committed",
    "CompactionRejected": "Compaction rejected",
    "CompactWaiterResolved": "A waiter was told that it is done",
    "CompactWaiterRejected": "A waiter was turned away",
}
STATES = {
    "committed": ("ok", "ok", "Committed"),
    "rejected": ("error", "error", "Rejected"),
    "rejected_before_start": ("skipped", "", "Rejected before the start"),
    "unresolved": ("waiting", "note", "Unresolved"),
}
MEANING = {
    "unresolved": "It ends neither committed nor rejected: the infrastructure failed, or events are missing.",
    "rejected_before_start": "Its waiters were turned away before it began.",
}
STAGES = {
    1: "queue",
    2: "model resolution",
    3: "inference",
    4: "output",
    5: "terminal",
    6: "finalization",
}
CODES = {
    1: "rejected",
    2: "canceled",
    3: "timeout",
    4: "model resolution",
    5: "inference",
    6: "invalid output",
    7: "terminal",
    8: "finalization",
    9: "internal",
}
FAULTS = {
    "two-terminals": "two ends for one attempt",
    "attempt-id": "an attempt without an id",
    "waiter-list": "waiters that are empty, zero or repeated",
    "trigger": "an unknown trigger",
    "basis": "a basis that is none",
    "duration": "a negative duration",
    "visibility": "a terminal event that is not public",
    "reject-reason": "an unknown reject reason",
    "summary": "a summary that is not one text of the user",
    "retained": "a retained tail that is not well-formed",
    "measurement": "a measurement that is none",
    "basis-not-advanced": "a commit that does not advance the basis",
    "waiter-contradicts-terminal": "a waiter that was told the opposite of the end",
    "waiter-unknown": "a waiter that the end does not name",
    "waiter-order": "waiters answered out of order",
    "waiter-event-id": "a waiter event whose id is not derived as agreed",
    "automatic-again-on-same-basis": "a second automatic attempt for the same basis",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One event."""

    position: int
    name: str
    detail: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt, its events in the order of the upload."""

    number: int
    id: str
    icon: str
    tone: str
    word: str
    detail: str
    meaning: str
    lines: Sequence[Line]
    faults: Sequence[str]


@dataclass(frozen=True, slots=True)
class Story:
    """What the History tab tells of the events. `beside` are events of no attempt."""

    attempts: Sequence[Attempt]
    beside: Sequence[Line]
    faults: Sequence[str]
    unreadable: int
    left_out: int


def story(run: Run) -> Story | None:
    """Return the life cycle; None where the upload has no events."""
    told = run.timeline
    if told is None:
        return None
    lines = {event["position"]: _line(event) for event in told["events"][:EVENTS]}
    attempts = [_attempt(place, one, lines) for place, one in enumerate(told["attempts"][:ATTEMPTS], 1)]
    taken = {position for one in told["attempts"] for position in one["events"]}
    return Story(
        attempts=attempts,
        beside=[line for position, line in lines.items() if position not in taken],
        faults=_faults(told["faults"]),
        unreadable=len(told["unreadable"]),
        left_out=told["left_out"] + max(0, len(told["events"]) - EVENTS),
    )


def _attempt(place: int, one: Mapping[str, Any], lines: Mapping[int, Line]) -> Attempt:
    icon, tone, word = STATES[one["state"]]
    return Attempt(
        number=place,
        id=one["attempt_id"] or "",
        icon=icon,
        tone=tone,
        word=word,
        detail=_detail(one),
        meaning=MEANING.get(one["state"], ""),
        lines=[lines[position] for position in one["events"] if position in lines],
        faults=_faults(one["faults"]),
    )


def _detail(one: Mapping[str, Any]) -> str:
    parts = [one["trigger"] or "", reject_words(one["reject_reason"])]
    if one["basis"]:
        parts.append(f"basis revision {number(one['basis']['revision'])}")
    if one["duration"]:
        parts.append(f"took {lasted(one['duration'] / 1e9)}")
    if one["waiters"]:
        parts.append(plural(len(one["waiters"]), "waiter"))
    return " · ".join(part for part in parts if part)


def _line(event: Mapping[str, Any]) -> Line:
    parts = [_failed(event), reject_words(event["reject_reason"])]
    measured = event["measurement"]
    if measured and measured["input_tokens"] is not None:
        limit = measured["input_limit"]
        parts.append(
            f"{number(measured['input_tokens'])} of {number(limit)} tokens"
            if limit is not None
            else plural(measured["input_tokens"], "token")
        )
    if event["duration"]:
        parts.append(lasted(event["duration"] / 1e9))
    at = datetime.fromisoformat(event["created_at"]) if event["created_at"] else None
    name = NAMES.get(event["type"], event["type"])
    return Line(event["position"], name, ", ".join(part for part in parts if part), at)


def _failed(event: Mapping[str, Any]) -> str:
    stage, code = STAGES.get(event["stage"], ""), CODES.get(event["reason_code"], "")
    return " at stage ".join(part for part in (code, stage) if part)


def reject_words(value: int | None) -> str:
    """Return the number of a rejection in words: `invalid summary (9)`."""
    if value is None:
        return ""
    known = value in {reason.value for reason in RejectReason}
    return f"{RejectReason(value).name.lower().replace('_', ' ')} ({value})" if known else f"reason {value}"


def _faults(found: Sequence[Mapping[str, Any]]) -> list[str]:
    return [f"event {number(one['position'])}: {FAULTS.get(one['kind'], one['kind'])}" for one in found[:20]]
