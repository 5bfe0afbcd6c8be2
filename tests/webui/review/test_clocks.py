"""Working time, by dates of a calendar: 2 March 2026 is a Monday."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webui.review.clocks import DAY, due_after, is_overdue, pause, resume


def march(day: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


MONDAY, FRIDAY, SATURDAY, SUNDAY, NEXT_MONDAY = 2, 6, 7, 8, 9


@pytest.mark.parametrize(
    ("start", "days", "due"),
    [
        (march(MONDAY, 15), 1, march(MONDAY + 1, 15)),
        (march(FRIDAY, 15), 1, march(NEXT_MONDAY, 15)),
        (march(FRIDAY, 15), 2, march(NEXT_MONDAY + 1, 15)),
        (march(MONDAY, 8, 30), 5, march(NEXT_MONDAY, 8, 30)),
        (march(SATURDAY, 10), 1, march(NEXT_MONDAY + 1)),
        (march(SUNDAY, 23, 59), 2, march(NEXT_MONDAY + 2)),
        (march(MONDAY), 5, march(SATURDAY)),
        (march(MONDAY, 12), 0, march(MONDAY, 12)),
    ],
)
def test_weekends_do_not_count(start: datetime, days: int, due: datetime) -> None:
    assert due_after(start, days) == due


def test_a_case_of_saturday_is_due_when_monday_ends() -> None:
    assert due_after(march(SATURDAY, 10), 1) == march(NEXT_MONDAY + 1)


def test_what_ends_with_friday_is_due_before_saturday() -> None:
    assert due_after(march(FRIDAY), 1) == march(SATURDAY)


def test_a_moment_of_another_zone_counts_in_utc() -> None:
    sydney = timezone(timedelta(hours=11))
    saturday_there = datetime(2026, 3, 7, 2, tzinfo=sydney)  # Friday 15:00 in UTC
    assert due_after(saturday_there, 1) == march(NEXT_MONDAY, 15)


def test_a_pause_keeps_the_working_seconds_that_are_left() -> None:
    assert pause(march(NEXT_MONDAY, 15), march(FRIDAY, 15)) == DAY
    assert pause(march(NEXT_MONDAY, 15), march(SATURDAY, 15)) == 15 * 3600
    assert pause(march(MONDAY, 15), march(MONDAY, 14, 30)) == 1800


def test_a_pause_after_the_due_time_is_below_zero() -> None:
    assert pause(march(FRIDAY, 15), march(NEXT_MONDAY, 16)) == -DAY - 3600


def test_a_clock_goes_on_from_what_was_left() -> None:
    assert resume(march(FRIDAY, 20), 6 * 3600) == march(NEXT_MONDAY, 2)
    assert resume(march(SATURDAY, 20), 6 * 3600) == march(NEXT_MONDAY, 6)


def test_an_overdue_case_stays_overdue_by_as_much() -> None:
    assert resume(march(NEXT_MONDAY, 1), -2 * 3600) == march(FRIDAY, 23)


@given(
    st.datetimes(datetime(2000, 1, 1), datetime(2060, 1, 1), timezones=st.just(UTC)).map(
        lambda moment: moment.replace(microsecond=0)
    ),
    st.integers(-10 * DAY, 20 * DAY),
)
def test_pause_undoes_resume(now: datetime, left: int) -> None:
    due = resume(now, left)
    assert pause(due, now) == left
    assert (due - timedelta(seconds=1)).weekday() < 5


def test_a_clock_that_stands_still_is_never_overdue() -> None:
    assert is_overdue(march(1), march(2))
    assert not is_overdue(march(2), march(2))
    assert not is_overdue(None, march(2))
