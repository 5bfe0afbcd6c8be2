"""Codes in their order, the rest together, and the sentence about both ends."""

from webui.review.trends.stacks import stack, trend


def test_the_most_frequent_codes_are_named_and_the_rest_stands_together() -> None:
    rows = [(0, "a", 5), (1, "b", 4), (0, "c", 3), (1, "c", 1), (0, "d", 2), (1, "e", 1)]

    held = stack(rows, 2, "others")

    assert held.by_code == {"a": [5, 0], "b": [0, 4], "c": [3, 1], "others": [2, 1]}
    assert list(held.by_code) == ["a", "b", "c", "others"]
    assert held.others == ["d", "e"]
    assert held.totals == [10, 6]


def test_a_fourth_code_keeps_its_name() -> None:
    held = stack([(0, code, 1) for code in "abcd"], 1, "others")

    assert list(held.by_code) == ["a", "b", "c", "d"]
    assert held.others == []


def test_without_rows_there_is_nothing() -> None:
    held = stack([], 3, "others")

    assert (held.totals, held.total, held.series) == ([0, 0, 0], 0, [])


def test_the_code_that_moved_most_the_same_way_is_named() -> None:
    weeks = {"xml_structure": [12, 2], "token_limit": [9, 7], "identity": [10, 10]}
    held = stack([(at, code, n) for code, values in weeks.items() for at, n in enumerate(values)], 2, "others")

    assert trend(held, 1, "Refusals") == "Refusals fell from 31 to 19, of them xml_structure from 12 to 2"
    told = trend(held, 1, "Refusals", (79, 78), " runs")
    assert told == "Refusals fell from 31 of 79 runs to 19 of 78, of them xml_structure from 12 to 2"


def test_what_moved_the_other_way_is_no_part_of_it() -> None:
    held = stack([(0, "a", 1), (1, "a", 9), (0, "b", 20), (1, "b", 5)], 2, "others")

    assert trend(held, 1, "Violations") == "Violations fell from 21 to 14, of them b from 20 to 5"


def test_one_code_alone_is_not_told_twice_and_no_change_names_none() -> None:
    assert trend(stack([(0, "a", 3), (1, "a", 4)], 2, "others"), 1, "Refusals") == "Refusals rose from 3 to 4"
    assert trend(stack([(0, "a", 3), (1, "b", 3)], 2, "others"), 1, "Refusals") == "Refusals stayed at 3"
