"""From bytes that arrive to a verdict: seconds and memory."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.bench,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc"),
]

ROOT = Path(__file__).parents[2]


def measure(kind: str, count: int, size: int) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.pipeline", kind, str(count), str(size)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        check=True,
    )
    took = dict(json.loads(done.stdout))
    print({name: round(value, 1) for name, value in took.items()})  # noqa: T201 - the figures are the point
    return took


def test_5000_messages_of_41_mb_have_their_verdict_in_10_seconds() -> None:
    took = measure("one", 5000, 8200)

    assert (took["messages"], took["checked"]) == (5000, 1)
    assert took["size"] > 41
    assert 0 < took["readable"] < took["job"], "messages can be read before the checks end"
    assert took["sending"] + took["job"] <= 10, took


def test_4000_requests_of_200_mb_are_read_in_300_mb_of_memory() -> None:
    took = measure("growing", 4000, 620)

    assert took["checked"] == 4000
    assert took["size"] > 195
    assert took["peak"] <= 300, took


@pytest.mark.parametrize("kind", ["session", "marked"])
def test_500_growing_requests_of_250_mb_are_stored_once(kind: str) -> None:
    took = measure(kind, 500, 950)

    assert took["checked"] == 500
    assert took["size"] > 240
    assert took["messages"] <= 2 * took["distinct"] + 500, took
    assert took["stored"] <= 1.5 * took["distinct_size"], took
    assert took["sending"] + took["job"] <= 12 * took["loads"], took
    assert took["peak"] <= 400, took
