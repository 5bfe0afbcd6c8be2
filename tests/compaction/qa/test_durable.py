from collections.abc import Sequence

from compaction.qa.durable import find_riders
from compaction.qa.messages import Message, Text, ToolCall, ToolResult
from compaction.qa.pairs import find_pairs


class Fifty:
    def count(self, messages: Sequence[Message]) -> int:
        return 50 * len(messages)


def call(*ids: str) -> Message:
    return Message("assistant", tuple(ToolCall(each, "receipt", "{}") for each in ids))


def result(*ids: str, durable: bool = True) -> Message:
    return Message("user", tuple(ToolResult(e, "receipt", "x", False, "durable" if durable else None) for e in ids))


def riders(messages: list[Message], room: int, split: int | None = None) -> tuple[int, ...]:
    place = len(messages) if split is None else split
    return find_riders(messages, find_pairs(messages), Fifty(), split=place, room=room)


TWO = [call("a"), result("a"), call("b"), result("b")]


def test_the_newest_pair_rides_first() -> None:
    assert riders(TWO, 200) == (0, 1, 2, 3)
    assert riders(TWO, 199) == (2, 3)
    assert riders(TWO, 99) == ()


def test_the_first_group_that_does_not_fit_ends_it() -> None:
    large_last = [call("a"), result("a"), call("b", "c"), result("c", durable=False), result("b")]
    assert riders(large_last, 149) == ()
    assert riders(large_last, 150) == (2, 3, 4)


def test_a_group_never_separates_a_pair() -> None:
    chained = [call("a", "b"), result("a"), result("b", durable=False), call("c"), result("c", durable=False)]
    assert riders(chained, 150) == (0, 1, 2)


def test_a_result_behind_the_cut_does_not_ride() -> None:
    assert riders(TWO, 1000, split=2) == (0, 1)


def test_a_result_without_a_call_does_not_ride() -> None:
    assert riders([result("a"), call("b"), result("b", durable=False), Message("user", (Text("x"),))], 1000) == ()


def test_two_results_of_one_group_are_paid_once() -> None:
    assert riders([call("a", "b"), result("a"), result("b")], 150) == (0, 1, 2)
