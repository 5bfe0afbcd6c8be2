"""Days in UTC, as the database tells them: an index on a day counts by day without sorting rows."""

from datetime import date
from typing import Any

from django.db.models import DateField, Func, Q
from django.db.models.lookups import GreaterThanOrEqual, LessThan


class Day(Func):
    """The day of a moment, in UTC. Built of what databases hold to be immutable, so that an index may be made of it."""

    template = "(%(expressions)s AT TIME ZONE 'UTC')::date"
    arity = 1
    output_field = DateField()

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        """A moment is kept there as text in UTC, its day first."""
        return self.as_sql(compiler, connection, template="substr(%(expressions)s, 1, 10)", **more)


def from_day(field: str, first: date) -> Q:
    """Return what holds for rows whose moment in `field` is of that day or later."""
    return Q(GreaterThanOrEqual(Day(field), first))


def before_day(field: str, end: date) -> Q:
    """Return what holds for rows whose moment in `field` is of an earlier day."""
    return Q(LessThan(Day(field), end))
