"""Twenty people who decide at once on one team, on PostgreSQL and through the served app."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.service
ROOT = Path(__file__).parents[2]


def test_nothing_is_lost_or_decided_twice_while_twenty_people_decide(database_url: str) -> None:
    command = [sys.executable, "-m", "tests.benchmarks.deciding", "--seconds", "5", "--database", database_url]
    command += ["--idle", "15"]

    done = subprocess.run(
        command, cwd=ROOT, env={"PATH": os.environ["PATH"]}, stdout=subprocess.PIPE, text=True, timeout=180
    )

    found = json.loads(done.stdout.splitlines()[-1])
    assert found["decisions"] > 15
    assert {name.split()[1] for name in found["answers"]} <= {"200", "409"}, found["answers"]
    assert (found["lost"], found["double"], found["untold"], found["without_event"]) == (0, 0, 0, 0)
    assert found["chain"]
