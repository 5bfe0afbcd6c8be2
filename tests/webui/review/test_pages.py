"""Pages of cases by cursor: every sort, both directions, ties and cases without a due time."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from tests import review_rows as rows
from webui.accounts.models import Team
from webui.review import pages
from webui.review.filter_keys import SORTS
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
        signature = f"{'bbbbaac'[number % 7]}" * 64
        given = {"state": state, "changed": changed, "severity": severity, "signature": signature}
        rows.case(acme, number, due=NOW + HOUR * (number % 2), **given)
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
        ("-alike", [1, 2, 3, 7, 8, 9, 10, 4, 5, 11, 6]),
        ("alike", [6, 11, 5, 4, 10, 9, 8, 7, 3, 2, 1]),
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
    for sort in ("due", "severity", "changed", "alike"):
        page = pages.cut(Case.objects.all(), sort, after=cursor, size=2)
        assert page.before == 0
        assert len(page.rows) == 2


def test_alike_ones_are_counted_among_the_open_ones_of_the_team_whatever_the_list_shows(
    acme: Team, rivals: Team
) -> None:
    for number, signature, state in ((1, "a", "new"), (2, "b", "new"), (3, "b", "rejected"), (4, "b", "rejected")):
        rows.case(acme, number, signature=signature, state=state)
    rows.case(acme, 5, signature="a", severity="warning")
    rows.case(acme, 6, signature="c", state="rejected")
    for number in range(1, 5):
        rows.case(rivals, number, signature="b")
    ours = Case.objects.filter(team=acme)

    def numbers(found: pages.Page) -> list[int]:
        return [case.number for case in found.rows]

    assert numbers(pages.cut(ours, "-alike", size=9)) == [1, 5, 2, 3, 4, 6]
    assert numbers(pages.cut(ours.filter(severity="error"), "-alike", size=9)) == [1, 2, 3, 4, 6], "a has two open"
    assert numbers(pages.cut(ours.filter(state="rejected"), "-alike", size=9)) == [3, 4, 6], "c has none open"
    assert numbers(pages.cut(ours.none(), "-alike", size=9)) == []


def test_a_page_beyond_rows_that_were_decided_since_goes_on_where_it_was(acme: Team) -> None:
    for number in range(1, 9):
        rows.case(acme, number, signature="a" if number <= 4 else "b" if number <= 7 else "c")
    first = pages.cut(Case.objects.all(), "-alike", size=3)
    Case.objects.filter(number__in=[1, 2]).update(state="rejected", closed=NOW)

    second = pages.cut(Case.objects.filter(closed=None), "-alike", after=first.older, size=9)

    assert [case.number for case in first.rows] == [1, 2, 3]
    assert [case.number for case in second.rows] == [4, 5, 6, 7, 8]


def test_only_so_many_alike_ones_are_counted(acme: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.review.alike.MOST", 2)
    for number in range(1, 9):
        rows.case(acme, number, signature="b" if number <= 4 else "a" if number <= 7 else "c")

    assert walk("-alike", 100) == [[5, 6, 7, 1, 2, 3, 4, 8]], "more than two of each, so by signature"
    few = pages.cut(Case.objects.all(), "-alike", size=9, few=True)
    assert [case.number for case in few.rows] == walk("-alike", 100)[0]
