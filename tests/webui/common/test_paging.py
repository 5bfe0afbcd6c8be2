"""Cursors."""

from datetime import UTC, datetime

import pytest

from webui.accounts.models import Team
from webui.common.paging import by_time


@pytest.fixture
def teams(db: None) -> list[Team]:
    """Five teams; the middle three were made at the same moment."""
    made = [Team.objects.create(slug=f"t{number}", name="T") for number in range(5)]
    for team, minute in zip(made, (1, 2, 2, 2, 3), strict=True):
        Team.objects.filter(pk=team.pk).update(created=datetime(2031, 3, 3, 9, minute, tzinfo=UTC))
    return made


def test_pages_follow_each_other_without_gap_or_double(teams: list[Team]) -> None:
    seen: list[list[str]] = []
    after = ""
    while True:
        page = by_time(Team.objects.all(), after, 2)
        seen.append([team.slug for team in page.rows])
        after = page.after
        if not after:
            break

    assert seen == [["t4", "t3"], ["t2", "t1"], ["t0"]]


def test_a_row_that_comes_meanwhile_moves_nothing(teams: list[Team]) -> None:
    after = by_time(Team.objects.all(), "", 2).after
    Team.objects.create(slug="new", name="T")

    assert [team.slug for team in by_time(Team.objects.all(), after, 2).rows] == ["t2", "t1"]


def test_a_page_that_is_just_full_is_the_last(teams: list[Team]) -> None:
    assert by_time(Team.objects.all(), "", 5).after == ""


@pytest.mark.parametrize("cursor", ["x", "===", "\0", "bnVsbA", "WyJhIiwgMV0", "WyIyMDMxLTAzLTAzIiwgIlx1MDAwMCJd", "é"])
def test_a_cursor_that_is_none_begins_anew(teams: list[Team], cursor: str) -> None:
    assert [team.slug for team in by_time(Team.objects.all(), cursor, 1).rows] == ["t4"]
