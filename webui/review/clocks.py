"""Working time: when a case is due, and what is left while its clock stands still. Pure.

A working day is any from Monday to Friday, of 24 hours in UTC; at the weekend every clock stands still.
"""

from datetime import UTC, datetime, timedelta

DAY = 86_400
WORKING_DAYS = 5

_MONDAY = datetime(1970, 1, 5, tzinfo=UTC)
_WEEK = 7 * DAY
_WORKING_WEEK = WORKING_DAYS * DAY


def due_after(start: datetime, days: int) -> datetime:
    """Return the moment so many working days after another."""
    return resume(start, days * DAY)


def pause(due: datetime, now: datetime) -> int:
    """Return the working seconds that are left; below zero for a case that is overdue."""
    return _worked(due) - _worked(now)


def resume(now: datetime, left: int) -> datetime:
    """Return when a case is due that has so many working seconds left. What ends with a Friday ends before Saturday."""
    return _moment(_worked(now) + left)


def is_overdue(due: datetime | None, now: datetime) -> bool:
    """Say whether a running clock has run out. None is a clock that stands still."""
    return due is not None and due < now


def _worked(moment: datetime) -> int:
    """Working seconds from a Monday long ago; the same through a whole weekend."""
    weeks, seconds = divmod(int((moment - _MONDAY).total_seconds()), _WEEK)
    return weeks * _WORKING_WEEK + min(seconds, _WORKING_WEEK)


def _moment(worked: int) -> datetime:
    weeks, seconds = divmod(worked, _WORKING_WEEK)
    if not seconds:
        weeks, seconds = weeks - 1, _WORKING_WEEK
    return _MONDAY + timedelta(weeks=weeks, seconds=seconds)
