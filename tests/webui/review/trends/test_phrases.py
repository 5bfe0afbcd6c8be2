"""Shares with their base, changes, durations, percentiles by hand."""

import pytest

from webui.review.trends.phrases import change, lasted, percentile, share


@pytest.mark.parametrize(
    ("part", "whole", "words"),
    [
        (3, 9, "3 of 9"),
        (0, 0, "0 of 0"),
        (6, 19, "6 of 19"),
        (5, 20, "25 of 100"),
        (31, 250, "12 of 100"),
        (1, 8, "1 of 8"),
        (0, 500, "0 of 100"),
        (1, 4310, "under 1 of 100"),
        (4309, 4310, "over 99 of 100"),
        (4310, 4310, "100 of 100"),
    ],
)
def test_a_share_names_its_base_and_few_are_counted(part: int, whole: int, words: str) -> None:
    assert share(part, whole) == words


def test_a_change_says_which_way() -> None:
    assert change(31, 19) == "fell from 31 to 19"
    assert change(2, 1204) == "rose from 2 to 1,204"
    assert change(4, 4) == "stayed at 4"
    assert change(31, 19, (79, 78)) == "fell from 31 of 79 to 19 of 78"
    assert change(4, 4, (9, 8)) == "went from 4 of 9 to 4 of 8"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (59, "59 s"),
        (60, "1 min"),
        (35 * 60, "35 min"),
        (3599, "1 h"),
        (5 * 3600, "5 h"),
        (23.6 * 3600, "1 d"),
        (52 * 3600, "2 d 4 h"),
        (48 * 3600, "2 d"),
        (12.4 * 86_400, "12 d"),
    ],
)
def test_a_duration_has_at_most_two_units(seconds: float, words: str) -> None:
    assert lasted(seconds) == words


def test_percentiles_are_values_that_occur() -> None:
    # Of ten, five do not exceed 50 and nine do not exceed 90.
    ten = [10, 20, 30, 40, 50, 60, 70, 80, 90, 1000]
    assert (percentile(ten, 50), percentile(ten, 90)) == (50, 90)
    # Of three, two are more than half and it takes all three to have nine of ten.
    assert (percentile([1, 2, 9], 50), percentile([1, 2, 9], 90)) == (2, 9)
    assert (percentile([7], 50), percentile([7], 90)) == (7, 7)
    # 90 of 11 is 9.9: the tenth.
    assert percentile(list(range(1, 12)), 90) == 10
    # The median of four is the second, which two do not exceed.
    assert percentile([1, 2, 3, 4], 50) == 2
