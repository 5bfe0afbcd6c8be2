"""What measures and flags of a long transcript cost, against splitting it into words."""

import random
import statistics
import time

import pytest

from compaction.measures import Material, Texts, flag_texts, measure_material

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
