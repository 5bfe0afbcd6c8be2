"""What the search for evidence costs in a long transcript."""

import random
import statistics
import time

import pytest

from compaction.evidence import Method, Source, find_evidence

pytestmark = pytest.mark.bench

CHARACTERS = 800_000
SECONDS = 0.3
REPETITIONS = 7
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


def transcript(author: random.Random) -> tuple[list[str], list[Source]]:
    """Words of a language, common ones often, and a transcript of them in sentences and lines."""
    rare = ["".join(author.choices("abcdefghijklmnopqrstuvwxyz_/.:", k=author.randint(2, 11))) for _ in range(2_000)]
    words = COMMON + rare
    weights = [1 / place for place in range(1, len(words) + 1)]
    sources: list[Source] = []
    while sum(len(source.text) for source in sources) < CHARACTERS:
        chosen = author.choices(words, weights, k=author.choice([30, 100, 400, 2_000]))
        text = "".join(
            word + (".\n" if place % 40 == 39 else ". " if place % 14 == 13 else " ")
            for place, word in enumerate(chosen)
        )
        sources.append(Source(len(sources), 0, text))
    return words, sources


def test_eight_answers_are_found_in_300_milliseconds(capsys: pytest.CaptureFixture[str]) -> None:
    author = random.Random(7)  # noqa: S311 - not for secrets
    words, sources = transcript(author)
    quotes = [" ".join(sources[place].text.split()[3:9]) for place in (5, 50)]
    made_up = [" ".join(author.choices(words, k=size)) for size in (1, 3, 6, 12, 20)]
    answers = [*quotes, *made_up, "it is that for the one"]
    times = []
    for _ in range(REPETITIONS):
        started = time.process_time()
        found = find_evidence(answers, sources)
        times.append(time.process_time() - started)
    assert [evidence.method for evidence in found[:2]] == [Method.EXACT] * 2
    with capsys.disabled():
        print(f"\n8 answers in {CHARACTERS} characters: {statistics.median(times) * 1000:.0f} ms")  # noqa: T201 - the measure is the point
    assert statistics.median(times) <= SECONDS
