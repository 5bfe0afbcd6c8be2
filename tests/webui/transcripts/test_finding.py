"""Words in texts: where they stand, and how far a find comes before its time is over."""

import itertools
import time
from collections.abc import Iterator

import pytest

from compaction.transcripts import Text, codec
from webui.transcripts import finding
from webui.transcripts.finding import Found, Hit, Query, find


def texts(*words: str) -> Iterator[tuple[int, bytes | None]]:
    return ((at, codec.encode((Text(text, ""),))) for at, text in enumerate(words))


def places(text: str, words: str) -> list[tuple[int, int]]:
    return list(finding.literal(words)(text))


def test_words_are_found_in_capitals_and_small_letters_at_their_characters() -> None:
    assert places("Fee, fee, FEES", "fEe") == [(0, 3), (5, 8), (10, 13)]
    assert places("aaa", "aa") == [(0, 2)]
    assert places("СРОК \U0001f680 срок", "Срок") == [(0, 4), (7, 11)]


def test_letters_that_change_their_length_or_form_in_small_do_not_move_the_place() -> None:
    assert places("İİ fee", "fee") == [(3, 6)]
    assert places("ΟΔΟΣ οδος", "οδοσ") == [(0, 4), (5, 9)]


def test_words_that_repeat_themselves_cost_no_more_than_others() -> None:
    started = time.process_time()
    places("a" * 2_000_000, "a" * 250 + "b" + "a" * 249)

    assert time.process_time() - started < 1


def test_a_find_of_words_ends_at_its_time_limit_and_says_where() -> None:
    clock = itertools.count()  # a second passes with every look at it
    found = find(texts(*["fee"] * 9), Query("fee"), 3, lambda: float(next(clock)))

    assert found == Found((Hit(0, 0, 0, 0, 3), Hit(1, 0, 0, 0, 3)), stopped=2)


def test_a_find_that_has_the_time_says_that_it_is_whole() -> None:
    assert find(texts("a fee", "none"), Query("fee")) == Found((Hit(0, 0, 0, 2, 5),))
    assert find(texts("a fee", "none"), Query("fe+", pattern=True)) == Found((Hit(0, 0, 0, 2, 5),))


def test_a_regular_expression_ends_at_its_time_limit_with_the_hits_before() -> None:
    started = time.monotonic()
    found = find(texts("aab", "a" * 5_000, "aab"), Query("(a+)+b", pattern=True), 2)

    assert found == Found((Hit(0, 0, 0, 0, 3),), stopped=1)
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("pattern", [False, True])
def test_hits_are_counted_up_to_a_limit(pattern: bool) -> None:
    found = find(texts("a" * 9_000, "a" * 9_000, "a"), Query("a", pattern=pattern))

    assert len(found.hits) == finding.LIMIT
    assert found.hits[-1] == Hit(1, 0, 0, 999, 1_000)
    assert found.stopped is None


@pytest.mark.parametrize("words", ["(", "a{2,1}", "(?P<a>b)(?P<a>c)"])
def test_what_is_no_regular_expression_is_told(words: str) -> None:
    with pytest.raises(finding.NotAPattern):
        find(texts("a"), Query(words, pattern=True))


def test_texts_that_cannot_hold_the_words_are_passed_over() -> None:
    given = [(0, None), *((at + 1, data) for at, data in texts("fee"))]

    assert find(given, Query("fee")).hits == (Hit(1, 0, 0, 0, 3),)
    assert find(given, Query("fe+", pattern=True)).hits == (Hit(1, 0, 0, 0, 3),)
