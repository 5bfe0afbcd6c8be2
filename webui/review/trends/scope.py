"""What every chart is asked about: a team, a period, and what the inbox would narrow its cases to."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from webui.accounts.models import Team
from webui.common.days import before_day, from_day
from webui.review.conditions import met
from webui.review.filters import Asked
from webui.review.models import Case, Occurrence
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
        return Case.objects.filter(self._met(*SHARED), team=self.team).order_by()

    def seen(self) -> QuerySet[Occurrence]:
        """Return where those cases were seen, in no order. Who owns a case is not repeated there."""
        rows = Occurrence.objects.filter(self._met(*(name for name in SHARED if name != "owner")), team=self.team)
        if "owner" in self.asked.values:
            rows = rows.filter(Exists(self.cases().filter(pk=OuterRef("case"))))
        return rows.order_by()

    def _met(self, *names: str) -> Q:
        return met(self.asked.ground, {name: self.asked.values[name] for name in names if name in self.asked.values})

    def inbox(self, *pairs: tuple[str, str]) -> str:
        """Return the address of exactly the cases that `pairs` name, within the filters of this page."""
        named = {name for name, _ in pairs}
        kept = [pair for pair in self.narrow if pair[0] not in named]
        return f"{reverse('review:inbox', args=[self.team.slug])}?{urlencode([*pairs, *kept])}"

    def case(self, number: int) -> str:
        """Return the address of one case."""
        return reverse("review:inbox", args=[self.team.slug]).removesuffix("inbox") + f"cases/{number}"


def within(field: str, period: Period) -> Q:
    """Return what holds for rows whose moment stands in the period."""
    return Q(**{f"{field}__gte": period.start, f"{field}__lt": period.end})


def on_days_of(period: Period, field: str) -> Q:
    """Return the same, said so that an index by day serves."""
    return from_day(field, period.start.date()) & before_day(field, period.end.date())
