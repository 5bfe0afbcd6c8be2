"""What in a compaction brought a violation about.

Source: message-shape 12.4.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from compaction.boundary.cut import align
from compaction.boundary.trail import Trail
from compaction.findings import Violation


class CauseKind(StrEnum):
    """The closed list of causes."""

    CUT_EXCHANGE = "cut-an-exchange"
    HEAD_CARRIES_CALL = "head-carries-a-call"
    RESULTS_DROPPED = "results-dropped-on-rebuild"
    SUMMARY_ROLE = "summary-with-wrong-role"
    SUMMARY_BLANK = "summary-is-blank"
    REWRITE_EMPTIED = "rewrite-emptied-a-message"
    ORPHANS_REMOVED = "orphans-removed"


@dataclass(frozen=True, slots=True)
class Cause:
    """One cause, with pointers into the before side: where it happened, and where the cut should have stood."""

    kind: CauseKind
    at: tuple[str, ...] = ()
    instead: str | None = None


def find_cause(violation: Violation, trail: Trail, head: int) -> Cause | None:
    """The cause of an introduced violation, if it is one of the list; `head` counts the entries kept at the start."""
    place = trail.entry_of(violation)
    if place is None:
        return None
    match violation.rule:
        case "paired-tool-result" | "function-turn-order":
            return _cut_exchange(violation, trail, place)
        case "answered-tool-use" | "function-response-count":
            return _lost_answer(violation, trail, place, head)
        case "system-position" | "role-legal":
            return None if place in trail.earlier else Cause(CauseKind.SUMMARY_ROLE)
        case "non-empty-content":
            return _emptied(trail, place)
    return None


def lost_results(trail: Trail, violations: Sequence[Violation]) -> tuple[Cause, ...]:
    """Results that are gone from between kept entries of the tail without a violation saying so."""
    reported = {trail.after.id_at(violation.pointer) for violation in violations}
    gone = [
        entry.pointer
        for place, entry in enumerate(trail.before.entries)
        if entry.role == "tool" and place not in trail.kept and entry.result_id not in reported
        if _orphaned(trail, entry.result_id) and _between_kept(trail, place)
    ]
    return (Cause(CauseKind.ORPHANS_REMOVED, tuple(gone)),) if gone else ()


def _orphaned(trail: Trail, call_id: str | None) -> bool:
    """Whether no kept entry made the call."""
    return all(half.entry not in trail.kept for half in trail.before.calls.get(call_id or "", ()))


def _between_kept(trail: Trail, place: int) -> bool:
    """Whether, going over results alone, a kept entry comes next in both directions."""
    entries = trail.before.entries
    earlier = place - 1
    while earlier >= 0 and earlier not in trail.kept and entries[earlier].role == "tool":
        earlier -= 1
    return earlier in trail.kept and align(entries, place) in trail.kept


def _cut_exchange(violation: Violation, trail: Trail, place: int) -> Cause | None:
    """The call was taken, its result was not: the cut stands behind the call and before the result."""
    calls = [half.entry for half in trail.counterparts(violation) if half.entry not in trail.kept]
    if not calls or place not in trail.earlier:
        return None
    entries = trail.before.entries
    end = trail.kept_in_order[bisect_right(trail.kept_in_order, calls[0])]
    moved = align(entries, end)
    instead = entries[moved].pointer if moved < len(entries) else None
    return Cause(CauseKind.CUT_EXCHANGE, (entries[end].pointer,), instead)


def _lost_answer(violation: Violation, trail: Trail, place: int, head: int) -> Cause | None:
    call = trail.earlier.get(place)
    gone = [half.pointer for half in trail.counterparts(violation) if half.entry not in trail.kept]
    if call is None or not gone:
        return None
    return Cause(CauseKind.HEAD_CARRIES_CALL if call < head else CauseKind.RESULTS_DROPPED, tuple(gone))


def _emptied(trail: Trail, place: int) -> Cause | None:
    earlier = trail.earlier.get(place)
    if earlier is None:
        return Cause(CauseKind.SUMMARY_BLANK)
    message = trail.before.messages[trail.before.entries[earlier].position]
    return None if message.blank else Cause(CauseKind.REWRITE_EMPTIED, (message.pointer,))
