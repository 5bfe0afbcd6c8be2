"""Lists of cases by cursor, for every sort and in both directions: a page begins beside a row, never at a number.

A sort by due time puts cases without one (paused, closed) at the end, each part in its own order, so that an index
serves either part.
"""

import base64
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q, QuerySet

from webui.review import alike
from webui.review.models import Case

ALIKE = "alike"
COLUMNS: Mapping[str, str] = {"due": "due", "case": "", "severity": "severity", "changed": "changed", ALIKE: ALIKE}
"""The column of each sort; rows that are equal in it go by their number."""

TIMES = ("due", "changed")
MAY_LACK = ("due",)
HIGHEST = 1_000_000_000
_ALIKE = re.compile(r"[0-9]{1,4}:[0-9a-f]{1,64}")


@dataclass(frozen=True, slots=True)
class Place:
    """A row in a sort: its value (None where it has none) and its number; and how many rows stood before it."""

    value: datetime | str | None
    number: int
    before: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """Some rows, the cursors of the pages on both sides (empty at an end), and how many rows stand before the first."""

    rows: Sequence[Case]
    newer: str
    older: str
    before: int


@dataclass(frozen=True, slots=True)
class Beside:
    """The numbers of the cases on both sides of one, None at an end."""

    previous: int | None
    next: int | None


def cut(rows: QuerySet[Case], sort: str, *, after: str = "", before: str = "", size: int, few: bool = False) -> Page:
    """Return up to `size` rows after or before a cursor; a cursor that cannot be read begins anew.

    `few` says that so few rows match that sorting them all costs less than a second query.
    """
    back = bool(before)
    place = _read(before or after, sort)
    if few and place is None:
        found = list(ordered(rows, sort)[: size + 1])
        return _page(found[:size], sort, 0, newer=False, older=len(found) > size)
    found = _from(rows, sort, place, size + 1, back=back and place is not None)
    more = len(found) > size
    found = found[:size]
    if place is not None and back:
        found.reverse()
        start = max(0, place.before - len(found)) if more else 0
        return _page(found, sort, start, newer=more, older=bool(found))
    start = place.before + 1 if place else 0
    return _page(found, sort, start, newer=place is not None and bool(found), older=more)


def beside(rows: QuerySet[Case], sort: str, case: Case) -> Beside:
    """Return the neighbours that a case has, or would have, in a list."""
    place = _place(case, sort, 0)
    one, other = (_from(rows, sort, place, 1, back=back) for back in (True, False))
    return Beside(one[0].number if one else None, other[0].number if other else None)


def is_cursor(after: str, sort: str) -> bool:
    """Return whether a page of this sort can begin there."""
    return _read(after, sort) is not None


def ordered(rows: QuerySet[Case], sort: str) -> QuerySet[Case]:
    """Return all rows in a sort, for work that reads every one of them."""
    column, sign = _column(sort)
    if column == ALIKE:
        return alike.ordered(rows, most_first=bool(sign))
    tail = f"{sign}number"
    if not column:
        return rows.order_by(tail)
    value = F(column)
    return rows.order_by(value.desc(nulls_last=True) if sign else value.asc(nulls_last=True), tail)


def _page(rows: list[Case], sort: str, start: int, *, newer: bool, older: bool) -> Page:
    first = _write(_place(rows[0], sort, start)) if rows and newer else ""
    last = _write(_place(rows[-1], sort, start + len(rows) - 1)) if rows and older else ""
    return Page(rows, first, last, start)


def _from(rows: QuerySet[Case], sort: str, place: Place | None, size: int, *, back: bool) -> list[Case]:
    column, sign = _column(sort)
    if column == ALIKE:
        return alike.cut(rows, _spot(place), size, most_first=bool(sign) != back)
    sign = sign if not back else "" if sign else "-"
    parts: list[Q] = [Q()] if column not in MAY_LACK else [Q(**{f"{column}__isnull": lacks}) for lacks in (False, True)]
    found: list[Case] = []
    for part in _reached(parts, place, back=back):
        lacking = part == parts[-1] and len(parts) > 1
        order = [f"{sign}number"] if lacking or not column else [f"{sign}{column}", f"{sign}number"]
        beyond = _beyond(place, column, sign, lacking=lacking)
        found += rows.filter(part, beyond).order_by(*order)[: size - len(found)]
        if len(found) == size:
            break
    return found


def _reached(parts: list[Q], place: Place | None, *, back: bool) -> list[Q]:
    """Return the parts that are still to come, in the direction of reading."""
    if len(parts) == 1 or place is None:
        return parts[::-1] if back else parts
    if place.value is None:
        return parts[::-1] if back else parts[1:]
    return parts[:1] if back else parts


def _beyond(place: Place | None, column: str, sign: str, *, lacking: bool) -> Q:
    if place is None:
        return Q()
    step = "lt" if sign else "gt"
    if not column or (lacking and place.value is None):
        return Q(**{f"number__{step}": place.number})
    if lacking or place.value is None:
        return Q()  # the cursor stands in the other part
    same = Q(**{column: place.value, f"number__{step}": place.number})
    # The first condition alone would do; the second lets an index be entered at the place.
    return (Q(**{f"{column}__{step}": place.value}) | same) & Q(**{f"{column}__{step}e": place.value})


def _column(sort: str) -> tuple[str, str]:
    name = sort.removeprefix("-")
    return COLUMNS[name], "-" if sort.startswith("-") else ""


def _spot(place: Place | None) -> alike.Spot | None:
    if place is None:
        return None
    count, _, signature = str(place.value).partition(":")
    return alike.Spot(int(count), signature, place.number)


def _place(case: Case, sort: str, before: int) -> Place:
    column, _ = _column(sort)
    if column == ALIKE:
        count = getattr(case, ALIKE, None)
        return Place(f"{alike.count(case) if count is None else count}:{case.signature}", case.number, before)
    return Place(getattr(case, column) if column else None, case.number, before)


def _write(place: Place) -> str:
    value = place.value.isoformat() if isinstance(place.value, datetime) else place.value
    return base64.urlsafe_b64encode(json.dumps([value, place.number, place.before]).encode()).decode().rstrip("=")


def _read(cursor: str, sort: str) -> Place | None:
    column, _ = _column(sort)
    try:
        value, number, before = json.loads(base64.urlsafe_b64decode((cursor + "=" * (-len(cursor) % 4)).encode()))
        place = Place(_value(value, column), int(number), int(before))
    except (ValueError, TypeError):
        return None
    fits = 0 <= place.number < HIGHEST and 0 <= place.before < HIGHEST
    return place if fits and (place.value is not None or column in ("", *MAY_LACK)) else None


def _value(value: object, column: str) -> datetime | str | None:
    if value is None:
        return None
    if column in TIMES:
        moment = datetime.fromisoformat(str(value))
        if not moment.tzinfo:
            raise ValueError("a moment of no place")
        return moment
    if column == ALIKE:
        if not _ALIKE.fullmatch(str(value)):
            raise ValueError("no signature")
        return str(value)
    if column and value not in Case.Severity.values:
        raise ValueError("no severity")
    return str(value)
