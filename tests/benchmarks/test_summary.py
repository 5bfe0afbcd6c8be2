"""How much a reading costs beside a bare parse of the same bytes."""

import statistics
import time
from collections.abc import Callable

import pytest
from lxml import etree

from compaction.summary import SECTION_NAMES, read

TIMES = 10
LOOPS = 4  # short, and one after the other, so that a busy machine disturbs both alike
ROUNDS = 400


def build(words: str) -> bytes:
    sections = "".join(f"  <{name}>{words}</{name}>\n" for name in SECTION_NAMES)
    return f"<conversation_summary>\n{sections}</conversation_summary>".encode()


def seconds(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    for _ in range(LOOPS):
        call()
    return time.perf_counter() - started


@pytest.mark.bench
@pytest.mark.parametrize(
    "words",
    ["word " * 320, "a &lt;b&gt; &amp; c, " * 80, "слово и дело " * 75, "word \U0001f680 of it " * 100],
    ids=["plain", "references", "cyrillic", "emoji"],
)
def test_reading_costs_at_most_ten_times_a_parse(words: str) -> None:
    xml = build(words)
    assert 7_500 < len(xml) < 9_500
    pairs = [(seconds(lambda: read(xml)), seconds(lambda: etree.fromstring(xml))) for _ in range(ROUNDS)]
    own, bare = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"reading {len(xml)} bytes costs {own / bare:.1f} parses")  # noqa: T201 - a benchmark tells
    assert own <= TIMES * bare, f"{own / bare:.1f} times"
