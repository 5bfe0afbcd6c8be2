"""The list that a case was opened from: its place there, its neighbours, and the way back."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict
from django.urls import reverse

from webui.accounts.models import Team
from webui.common.words import number
from webui.review import filters, pages, saved
from webui.review.models import Case
from webui.review.views.rights import user_of

USUAL = "view=open"
"""The list of somebody who came by a link of no list."""

COUNTED = 1000
"""Cases of a list among which the place of one is looked for."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a case stands in a list. `query` is what the list was asked for, `place` empty where it is not in it."""

    team: str
    name: str
    query: str
    place: str
    total: str
    previous: int | None
    next: int | None

    @property
    def within(self) -> str:
        """What every address of this list's cases carries."""
        return urlencode({"in": self.query})

    @property
    def back(self) -> str:
        """The address of the list."""
        return f"{reverse('review:inbox', args=[self.team])}?{self.query}"

    @property
    def words(self) -> str:
        """`Case 3 of 38 in All open`."""
        return f"Case {self.place} of {self.total} in {self.name}" if self.place else ""

    @property
    def onward(self) -> str:
        """Where to go when this case is decided: the next one, else the list."""
        return self.address(self.next) if self.next else self.back

    def address(self, case: int) -> str:
        """Return the address of another case of the list."""
        return f"{reverse('review:case', args=[self.team, case])}?{self.within}#case"

    @property
    def previous_address(self) -> str:
        return self.address(self.previous) if self.previous else ""

    @property
    def next_address(self) -> str:
        return self.address(self.next) if self.next else ""


def standing(request: HttpRequest, team: Team, case: Case) -> Standing:
    """Return where a case stands in the list of the address."""
    user = user_of(request).pk
    asked = QueryDict(request.GET.get("in") or USUAL)
    chosen = saved.choose(asked, saved.arranged(team, user), filters.Names(team), user)
    rows = chosen.asked.narrowed(Case.objects.all())
    beside = pages.beside(rows, chosen.asked.sort, case)
    count = rows[: COUNTED + 1].count()
    known = list(pages.ordered(rows, chosen.asked.sort).values_list("number", flat=True)) if count <= COUNTED else []
    place = known.index(case.number) + 1 if case.number in known else 0
    return Standing(
        team=team.slug,
        name=chosen.view.name if chosen.view else "these filters",
        query=urlencode(chosen.sorted_pairs),
        place=number(place) if place else "",
        total=number(count) if count <= COUNTED else f"{number(COUNTED)}+",
        previous=beside.previous,
        next=beside.next,
    )
