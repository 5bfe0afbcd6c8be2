"""Pages of cases by cursor: every sort, both directions, ties and cases without a due time."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from tests import review_rows as rows
from webui.accounts.models import Team
from webui.review import pages
from webui.review.filters import SORTS
from webui.review.models import Case

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def mixed(acme: Team) -> list[int]:
    """Cases with ties in every column, a third of them without a due time."""
    for number in range(1, 12):
        state = "needs_work" if number % 3 == 0 else "new"
        severity = "error" if number % 2 else "warning"
        changed = NOW + HOUR * (number % 2)
        rows.case(acme, number, state=state, due=NOW + HOUR * (number % 2), changed=changed, severity=severity)
    return list(range(1, 12))


def walk(sort: str, size: int, *, back: bool = False, start: str = "") -> list[list[int]]:
    found, cursor = [], start
    while True:
        side = {"before": cursor} if back else {"after": cursor}
        page = pages.cut(Case.objects.all(), sort, size=size, **side)
        found.append([case.number for case in page.rows])
        cursor = page.newer if back else page.older
        if not cursor:
            return found


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("due", [2, 4, 8, 10, 1, 5, 7, 11, 3, 6, 9]),
        ("-due", [11, 7, 5, 1, 10, 8, 4, 2, 9, 6, 3]),
        ("case", list(range(1, 12))),
        ("-case", list(range(11, 0, -1))),
        ("severity", [1, 3, 5, 7, 9, 11, 2, 4, 6, 8, 10]),
        ("-changed", [11, 9, 7, 5, 3, 1, 10, 8, 6, 4, 2]),
    ],
)
def test_a_sort_breaks_ties_by_number_and_puts_what_has_no_due_time_last(
    mixed: list[int], sort: str, expected: list[int]
) -> None:
    assert walk(sort, 100) == [expected]
    few = pages.cut(Case.objects.all(), sort, size=9, few=True)
    assert [case.number for case in few.rows] == expected[:9]
    assert few == pages.cut(Case.objects.all(), sort, size=9)
    assert [case.number for case in pages.ordered(Case.objects.all(), sort)] == expected


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("size", [1, 2, 3, 4, 10, 11])
def test_pages_show_every_row_once_in_both_directions(mixed: list[int], sort: str, size: int) -> None:
    whole = walk(sort, 100)[0]
    forth = walk(sort, size)
    last = pages.cut(Case.objects.all(), sort, size=100)
    end = pages.cut(Case.objects.all(), sort, after=_cursor(last.rows[-2], sort), size=1)

    assert [number for page in forth for number in page] == whole
    assert all(len(page) == size for page in forth[:-1])
    back = walk(sort, size, back=True, start=end.newer)
    assert [number for page in reversed(back) for number in page] == whole[:-1]


def _cursor(case: Case, sort: str) -> str:
    return pages._write(pages._place(case, sort, 0))


def test_a_page_knows_how_many_rows_stand_before_it(mixed: list[int]) -> None:
    first = pages.cut(Case.objects.all(), "due", size=4)
    second = pages.cut(Case.objects.all(), "due", after=first.older, size=4)
    third = pages.cut(Case.objects.all(), "due", after=second.older, size=4)
    again = pages.cut(Case.objects.all(), "due", before=third.newer, size=4)
    front = pages.cut(Case.objects.all(), "due", before=again.newer, size=4)

    assert (first.before, second.before, third.before) == (0, 4, 8)
    assert (first.newer, third.older) == ("", "")
    assert [case.number for case in again.rows] == [case.number for case in second.rows]
    assert (again.before, front.before, front.newer) == (4, 0, "")


def test_neighbours_are_those_of_the_list(mixed: list[int]) -> None:
    for sort in SORTS:
        order = walk(sort, 100)[0]
        for one, other in pairwise(order):
            assert pages.beside(Case.objects.all(), sort, Case.objects.get(number=one)).next == other
            assert pages.beside(Case.objects.all(), sort, Case.objects.get(number=other)).previous == one
        first, last = Case.objects.get(number=order[0]), Case.objects.get(number=order[-1])
        assert pages.beside(Case.objects.all(), sort, first).previous is None
        assert pages.beside(Case.objects.all(), sort, last).next is None


def test_a_case_that_left_the_list_still_has_neighbours_there(mixed: list[int]) -> None:
    gone = Case.objects.get(number=5)
    Case.objects.filter(pk=gone.pk).update(severity="warning")

    assert pages.beside(Case.objects.filter(severity="error"), "case", gone) == pages.Beside(3, 7)


@pytest.mark.parametrize(
    "cursor",
    ["x", "e30", "bnVsbA", "WzEsMl0", "WyJ4IiwxLDBd", "W251bGwsLTEsMF0", "WyIyMDI2LTExLTMwIiwxLDBd", "é", "\0"],
)
def test_a_cursor_that_cannot_be_read_begins_anew(mixed: list[int], cursor: str) -> None:
    for sort in ("due", "severity", "changed"):
        page = pages.cut(Case.objects.all(), sort, after=cursor, size=2)
        assert page.before == 0
        assert len(page.rows) == 2
