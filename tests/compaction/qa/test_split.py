from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.qa.counting import HEURISTIC
from compaction.qa.messages import Message, Part, Text, ToolCall, ToolResult
from compaction.qa.pairs import find_pairs
from compaction.qa.split import Split, find_split, slides


class Sizes:
    """Tokens by the number that a message carries."""

    def count(self, messages: Sequence[Message]) -> int:
        return sum(each.ref for each in messages if isinstance(each.ref, int))


def chat(*sizes: int) -> list[Message]:
    return [Message("assistant" if place % 2 else "user", (Text("x"),), size) for place, size in enumerate(sizes)]


TWELVE = chat(*[60, 40] * 6)


@pytest.mark.parametrize(
    ("tail_budget", "split"),
    [(525, Split(2)), (450, Split(4)), (300, Split(6)), (299, Split(6, counted=True))],
)
def test_the_earliest_cut_whose_tail_fits_wins(tail_budget: int, split: Split) -> None:
    assert find_split(TWELVE, (), Sizes(), tail_budget=tail_budget, preserve_recent=6) == split


def test_without_a_boundary_nothing_is_cut() -> None:
    users = [Message("user", (Text("x"),), 1)] * 9
    assert find_split(users, (), Sizes(), tail_budget=9, preserve_recent=2) == Split(0, counted=True)
    assert find_split(TWELVE, (), Sizes(), tail_budget=900, preserve_recent=20) == Split(0, counted=True)


def test_the_tail_is_counted_as_a_whole_as_well() -> None:
    class Whole(Sizes):
        def count(self, messages: Sequence[Message]) -> int:
            return super().count(messages) + (1000 if len(messages) > 6 else 0)

    assert find_split(TWELVE, (), Whole(), tail_budget=500, preserve_recent=6) == Split(6)


def test_a_cut_slides_in_front_of_an_open_pair() -> None:
    messages = chat(*[10] * 10)
    messages[1] = Message("assistant", (ToolCall("a", "read", "{}"),), 10)
    messages[4] = Message("user", (ToolResult("a", "read", "x"),), 10)
    pairs = find_pairs(messages)
    assert slides(10, pairs) == [0, 1, 1, 1, 1, 5, 6, 7, 8, 9, 10]
    assert find_split(messages, pairs, Sizes(), tail_budget=90, preserve_recent=2) == Split(1)


def test_where_every_boundary_slides_the_last_slid_place_is_taken() -> None:
    messages = chat(*[10] * 8)
    messages[1] = Message("assistant", (ToolCall("a", "read", "{}"),), 10)
    messages[7] = Message("user", (ToolResult("a", "read", "x"),), 10)
    assert find_split(messages, find_pairs(messages), Sizes(), tail_budget=0, preserve_recent=1) == Split(1, True)


PARTS = st.one_of(
    st.builds(ToolCall, st.sampled_from("abc"), st.just("read"), st.just("{}")),
    st.builds(ToolResult, st.sampled_from("abc"), st.just("read"), st.just("x")),
    st.just(Text("word")),
)


@st.composite
def conversations(draw: st.DrawFn) -> list[Message]:
    messages = []
    for parts in draw(st.lists(st.lists(PARTS, min_size=1, max_size=3), max_size=16)):
        role = draw(st.sampled_from(["user", "assistant"]))
        wanted = ToolResult if role == "assistant" else ToolCall
        kept: list[Part] = [part for part in parts if not isinstance(part, wanted)]
        messages.append(Message(role, tuple(kept) or (Text("word"),)))
    return messages


@settings(max_examples=100)
@given(conversations(), st.integers(0, 120), st.integers(1, 5))
def test_no_cut_separates_a_call_from_its_result(messages: list[Message], budget: int, recent: int) -> None:
    pairs = find_pairs(messages)
    split = find_split(messages, pairs, HEURISTIC, tail_budget=budget, preserve_recent=recent)
    assert all((pair.call < split.index) == (pair.result < split.index) for pair in pairs)
    assert split.index <= max(len(messages) - recent, 0)
    assert split.counted or HEURISTIC.count(messages[split.index :]) <= budget
