"""What stands above the table: the menus of the filters, chips for what has no menu, and the tabs of views."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from webui.review import counting, filter_keys, filters, saved
from webui.review.conditions import NOBODY

MENUS = ("state", "reason", "rule", "source", "owner", "age", "has")
MORE = ("severity", "kind", "mark", "due", "flag")
"""Keys that share one menu."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that a filter may take."""

    name: str
    value: str
    label: str
    on: bool


@dataclass(frozen=True, slots=True)
class Menu:
    """One menu: `words` are what is chosen. Its groups are choices under a legend, of one key each."""

    title: str
    words: str
    groups: Sequence[tuple[str, Sequence[Choice]]]
    on: bool


@dataclass(frozen=True, slots=True)
class Chip:
    """Something that narrows the list and is taken away by following `address`."""

    title: str
    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Tab:
    """One view: its count in words, empty where it is not counted."""

    view: saved.View
    address: str
    count: str
    on: bool


def menus(asked: filters.Asked) -> list[Menu]:
    """Return the menus. One query for people and the latest sources."""
    known = dict(filter_keys.CLOSED_LISTS) | _named(asked)
    found = [_menu(filter_keys.TITLES[name], asked, known, (name,)) for name in MENUS if known[name]]
    return [*found, _menu("More", asked, known, MORE)]


def chips(asked: filters.Asked) -> list[Chip]:
    """Return what narrows the list and has no menu, or has a value that its menu does not offer."""
    loose = [term for term in asked.terms if term.name not in (*MENUS, *MORE, "text")]
    return [Chip(term.title, term.label, address(asked.without(pair=term.pair))) for term in loose]


def kept(asked: filters.Asked) -> list[tuple[str, str]]:
    """Return what the form sends on unseen, since no menu of it holds it."""
    return [term.pair for term in asked.terms if term.name not in (*MENUS, *MORE, "text")]


def strays(asked: filters.Asked, view: str) -> list[tuple[str, str]]:
    """Return what was asked for and is not known, with where to go without it."""
    home = address(asked.pairs)
    pairs = [*asked.strays, *([("view", view)] if view else [])]
    return [(f"{name}={value}", home) for name, value in pairs]


def tabs(arrangement: saved.Arranged, chosen: saved.Chosen, counts: Mapping[str, int]) -> list[Tab]:
    """Return the views that are shown, and a hidden one while it is looked at."""
    here = chosen.view.key if chosen.view else ""
    return [
        Tab(
            view,
            f"?view={view.key}",
            counting.told(counts[view.key]) if view.key in counts else "",
            view.key == here,
        )
        for view in arrangement.views
        if view.key not in arrangement.hidden or view.key == here
    ]


def address(pairs: Iterable[tuple[str, str]]) -> str:
    """Return an address of this page; without any pair that of all cases, since a bare one shows the first view."""
    return "?" + (urlencode(list(pairs)) or f"view={saved.EVERYTHING.key}")


def _menu(title: str, asked: filters.Asked, known: Mapping[str, Mapping[str, str]], names: Sequence[str]) -> Menu:
    terms = [term for term in asked.terms if term.name in names]
    on = {term.pair for term in terms}
    groups = [
        (
            filter_keys.TITLES[name],
            [Choice(name, value, label, (name, value) in on) for value, label in known[name].items()],
        )
        for name in names
    ]
    return Menu(title, _told([term.label for term in terms]), groups, bool(terms))


def _told(labels: Sequence[str]) -> str:
    return ", ".join(labels) if len(labels) < 3 else f"{labels[0]} and {len(labels) - 1} more"


def _named(asked: filters.Asked) -> dict[str, Mapping[str, str]]:
    """Return the people of the team and its latest sources as values of their menus."""
    owners = {filters.ME: "Me", NOBODY: "No one"} | {name: name for name in asked.names.people}
    return {"owner": owners, "source": asked.names.sources}
