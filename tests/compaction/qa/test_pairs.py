from compaction.qa.messages import Message, Text, ToolCall, ToolResult
from compaction.qa.pairs import Pair, find_pairs


def call(*ids: str) -> Message:
    return Message("assistant", tuple(ToolCall(each, "read", "{}") for each in ids))


def result(*ids: str, durable: bool = False) -> Message:
    return Message("user", tuple(ToolResult(each, "read", "x", False, "durable" if durable else None) for each in ids))


def test_a_result_takes_the_latest_open_call_of_its_id() -> None:
    assert find_pairs([call("a"), call("a"), result("a"), result("a")]) == (Pair(1, 2, False), Pair(0, 3, False))


def test_an_id_used_again_makes_a_second_pair() -> None:
    assert find_pairs([call("a"), result("a"), call("a"), result("a", durable=True)]) == (
        Pair(0, 1, False),
        Pair(2, 3, True),
    )


def test_lone_calls_and_results_make_none() -> None:
    assert find_pairs([result("a"), call("a"), call("b"), result("c"), Message("user", (Text("hi"),))]) == ()


def test_a_result_before_its_call_is_lone() -> None:
    assert find_pairs([result("a"), call("a")]) == ()


def test_several_calls_of_one_message_pair_one_by_one() -> None:
    assert find_pairs([call("a", "b"), result("b"), result("a")]) == (Pair(0, 1, False), Pair(0, 2, False))
