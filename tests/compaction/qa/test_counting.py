import pytest

from compaction.qa.counting import COUNTERS, HEURISTIC, Counter, characters, estimated_tokens, tail_counts
from compaction.qa.messages import Media, Message, Text, Thinking, ToolCall, ToolResult


def text(length: int) -> Message:
    return Message("user", (Text("x" * length),))


@pytest.mark.parametrize(("length", "tokens"), [(1, 5), (0, 5), (180, 50), (183, 50), (184, 51)])
def test_a_message_costs_its_characters_and_twenty_more(length: int, tokens: int) -> None:
    assert HEURISTIC.count([text(length)]) == tokens


def test_the_sum_is_rounded_down_once() -> None:
    assert HEURISTIC.count([text(1), text(1)]) == 42 // 4
    assert HEURISTIC.count([]) == 0


def test_every_part_is_charged_by_its_kind() -> None:
    parts = (
        Text("abc"),
        Thinking("four"),
        Media("image"),
        ToolCall("id", "read", '{"a":1}'),
        ToolResult("id", "read", "12345"),
        ToolResult("id", "read", (Text("12"), Media("image"))),
    )
    assert characters(Message("user", parts)) == 3 + 4 + 256 + (4 + 7) + 5 + (2 + 256)


def test_letters_are_code_points_not_bytes() -> None:
    assert characters(Message("user", (Text("é😀"),))) == 2


@pytest.mark.parametrize(
    ("name", "tokens"),
    [
        ("heuristic", 430 // 4 + 10),
        ("openai", 100 + 8),
        ("anthropic", 119 + 10),
        ("gemini", 106 + 8),
        ("local", 113 + 8),
    ],
)
def test_a_preset_divides_by_its_ratio(name: str, tokens: int) -> None:
    assert COUNTERS[name].count([text(215), text(215)]) == tokens


def test_unreported_usage_is_a_quarter_of_the_characters() -> None:
    assert estimated_tokens("x" * 7) == 1


@pytest.mark.parametrize("counter", COUNTERS.values(), ids=COUNTERS)
def test_the_tail_from_any_place_counts_as_its_own_list(counter: Counter) -> None:
    messages = [text(length) for length in (7, 0, 51, 3)]
    count = tail_counts(messages, counter)
    assert [count(place) for place in range(5)] == [counter.count(messages[place:]) for place in range(5)]


def test_a_counter_of_another_kind_is_asked_for_each_tail() -> None:
    class Two:
        def count(self, messages: object) -> int:
            assert isinstance(messages, list)
            return 2 * len(messages)

    assert tail_counts([text(1)] * 3, Two())(1) == 4
