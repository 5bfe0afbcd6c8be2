"""What a list of cases is narrowed to, read from an address. One table for inbox, API and links.

Keys may be repeated: values of one key widen, keys narrow. An unknown value is kept, shown struck, and ignored.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet, TextField, Value
from django.db.models.functions import Cast
from django.http import QueryDict
from django.utils import timezone

from webui.accounts.models import Member, Team
from webui.review import conditions
from webui.review.filter_keys import CLOSED_LISTS, DEFAULT_SORT, SAME, SORTS, TITLES
from webui.review.models import Case, Source

LONGEST_TEXT = 100
MOST_VALUES = 50
"""Values of one key that are read; what is beyond is unknown."""

LATEST_SOURCES = 15
"""Sources that menus offer."""

ME = "me"


@dataclass(frozen=True, slots=True)
class Term:
    """One value of one key, and what a person reads for it."""

    name: str
    value: str
    label: str

    @property
    def title(self) -> str:
        return TITLES[self.name]

    @property
    def pair(self) -> tuple[str, str]:
        return self.name, self.value


class Names:
    """What addresses may name of one team: people, sources, cases. One query for all, when the first is needed."""

    def __init__(self, team: Team) -> None:
        self.team = team
        self._wanted: dict[str, set[str]] = {"source": set(), "alike": set()}
        self._found: dict[str, dict[str, str]] = {}

    def want(self, given: Iterable[tuple[str, str]]) -> None:
        """Note what an address names, so that the one query finds it with the rest."""
        for name, value in given:
            if name in self._wanted and _is_key(value):
                self._wanted[name].add(value)

    @property
    def people(self) -> dict[str, int]:
        """The people of the team by account name, in order of name."""
        return {name: int(pk) for name, pk in self._all["person"].items()}

    @property
    def sources(self) -> dict[str, str]:
        """The names of the latest sources and of those that are asked for, by key, the latest first."""
        return self._all["source"]

    @property
    def signatures(self) -> dict[str, str]:
        """The signatures of the cases whose alike ones are asked for, by number."""
        return self._all["alike"]

    @property
    def _all(self) -> dict[str, dict[str, str]]:
        late = any(values - self._found.get(name, {}).keys() for name, values in self._wanted.items())
        if not self._found or late:
            self._found = self._read()
            for name, values in self._wanted.items():
                values &= self._found[name].keys()
        return self._found

    def _read(self) -> dict[str, dict[str, str]]:
        newest = Source.objects.filter(team=self.team).order_by("-pk").values("pk")[:LATEST_SOURCES]
        people = Member.objects.filter(team=self.team, user__is_active=True)
        sources = Source.objects.filter(Q(pk__in=newest) | Q(pk__in=self._wanted["source"]), team=self.team)
        cases = Case.objects.filter(team=self.team, number__in=self._wanted["alike"])
        parts = (
            _triples(people, "person", "user__username", "user_id"),
            _triples(sources, "source", "name", "pk"),
            _triples(cases, "alike", "signature", "number"),
        )
        rows = list(parts[0].union(*parts[1:], all=True))
        by_age = sorted((pk, name) for what, name, pk in rows if what == "source")
        return {
            "person": {name: str(pk) for what, name, pk in sorted(rows) if what == "person"},
            "source": {str(pk): name or f"source {pk}" for pk, name in reversed(by_age)},
            "alike": {str(number): signature for what, signature, number in rows if what == "alike"},
        }


def _triples(rows: QuerySet[Any], what: str, name: str, key: str) -> QuerySet[Any, tuple[str, str, int]]:
    named = rows.order_by().annotate(what=Value(what, TextField()), named=Cast(name, TextField()))
    return named.values_list("what", "named", key)


class Asked:
    """What was asked of one team's cases. The database is read only for keys that name people, sources and cases."""

    def __init__(self, query: QueryDict, names: Names, user: int | None, now: datetime | None = None) -> None:
        self.team = names.team
        self.names = names
        self.user = user
        self.now = now or timezone.now()
        self._given = _given(query)
        names.want(self._given)
        self.sort = query.get("sort", "") if query.get("sort", "") in SORTS else DEFAULT_SORT
        self._sort_stray = query.get("sort", "") if query.get("sort", "") not in ("", *SORTS) else ""

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """What narrows, in the order of the page."""
        found = [(name, value, self._label(name, value)) for name, value in self._given]
        return tuple(Term(name, value, label) for name, value, label in found if label)

    @cached_property
    def strays(self) -> tuple[tuple[str, str], ...]:
        """Unknown values by key. They narrow nothing."""
        known = {term.pair for term in self.terms}
        strays = tuple(pair for pair in self._given if pair not in known)
        return (*strays, ("sort", self._sort_stray)) if self._sort_stray else strays

    @cached_property
    def values(self) -> dict[str, list[str]]:
        """The known values by key."""
        found: dict[str, list[str]] = {}
        for term in self.terms:
            found.setdefault(term.name, []).append(term.value)
        return found

    @property
    def on(self) -> bool:
        """Whether anything narrows the list."""
        return bool(self.terms)

    def narrowed(self, rows: QuerySet[Case]) -> QuerySet[Case]:
        """Return those of the team's rows that the filters let through, in no order."""
        return rows.filter(conditions.met(self.ground, self.values), team=self.team).order_by()

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The query of what narrows, and of the sort where it is not the default one."""
        pairs = [term.pair for term in self.terms]
        return pairs if self.sort == DEFAULT_SORT else [*pairs, ("sort", self.sort)]

    @property
    def query(self) -> str:
        """`pairs` as an address has them, without a question mark; unknown values are left out."""
        return urlencode(self.pairs)

    def without(self, *names: str, pair: tuple[str, str] | None = None) -> list[tuple[str, str]]:
        """Return `pairs` without some keys, or without one value."""
        return [one for one in self.pairs if one[0] not in names and one != pair]

    @cached_property
    def ground(self) -> conditions.Ground:
        named = [value for name in ("owner", "waiting") for value in self.values.get(name, ())]
        people = dict(self.names.people) if set(named) - {ME, conditions.NOBODY} else {}
        if self.user is not None:
            people[ME] = self.user
        signatures = self.names.signatures if "alike" in self.values else {}
        return conditions.Ground(self.team, self.now, people, signatures)

    def _label(self, name: str, value: str) -> str:
        if name in CLOSED_LISTS:
            return CLOSED_LISTS[name].get(value, "")
        return _READERS[name](self, value)

    def _owner(self, value: str) -> str:
        return "No one" if value == conditions.NOBODY else self._person(value)

    def _person(self, value: str) -> str:
        if value == ME:
            return "Me" if self.user is not None else ""
        return value if value in self.names.people else ""

    def _source(self, value: str) -> str:
        return self.names.sources.get(value, "")

    def _alike(self, value: str) -> str:
        return f"to case {value}" if value in self.names.signatures else ""

    def _days(self, value: str) -> str:
        return value.replace("..", " to ") if conditions.days(value) else ""

    def _text(self, value: str) -> str:
        return value


_READERS: Mapping[str, Callable[[Asked, str], str]] = {
    "waiting": Asked._person,
    "owner": Asked._owner,
    "source": Asked._source,
    "alike": Asked._alike,
    "opened": Asked._days,
    "closed": Asked._days,
    "seen": Asked._days,
    "text": Asked._text,
}


def read(
    query: QueryDict | str, team: Team, user: int | None, now: datetime | None = None, names: Names | None = None
) -> Asked:
    """Return what an address asks of a team's cases. `user` is whom `me` means, None for nobody."""
    return Asked(QueryDict(query) if isinstance(query, str) else query, names or Names(team), user, now)


def is_filtered(query: QueryDict) -> bool:
    """Whether an address names any filter, known value or not."""
    return bool(_given(query))


def _given(query: QueryDict) -> Sequence[tuple[str, str]]:
    """Return the pairs of known keys, once each, in the order of the page; values without what no database takes."""
    found: dict[tuple[str, str], None] = {}
    for name in TITLES:
        keys = [name, *(other for other, same in SAME.items() if same == name)]
        values = [value for key in keys for value in query.getlist(key)]
        for value in values[:MOST_VALUES]:
            clean = value.strip().replace("\0", "")[:LONGEST_TEXT]
            if clean:
                found[name, clean] = None
    return list(found)


def _is_key(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) < 10
