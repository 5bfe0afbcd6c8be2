"""Long texts counted by parts."""

import pytest

from compaction.tokens.sampled import LONG, Sampled


class Letters:
    """Counts one token a letter, and remembers how many letters it saw."""

    name = "letters"
    exact = True

    def __init__(self) -> None:
        self.seen = 0

    def count(self, text: str) -> int:
        self.seen += len(text)
        return len(text)


class Capitals(Letters):
    def count(self, text: str) -> int:
        super().count(text)
        return sum(letter == "A" for letter in text)


def test_a_text_up_to_the_limit_is_counted_whole() -> None:
    counter = Letters()

    assert Sampled(counter).count("a" * LONG) == counter.seen == LONG


@pytest.mark.parametrize("length", [LONG + 1, 10_000, 12_345, 10_000_000])
def test_a_longer_text_costs_four_parts_and_counts_for_all(length: int) -> None:
    counter = Letters()

    assert Sampled(counter).count("a" * length) == length
    assert counter.seen == 2048


def test_the_parts_lie_at_both_ends_and_between() -> None:
    text = "A" * 512 + "a" * 9216 + "A" * 512

    assert Sampled(Capitals()).count(text) == len(text) // 2


def test_it_never_claims_to_be_exact() -> None:
    assert not Sampled(Letters()).exact
    assert Sampled(Letters()).name == "letters, sampled"
