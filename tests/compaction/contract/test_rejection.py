import pytest

from compaction.contract import RejectReason, check_replacement, reject_reason
from compaction.errors import (
    ExecutionFailed,
    InputTooLarge,
    InvalidInput,
    InvalidSummary,
    SummaryTooLarge,
    UnreadablePart,
)


def wrapped(cause: Exception, around: Exception) -> Exception:
    around.__cause__ = cause
    return around


@pytest.mark.parametrize(
    ("error", "number"),
    [
        (InvalidSummary("xml_root"), 9),
        (SummaryTooLarge(10, 10), 11),
        (TimeoutError(), 4),
        (ExecutionFailed(), 8),
        (InputTooLarge(1, 2), 8),
        (InvalidInput("basis"), 8),
        (UnreadablePart("response"), 8),
        (wrapped(InvalidSummary("wire"), TimeoutError()), 9),
        (wrapped(TimeoutError(), ExecutionFailed()), 4),
        (wrapped(SummaryTooLarge(2, 1), TimeoutError()), 11),
    ],
)
def test_an_error_has_the_number_that_events_carry(error: Exception, number: int) -> None:
    assert reject_reason(error) == number


def test_a_cause_that_was_set_aside_does_not_count() -> None:
    error = ExecutionFailed()
    error.__context__ = TimeoutError()
    assert reject_reason(error) == 4
    error.__suppress_context__ = True
    assert reject_reason(error) == 8


def test_a_ring_of_causes_ends() -> None:
    first, second = ExecutionFailed(), ExecutionFailed()
    first.__cause__, second.__cause__ = second, first

    assert reject_reason(first) == 8


def test_the_fourteen_numbers_are_those_of_the_wire() -> None:
    assert [reason.value for reason in RejectReason] == list(range(1, 15))


def test_a_request_as_large_as_its_limit_is_too_large() -> None:
    check_replacement(99, limit_tokens=100)

    for measured in (100, 101):
        with pytest.raises(SummaryTooLarge) as caught:
            check_replacement(measured, limit_tokens=100)
        assert (caught.value.measured, caught.value.limit) == (measured, 100)
