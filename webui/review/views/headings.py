"""The heading with its counts, the columns, the pager, and what is said where there are no rows."""

from collections.abc import Mapping
from dataclasses import dataclass

from webui.common.words import number
from webui.review import counting, pages, saved
from webui.review.views.menus import address

SIZES = (25, 50, 100)
SORTED: Mapping[str, str] = {
    "case": "case",
    "severity": "severity",
    "due": "due",
    "opened": "case",
    "changed": "-changed",
    "alike": "-alike",
}
"""Columns that sort, and by what at first."""


@dataclass(frozen=True, slots=True)
class Heading:
    """How much there is, in words; empty for nothing."""

    open: str
    waiting: str
    overdue: str


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the table: where its head leads, and how it is sorted now (`ascending`, `descending`, empty)."""

    name: str
    title: str
    address: str = ""
    sorted: str = ""


@dataclass(frozen=True, slots=True)
class Pager:
    """Which rows are shown, of how many, and where the others are."""

    first: str
    last: str
    total: str
    count: int
    newer: str
    older: str
    sizes: tuple[tuple[int, str, bool], ...]
    every: str


@dataclass(frozen=True, slots=True)
class Empty:
    """Why there are no rows, and the one next step."""

    icon: str
    title: str
    text: str
    address: str = ""
    step: str = ""
    reset: bool = False


def heading(numbers: Mapping[str, int]) -> Heading:
    """Return the counts of the heading."""
    open_, waiting, overdue = (
        counting.told(n) if (n := numbers[key]) else "" for key in ("open", "waiting", "overdue")
    )
    return Heading(open_, waiting, overdue)


def columns(arrangement: saved.Arranged, chosen: saved.Chosen) -> list[Column]:
    """Return the columns of the view, with their sorts."""
    return [_column(name, chosen) for name in arrangement.columns_of(chosen.view.key if chosen.view else "")]


def _column(name: str, chosen: saved.Chosen) -> Column:
    sort = SORTED.get(name, "")
    if not sort:
        return Column(name, saved.COLUMNS[name])
    now = chosen.asked.sort
    plain = sort.removeprefix("-")
    other = plain if sort != plain else f"-{plain}"
    turned = other if now == sort else sort
    state = {plain: "ascending", f"-{plain}": "descending"}.get(now, "")
    return Column(name, saved.COLUMNS[name], address([*chosen.pairs, ("sort", turned)]), state)


def pager(chosen: saved.Chosen, found: pages.Page, matching: int, size: int) -> Pager:
    """Return the pager of a page of rows."""
    per = [("per", str(size))] if size != 50 else []
    here = [*chosen.sorted_pairs, *per]
    sizes = tuple((one, address([*chosen.sorted_pairs, ("per", str(one))]), one == size) for one in SIZES)
    return Pager(
        first=number(found.before + 1),
        last=number(found.before + len(found.rows)),
        total=counting.told(matching),
        count=matching,
        newer=address([*here, ("before", found.newer)]) if found.newer else "",
        older=address([*here, ("after", found.older)]) if found.older else "",
        sizes=sizes if matching > min(SIZES) else (),
        every=address([*here, ("all", "1")]),
    )


def empty(chosen: saved.Chosen, numbers: Mapping[str, int]) -> Empty:
    """Return why no row is shown: nothing came, nothing waits, nothing matches, or the page is gone."""
    if not numbers["newest"]:
        text = "What is uploaded is checked, and whatever is refused or lost becomes a case here."
        return Empty("inbox", "No cases, because nothing was refused", text)
    if numbers["matching"]:
        text = f"{counting.told(numbers['matching'])} match, on the pages before this one."
        return Empty("left", "No cases on this page", text, address(chosen.sorted_pairs), "To the first page")
    key = chosen.view.key if chosen.view else ""
    if key == "waiting":
        return _nothing_waits(numbers)
    return _BY_VIEW.get(key) or _no_match(chosen, numbers)


def _nothing_waits(numbers: Mapping[str, int]) -> Empty:
    if count := numbers["unassigned"]:
        text = f"{counting.told(count)} {'case has' if count == 1 else 'cases have'} no owner."
        return Empty("ok", "Nothing is waiting on you", text, "?view=unassigned", "Show them")
    if count := numbers["open"]:
        text = f"{counting.told(count)} {'is' if count == 1 else 'are'} open, in the hands of others."
        return Empty("ok", "Nothing is waiting on you", text, "?view=open", "Show all open")
    return Empty("ok", "Nothing is waiting on you", "Every case is closed.", "?view=closed", "Show the closed ones")


_BY_VIEW: Mapping[str, Empty] = {
    "unassigned": Empty("people", "Every open case has an owner", "", "?view=open", "Show all open"),
    "overdue": Empty("clock", "Nothing is overdue", "", "?view=open", "Show all open"),
    "open": Empty(
        "ok", "No case is open", "All that was refused or lost is decided.", "?view=closed", "Show the closed"
    ),
    "returned": Empty("ok", "Nothing came back", "No decided defect was seen again, and no waiver has ended."),
    "closed": Empty(
        "case", "No case is closed yet", "Cases stand here once they are decided.", "?view=open", "Show open"
    ),
}


def _no_match(chosen: saved.Chosen, numbers: Mapping[str, int]) -> Empty:
    count = numbers["open"]
    text = f"{counting.told(count)} {'is' if count == 1 else 'are'} open without these filters."
    if chosen.view is not None and chosen.view.saved:
        return Empty("filter", "No case matches this view", text, "?view=open", "Show all open")
    return Empty("filter", "No case matches", text, "?view=open", "Reset", reset=True)
