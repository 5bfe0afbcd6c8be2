"""What every chart is asked about: a team, a period, and what the inbox would narrow its cases to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.db.models import Case as Pick
from django.db.models import Expression, IntegerField, Q, QuerySet, Value, When
from django.urls import reverse

from webui.accounts.models import Team
from webui.review.filters import Asked
from webui.review.models import Case
from webui.review.trends.period import Period

SHARED = ("kind", "reason", "rule", "flag", "source", "owner", "severity")
"""Keys of the inbox that narrow charts too. The others (state, age, due …) are what charts show."""


@dataclass(frozen=True, slots=True)
class Scope:
    """One page of charts. Rows of cases come narrowed; addresses lead to the inbox, narrowed in the same way."""

    team: Team
    period: Period
    now: datetime
    asked: Asked

    @property
    def narrow(self) -> Sequence[tuple[str, str]]:
        """The filters that hold here, as the inbox writes them."""
        return [pair for pair in self.asked.pairs if pair[0] in SHARED]

    def cases(self) -> QuerySet[Case]:
        """Return the cases that the page is about, in no order."""
        rows = Case.objects.filter(team=self.team)
        return self.asked.narrowed(rows) if self.narrow else rows

    def inbox(self, *pairs: tuple[str, str]) -> str:
        """Return the address of exactly the cases that `pairs` name, within the filters of this page."""
        named = {name for name, _ in pairs}
        kept = [pair for pair in self.narrow if pair[0] not in named]
        return f"{reverse('review:inbox', args=[self.team.slug])}?{urlencode([*pairs, *kept])}"

    def case(self, number: int) -> str:
        """Return the address of one case."""
        return reverse("review:inbox", args=[self.team.slug]).removesuffix("inbox") + f"cases/{number}"


def span_of(field: str, period: Period) -> Expression:
    """Return in which span the moment in `field` stands, for rows within the period."""
    return part_of(field, [span.start for span in period.spans])


def part_of(field: str, starts: Sequence[datetime], first: int = 0) -> Expression:
    """Return in which part, counted from 0, the moment in `field` stands; parts begin at `starts`, which ascend.

    Halved again and again, so that a row costs few comparisons; and no call a row, which SQLite would pay dearly.
    """
    if len(starts) == 1:
        return Value(first, output_field=IntegerField())
    half = len(starts) // 2
    below = When(Q(**{f"{field}__lt": starts[half]}), then=part_of(field, starts[:half], first))
    return Pick(below, default=part_of(field, starts[half:], first + half), output_field=IntegerField())


def within(field: str, period: Period) -> Q:
    """Return what holds for rows whose moment stands in the period."""
    return Q(**{f"{field}__gte": period.start, f"{field}__lt": period.end})
