"""The views of the inbox: six that everybody has, and those that people saved."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import F, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast
from django.http import QueryDict

from webui.accounts.models import Team
from webui.review import filter_keys, filters
from webui.review.models import Arrangement, SavedView


@dataclass(frozen=True, slots=True)
class View:
    """A named filter. `key` is what `?view=` says: a word, or the key of a saved one. `owner` is who saved it."""

    key: str
    name: str
    query: str
    icon: str = ""
    counted: bool = True
    owner: int | None = None
    shared: bool = False

    @property
    def saved(self) -> bool:
        return self.key.isdigit()


DEFAULTS: tuple[View, ...] = (
    View("waiting", "Waiting on me", "waiting=me"),
    View("unassigned", "Unassigned", "state=open&owner=none"),
    View("overdue", "Overdue", "state=open&due=over", "overdue"),
    View("open", "All open", "state=open"),
    View("returned", "Came back", "state=open&mark=recurred&mark=waiver-ended", "history"),
    View("closed", "Closed", "state=closed&sort=-changed", counted=False),
)
"""What everybody has, in this order; they can be hidden, not deleted."""

EVERYTHING = View("all", "All cases", "", counted=False)
"""The ground that filters stand on where no view is named."""

COLUMNS: Mapping[str, str] = {
    "case": "Case",
    "severity": "Severity",
    "wrong": "What is wrong",
    "where": "Where",
    "state": "State",
    "due": "Due",
    "owner": "Owner",
    "alike": "Alike",
    "source": "Source",
    "opened": "Opened",
    "changed": "Changed",
}
SHOWN = ("case", "severity", "wrong", "where", "state", "due", "owner", "alike")
FIXED = "wrong"
"""The one column that is always there."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """How one person sees the inbox of one team."""

    views: Sequence[View]
    hidden: frozenset[str] = frozenset()
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def shown(self) -> list[View]:
        return [view for view in self.views if view.key not in self.hidden]

    def columns_of(self, view: str) -> list[str]:
        """Return the columns of a view in order."""
        chosen = [name for name in dict.fromkeys(self.columns.get(view, SHOWN)) if name in COLUMNS]
        return chosen if FIXED in chosen else [*chosen, FIXED]


@dataclass(frozen=True, slots=True)
class Chosen:
    """What an address asks for: a view, or filters of its own (`view` is None), and what stands after the mark."""

    view: View | None
    asked: filters.Asked
    stray: str = ""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The address without the sort."""
        return [("view", self.view.key)] if self.view else self.asked.without("sort")

    @property
    def sorted_pairs(self) -> list[tuple[str, str]]:
        """The address with its sort, where that is not the view's own."""
        own = QueryDict(self.view.query).get("sort", "") if self.view else ""
        usual = own or filter_keys.DEFAULT_SORT
        return self.pairs if self.asked.sort == usual else [*self.pairs, ("sort", self.asked.sort)]


def arranged(team: Team, user: int) -> Arranged:
    """Return the views of a person, the defaults first, and how they arranged them. One query."""
    empty = Value("", TextField())
    saved = (
        visible(team, user)
        .order_by()
        .annotate(called=Cast("name", TextField()), asks=Cast("query", TextField()), hides=empty, shows=empty)
    )
    mine = Arrangement.objects.filter(team=team, user=user).annotate(
        called=empty,
        asks=empty,
        shared=Value(value=False),
        owner_id=F("user_id"),
        hides=Cast("hidden", TextField()),
        shows=Cast("columns", TextField()),
    )
    columns = ("called", "pk", "asks", "shared", "owner_id", "hides", "shows")
    rows = list(saved.values_list(*columns).union(mine.values_list(*columns), all=True))
    views = [
        View(str(pk), name, asks, "people" if shared else "", owner=owner, shared=shared)
        for name, pk, asks, shared, owner, hides, _ in sorted(rows)
        if not hides
    ]
    kept = next(((hides, shows) for *_, hides, shows in rows if hides), ("[]", "{}"))
    return Arranged((*DEFAULTS, *views), frozenset(json.loads(kept[0])), json.loads(kept[1]))


def visible(team: Team, user: int) -> QuerySet[SavedView]:
    """Return the saved views that a person sees: their own, and those that are shared."""
    return SavedView.objects.filter(Q(owner=user) | Q(shared=True), team=team).order_by("name", "pk")


def choose(query: QueryDict, arrangement: Arranged, names: filters.Names, user: int) -> Chosen:
    """Return what an address asks for. Without anything it asks for the first view that is shown.

    Keys beside `view` take the place of the view's own.
    """
    key = query.get("view", "")
    named = next((view for view in (*arrangement.views, EVERYTHING) if view.key == key), None)
    stray = key if named is None else ""
    if named is None and not filters.is_filtered(query):
        named = next(iter(arrangement.shown), EVERYTHING)
    asked = filters.read(_merged(named, query), names.team, user, names=names)
    wanted = set(asked.without("sort"))
    # Filters by hand may come to what a view says: then it is that view.
    order = [named, *arrangement.views, EVERYTHING] if named else [*arrangement.views, EVERYTHING]
    view = next((one for one in order if set(_filters(one)) == wanted), None)
    if view is None and named is not None and not filters.is_filtered(query):
        view = named  # a saved view may name what is no longer there
    return Chosen(view, asked, stray)


def _merged(view: View | None, query: QueryDict) -> QueryDict:
    merged = QueryDict(view.query if view else "", mutable=True)
    for key in query:
        if key in filter_keys.TITLES or key in filter_keys.SAME or key == "sort":
            merged.setlist(filter_keys.SAME.get(key, key), query.getlist(key))
    return merged


def _filters(view: View) -> list[tuple[str, str]]:
    query = QueryDict(view.query)
    return [(name, value) for name in query for value in query.getlist(name) if name != "sort"]
