"""A given before and after: where the cut stands, and whether each violation came with it or was there.

Source: message-shape 12.4.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from compaction.boundary.causes import Cause, find_cause, lost_results
from compaction.boundary.cut import DEFAULT_KEEP_FIRST, Cut, find_cut
from compaction.boundary.fates import MessageFate, tell_fates
from compaction.boundary.reading import read_side
from compaction.boundary.sides import Entry, Side
from compaction.boundary.trail import Trail
from compaction.findings import Violation
from compaction.shape import check

OTHER_NAMES: Mapping[str, str] = {"anthropic-messages": "anthropic"}


class Origin(StrEnum):
    """Whether a violation came with this compaction."""

    INTRODUCED = "introduced"
    INHERITED = "inherited"


@dataclass(frozen=True, slots=True)
class ExplainedViolation:
    """A violation of the after side. `counterpart` points to the other half of the pair, on the before side."""

    violation: Violation
    origin: Origin
    cause: Cause | None = None
    counterpart: str | None = None


@dataclass(frozen=True, slots=True)
class Observed:
    """The cut as it was made, in entries: head, start and end before; `inserted` are pointers after."""

    cut: Cut
    end_pointer: str | None
    inserted: tuple[str, ...]
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PairReport:
    """What a compaction did. `expected` is the correct cut, where it is known how many entries were to be kept.

    `nearest` is the correct cut that keeps as many entries as the observed one, or fewer. The pointers name the first
    entry of the kept tail, before. `lost` names content that is gone without a violation.
    """

    observed: Observed
    expected: Cut | None
    expected_pointer: str | None
    nearest: Cut
    nearest_pointer: str | None
    violations: tuple[ExplainedViolation, ...]
    lost: tuple[Cause, ...]
    before: tuple[MessageFate, ...]
    after: tuple[MessageFate, ...]


def explain_pair(
    before: bytes,
    after: bytes,
    dialect: str,
    *,
    keep_last: int | None = None,
    keep_first: int = DEFAULT_KEEP_FIRST,
    layer: str = "core",
) -> PairReport:
    """Explain one compaction from the two bodies.

    Raises: UnreadableRequest; ValueError, for a negative `keep_first`.
    """
    dialect = OTHER_NAMES.get(dialect, dialect)
    old, new = read_side(before, dialect), read_side(after, dialect)
    fates = tell_fates(old.messages, new.messages)
    trail = Trail(old, new, fates.links)
    earlier = check(before, dialect=dialect, layer=layer).violations
    later = check(after, dialect=dialect, layer=layer, before=before).violations
    known = {_identity(violation, old) for violation in earlier}
    observed = _observe(old.entries, new.entries, keep_first)
    kept = len(old.entries) - observed.cut.end
    nearest = find_cut(old.entries, keep_last=kept, keep_first=keep_first)
    expected = None if keep_last is None else find_cut(old.entries, keep_last=keep_last, keep_first=keep_first)
    return PairReport(
        observed,
        expected,
        _pointer(old.entries, expected.end) if expected else None,
        nearest,
        _pointer(old.entries, nearest.end),
        tuple(_explain(violation, trail, known, observed.cut.head) for violation in later),
        lost_results(trail, later),
        fates.before,
        fates.after,
    )


def _observe(before: Sequence[Entry], after: Sequence[Entry], keep_first: int) -> Observed:
    """The longest common tail, and the longest common head of at most `keep_first` entries in what is left."""
    shorter = min(len(before), len(after))
    tail = _common(shorter, lambda step: before[-1 - step].key == after[-1 - step].key)
    head = _common(min(shorter - tail, keep_first), lambda step: before[step].key == after[step].key)
    end = len(before) - tail
    return Observed(
        Cut(head, head, end),
        _pointer(before, end),
        tuple([entry.pointer for entry in after[head : len(after) - tail]]),
        tuple([entry.pointer for entry in before[head:end]]),
    )


def _pointer(entries: Sequence[Entry], place: int) -> str | None:
    return entries[place].pointer if place < len(entries) else None


def _common(most: int, equal: Callable[[int], bool]) -> int:
    return next((step for step in range(most) if not equal(step)), most)


def _identity(violation: Violation, side: Side) -> tuple[str, str | bytes | None]:
    """What makes two violations the same: the rule, and the id or else the content that it is about."""
    call_id = side.id_at(violation.pointer)
    if call_id or violation.position is None or violation.position >= len(side.messages):
        return violation.rule, call_id or violation.pointer
    return violation.rule, side.messages[violation.position].key


def _explain(
    violation: Violation, trail: Trail, known: set[tuple[str, str | bytes | None]], head: int
) -> ExplainedViolation:
    if _identity(violation, trail.after) in known:
        return ExplainedViolation(violation, Origin.INHERITED)
    halves = trail.counterparts(violation)
    counterpart = halves[0].pointer if halves else None
    return ExplainedViolation(violation, Origin.INTRODUCED, find_cause(violation, trail, head), counterpart)
