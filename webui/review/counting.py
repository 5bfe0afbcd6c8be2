"""Counts that cost the same whatever there is: beyond a limit nobody is told how many."""

from collections.abc import Mapping
from typing import Any

from django.db.models import IntegerField, QuerySet, Subquery

from webui.accounts.models import Team
from webui.common.words import number

LIMIT = 10_000


class CountOf(Subquery):
    """How many rows a query finds, as a value beside others."""

    template = "(SELECT COUNT(*) FROM (%(subquery)s) counted)"
    output_field = IntegerField()

    def __init__(self, rows: QuerySet[Any], most: int = LIMIT) -> None:
        super().__init__(rows.order_by().values("pk")[: most + 1])


def counts(
    team: Team, asked: Mapping[str, QuerySet[Any]], besides: Mapping[str, QuerySet[Any, Any]] | None = None
) -> dict[str, int]:
    """Return how many rows each query finds, one more than the limit at most, and what others find. One query."""
    wanted: dict[str, Subquery] = {name: CountOf(rows) for name, rows in asked.items()}
    wanted |= {name: Subquery(rows) for name, rows in (besides or {}).items()}
    found = Team.objects.filter(pk=team.pk).values_list(*wanted.values()).get()
    return {name: value or 0 for name, value in zip(wanted, found, strict=True)}


def told(count: int, most: int = LIMIT) -> str:
    """Return a count as pages say it: `38`, `10,000+`."""
    return number(count) if count <= most else f"{number(most)}+"
