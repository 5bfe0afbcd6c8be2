"""What the page of a run of 5,000 messages costs: time as a ratio of the page of its transcript, sizes, queries."""

import gzip
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.benchmarks.pipeline import messages

pytestmark = [pytest.mark.bench, pytest.mark.django_db]
QUERIES = 12
COMPRESSED = 35_000
TIMES = 5
SUMMARY = (
    "<conversation_summary><goal>Fix it.</goal><constraints/><decisions>Keep toolu_0007.</decisions>"
    "<state>Read.</state><open_items/></conversation_summary>"
)


@pytest.fixture
def at(data_dir: Path, work_off: Callable[[], int]) -> tuple[Client, str, str]:
    """A browser that is signed in, the address of the run, and that of its transcript before."""
    from webui.accounts.entry import ensure_owner
    from webui.runs import arrival
    from webui.runs.models import Run
    from webui.runs.uploads import Sent

    team, user = ensure_owner("owner", "local", team_name="Local")
    before = messages(5000, 800)
    after = [before[0], {"role": "user", "content": SUMMARY}, *before[-600:]]
    pair = {"model": "claude-sonnet-4-5", "before": before, "after": after, "summary": SUMMARY}
    parts = {"pair": json.dumps(pair).encode(), "keep_last": b"600"}
    arrival.take(team, user, Sent(parts, frozenset(parts), {}), source="page")
    work_off()
    run = Run.objects.get()
    assert run.state == "ready"
    client = Client()
    client.force_login(user)
    return client, f"/t/local/runs/{run.pk}", f"/t/local/transcripts/{run.before_id}"


def spent(client: Client, address: str) -> float:
    """The least processor time of some answers, in seconds."""
    times = []
    for _ in range(TIMES):
        started = time.process_time()
        client.get(address)
        times.append(time.process_time() - started)
    return min(times)


def test_the_page_of_a_run_keeps_its_budgets(at: tuple[Client, str, str], django_assert_max_num_queries: Any) -> None:
    client, run, transcript = at
    tabs = [f"{run}?tab={tab}" for tab in ("overview", "before", "after", "summary", "checks", "history")]
    pages = [*tabs, f"{run}?tab=before&at=4900", f"{run}/before/2400", f"{run}/summary/decisions"]
    for address in pages:
        with django_assert_max_num_queries(QUERIES):
            page = client.get(address)
        assert page.status_code == 200, address
        assert len(gzip.compress(page.content, 6)) <= COMPRESSED, address

    base = spent(client, transcript)
    ratios = {address.removeprefix(run): round(spent(client, address) / base, 2) for address in pages}
    assert all(ratio <= 1.5 for ratio in ratios.values()), ratios
    print(ratios)  # noqa: T201 - a benchmark tells
