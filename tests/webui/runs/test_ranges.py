"""Ranges of messages that fared alike."""

from compaction.boundary import Fate, MessageFate
from webui.runs.ranges import fate_rows, join


def fates(*told: tuple[Fate, tuple[int, ...]]) -> list[MessageFate]:
    return [MessageFate(place, f"/messages/{place}", fate, others) for place, (fate, others) in enumerate(told)]


def test_neighbours_that_went_to_one_place_are_one_range() -> None:
    rows = fate_rows(fates((Fate.SUMMARISED, (0, 1, 4)), (Fate.SUMMARISED, (0, 1, 4)), (Fate.SUMMARISED, (5,))))

    assert [(row["start"], row["stop"], row["others"]) for row in rows] == [(0, 2, [[0, 2], [4, 5]]), (2, 3, [[5, 6]])]


def test_what_came_through_is_told_by_its_distance() -> None:
    rows = fate_rows(fates((Fate.KEPT, (0,)), (Fate.KEPT, (1,)), (Fate.KEPT, (4,)), (Fate.MOVED, (5,))))

    assert [(row["start"], row["stop"], row["fate"], row["offset"]) for row in rows] == [
        (0, 2, "kept", 0),
        (2, 3, "kept", 2),
        (3, 4, "moved", 2),
    ]


def test_dropped_and_summarised_are_two_things() -> None:
    rows = fate_rows(fates((Fate.DROPPED, ()), (Fate.SUMMARISED, (0,)), (Fate.DROPPED, ())))

    assert [(row["fate"], row["others"]) for row in rows] == [
        ("dropped", []),
        ("summarised", [[0, 1]]),
        ("dropped", []),
    ]
    assert fate_rows([]) == []


def test_positions_join_to_ranges() -> None:
    assert list(join([0, 1, 2, 5, 7, 8])) == [(0, 3), (5, 6), (7, 9)]
    assert list(join([])) == []
