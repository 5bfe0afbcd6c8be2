"""Why an attempt ended without a commit: the numbers that events carry.

Source: summary-validation 9.3.
"""

from collections.abc import Iterator
from enum import IntEnum

from compaction.errors import InvalidSummary, SummaryTooLarge


class RejectReason(IntEnum):
    """The wire value of a rejection."""

    CONTROL_LANE_FULL = 1
    SHUTTING_DOWN = 2
    INTERRUPTED = 3
    CANCELED = 4
    STALE_BASIS = 5
    PROGRESS_PUBLICATION = 6
    UNAVAILABLE = 7
    EXECUTION_FAILED = 8
    INVALID_SUMMARY = 9
    CONTEXT_COUNT_FAILED = 10
    SUMMARY_TOO_LARGE = 11
    INTERNAL = 12
    CONTEXT_LIMIT_UNKNOWN = 13
    RETAINED_TAIL_TOO_LARGE = 14


_IN_ORDER: tuple[tuple[type[Exception], RejectReason], ...] = (
    (InvalidSummary, RejectReason.INVALID_SUMMARY),
    (SummaryTooLarge, RejectReason.SUMMARY_TOO_LARGE),
    (TimeoutError, RejectReason.CANCELED),
)


def reject_reason(error: Exception) -> int:
    """The number for an error; a summary's reason counts wherever it stands in the chain of causes."""
    chain = list(_chain(error))
    for kind, reason in _IN_ORDER:
        if any(isinstance(link, kind) for link in chain):
            return reason.value
    return RejectReason.EXECUTION_FAILED.value


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
