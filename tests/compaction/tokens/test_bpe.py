"""Counting with a vocabulary passed in: here one token a word or mark."""

import re

import pytest

from compaction.tokens import Bpe


class Words:
    name = "words"

    def __init__(self) -> None:
        self.longest = 0

    def encode_ordinary(self, text: str) -> list[int]:
        self.longest = max(self.longest, len(text))
        return [0] * len(re.findall(r" ?\w+|\n+|[^\w\n]", text))


@pytest.mark.parametrize("text", ["", "one two three", "<|endoftext|>", "a\n\nb"])
def test_a_short_text_is_counted_whole(text: str) -> None:
    words = Words()
    assert Bpe(words, exact=True).count(text) == len(words.encode_ordinary(text))


def test_a_long_text_is_counted_in_slices_with_the_same_result() -> None:
    text = "One line of words;\nanother (line) of them\n\n  end\n" * 50
    words = Words()
    assert Bpe(words, exact=True, slice=100).count(text) == len(Words().encode_ordinary(text))
    assert words.longest <= 200


def test_a_text_without_seams_is_cut_all_the_same() -> None:
    words = Words()
    assert Bpe(words, exact=False, slice=10).count("x" * 95) == 9
    assert words.longest == 15


def test_it_carries_the_name_and_says_whether_it_is_exact() -> None:
    assert Bpe(Words(), exact=True).name == "words"
    assert Bpe(Words(), exact=True).exact
    assert not Bpe(Words(), exact=False).exact
