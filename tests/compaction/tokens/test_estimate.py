"""The estimate is four bytes a token, rounded up."""

import pytest

from compaction.tokens import Estimate


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("中文", 2), ("\ud800", 1), ("a" * 4000, 1000)]
)
def test_it_counts_bytes(text: str, tokens: int) -> None:
    assert Estimate().count(text) == tokens


def test_it_says_that_it_estimates() -> None:
    assert not Estimate().exact
    assert Estimate().name == "estimate"
