"""What the comparison of two summaries costs."""

import random
import re
import statistics
import time

import pytest

from compaction.diff import Diff, Limit, diff

pytestmark = pytest.mark.bench

TIMES = 7
COMMON = [
    "the",
    "of",
    "and",
    "to",
    "in",
    "is",
    "that",
    "for",
    "it",
    "as",
    "was",
    "with",
    "be",
    "by",
    "on",
    "not",
    "this",
]


class Author:
    """Writes prose in which common words are common, and edits it."""

    def __init__(self) -> None:
        self.random = random.Random(7)  # noqa: S311 - not for secrets
        letters = "abcdefghijklmnopqrstuvwxyz_/.:"
        self.words = COMMON + [
            "".join(self.random.choices(letters, k=self.random.randint(2, 11))) for _ in range(2_000)
        ]
        self.weights = [1 / place for place in range(1, len(self.words) + 1)]

    def text(self, characters: int, *, sentence: int = 14) -> str:
        chosen = self.random.choices(self.words, self.weights, k=characters // 4)
        ends = (".\n" if n % 40 == 39 else ". " if n % sentence == sentence - 1 else " " for n in range(len(chosen)))
        return "".join(word + end for word, end in zip(chosen, ends, strict=True))[:characters]

    def edited(self, text: str, share: float) -> str:
        pieces = re.findall(r"\S+\s*", text)
        return "".join(
            self.random.choice(self.words) + " " if self.random.random() < share else piece for piece in pieces
        )


def milliseconds(old: str, new: str) -> tuple[float, Diff]:
    times = []
    for _ in range(TIMES):
        started = time.process_time()
        found = diff(old, new)
        times.append((time.process_time() - started) * 1000)
    return statistics.median(times), found


@pytest.mark.parametrize("share", [0.03, 0.2, 1.0])
def test_two_summaries_of_20_kilobytes_are_compared_in_50_milliseconds(
    share: float, capsys: pytest.CaptureFixture[str]
) -> None:
    author = Author()
    old = author.text(20_000)
    taken, found = milliseconds(old, author.edited(old, share))
    with capsys.disabled():
        print(f"\n20 kB, {share:.0%} edited: {taken:.0f} ms")  # noqa: T201 - the measure is the point
    assert found.limit is Limit.NONE
    assert taken <= 50


@pytest.mark.parametrize("sentence", [14, 1_000_000])
def test_two_sections_of_10_000_words_are_compared_within_the_limit_or_declined(
    sentence: int, capsys: pytest.CaptureFixture[str]
) -> None:
    author = Author()
    old = author.text(60_000, sentence=sentence).replace("\n", "\n" if sentence == 14 else "")
    taken, found = milliseconds(old, author.edited(old, 0.1))
    with capsys.disabled():
        print(f"\n{len(old.split())} words: {taken:.0f} ms {found.limit.sentence}")  # noqa: T201 - the measure is the point
    assert taken <= 250


@pytest.mark.parametrize("share", [0.1, 1.0])
def test_five_sections_of_6_000_words_are_compared_while_a_page_is_asked_for(
    share: float, capsys: pytest.CaptureFixture[str]
) -> None:
    """Five cost about five times what one costs: so long as this holds, there is little to win by storing them."""
    author = Author()
    old = [author.text(36_000) for _ in range(5)]
    new = [author.edited(text, share) for text in old]
    taken, _ = milliseconds(*("".join(f"## {at}\n{text}\n" for at, text in enumerate(side)) for side in (old, new)))
    alone, _ = milliseconds(f"## 0\n{old[0]}\n", f"## 0\n{new[0]}\n")
    words = sum(len(text.split()) for text in old)
    with capsys.disabled():
        print(f"\n{words} words in five sections, {share:.0%} edited: {taken:.0f} ms, one: {alone:.0f} ms")  # noqa: T201 - the measure is the point
    assert taken <= 8 * alone
