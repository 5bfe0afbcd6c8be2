"""What measures and flags of a long transcript cost, against splitting it into words."""

import random
import statistics
import time

import pytest

from compaction.identifiers import newest_first
from compaction.measures import (
    MEASURES,
    Material,
    Part,
    Texts,
    flag_read_lists,
    flag_texts,
    measure_material,
    read_lists,
)
from compaction.measures.flagging.parts import Kind

pytestmark = pytest.mark.bench

CHARACTERS = 800_000
SECONDS = 2.0
TIMES_A_SPLIT = 150
REPETITIONS = 5


def transcript() -> tuple[str, str]:
    """A transcript with paths, names and numbers in every line, and a summary of 20,000 characters."""
    author = random.Random(7)  # noqa: S311 - not for secrets
    words = ["".join(author.choices("abcdefghijklmnopqrstuvwxyz", k=author.randint(2, 11))) for _ in range(2_000)]

    def line(number: int) -> str:
        facts = (
            f"src/{author.choice(words)}/part_{number}.py v1.{number % 90} on {author.randint(1, 9999)} `run {number}`"
        )
        return f"{' '.join(author.choices(words, k=18))} {facts}."

    lines = [line(number) for number in range(CHARACTERS // 170)]
    source = "\n".join(lines)
    return (source * 2)[:CHARACTERS], "\n".join(lines[::40])[:20_000]


def seconds(source: str, summary: str) -> tuple[float, float]:
    started = time.process_time()
    material = Material(source, summary, prior=summary[:8_000], hook="Keep it short.")
    measure_material(material)
    flag_texts(Texts(material, summary, source[-200_000:]))
    taken = time.process_time() - started
    started = time.process_time()
    source.split()
    return taken, time.process_time() - started


def test_measures_and_flags_cost_at_most_150_splits_and_two_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    source, summary = transcript()
    pairs = [seconds(source, summary) for _ in range(REPETITIONS)]
    taken = statistics.median(own for own, _ in pairs)
    ratio = statistics.median(own / split for own, split in pairs)
    with capsys.disabled():
        print(f"\nmeasures and flags of {len(source)} characters: {taken:.2f} s, {ratio:.0f} x str.split")  # noqa: T201 - the measure is the point
    assert taken <= SECONDS
    assert ratio <= TIMES_A_SPLIT


def test_two_lists_are_measured_flagged_and_their_losses_found_in_two_seconds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    source, summary = transcript()
    texts = source.splitlines()
    before = [Part(at, "user", Kind.TEXT, text, f"/messages/{at}/content") for at, text in enumerate(texts)]
    after = [Part(0, "user", Kind.TEXT, summary, "/messages/0/content"), *before[-20:]]
    started = time.process_time()
    lists = read_lists(before, after, summary=summary)
    flag_read_lists(lists)
    for measure in MEASURES:
        measure.compute(lists.material)
    lost = newest_first([part.text for part in lists.change.replaced], lists.material.lost)
    taken = time.process_time() - started
    with capsys.disabled():
        print(f"\n{len(texts)} messages measured and flagged, {len(lost)} losses found: {taken:.2f} s")  # noqa: T201 - the measure is the point
    assert lost
    assert taken <= SECONDS
