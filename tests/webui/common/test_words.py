"""Numbers, sizes and times in words."""

from datetime import UTC, datetime, timedelta

import pytest

from webui.common import tags, words

NOW = datetime(2026, 11, 3, 14, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0 B"),
        (41, "41 B"),
        (999, "999 B"),
        (1000, "1 kB"),
        (9_410, "9.4 kB"),
        (41_000_000, "41 MB"),
        (10**9, "1 GB"),
    ],
)
def test_sizes_read_as_people_say_them(count: int, said: str) -> None:
    assert words.size(count) == said


@pytest.mark.parametrize(
    ("passed", "said"),
    [
        (timedelta(seconds=3), "just now"),
        (timedelta(seconds=40), "40 s ago"),
        (timedelta(minutes=4), "4 min ago"),
        (timedelta(hours=2), "2 h ago"),
        (timedelta(days=1), "yesterday"),
        (timedelta(days=3), "31 Oct"),
        (timedelta(days=400), "29 Sep 2025"),
    ],
)
def test_times_read_as_people_say_them(passed: timedelta, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words.timezone, "now", lambda: NOW)

    assert words.ago(NOW - passed) == said


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.44, "0.4 s"), (3, "3 s"), (29.2, "29 s"), (64, "1 min 4 s"), (7500, "2 h 5 min")]
)
def test_durations(seconds: float, said: str) -> None:
    assert words.lasted(seconds) == said


def test_counts_carry_their_noun() -> None:
    assert words.plural(1, "error") == "1 error"
    assert words.plural(1204, "entry", "entries") == "1,204 entries"
    assert tags.plural(2, "entry,entries") == "2 entries"


def test_lists_read_as_a_sentence() -> None:
    assert words.listed([]) == ""
    assert words.listed(["a"]) == "a"
    assert words.listed(["a", "b", "c"], "or") == "a, b or c"


def test_a_long_name_is_cut_in_the_middle() -> None:
    assert tags.cut("toolu_01PMwabcdefX5oP", 12) == "toolu_0…X5oP"
    assert tags.cut("short", 12) == "short"
