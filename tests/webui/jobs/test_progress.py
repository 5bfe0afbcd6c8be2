"""Steps, counts, and how often they are written."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from webui.jobs.claim import Claim, claim
from webui.jobs.models import Job
from webui.jobs.progress import Lost, Progress, Stopping


class Clock:
    """Seconds that pass when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def held(job: Job) -> Claim:
    held = claim(job.pk)
    assert held is not None
    return held


def stored(held: Claim) -> list[tuple[str, int, int | None]]:
    steps = Job.objects.get(pk=held.job.pk).steps
    return [(step["state"], step["count"], step["total"]) for step in steps]


def test_counts_are_written_four_times_a_second(held: Claim) -> None:
    clock = Clock()
    progress = Progress(held, clock=clock)
    progress.start("read", total=1000)
    written = 0
    for number in range(1, 1001):
        clock.now += 0.001
        with CaptureQueriesContext(
            connection,
        ) as queries:
            progress.count(number)
        written += bool(queries.captured_queries)

    assert written == 3 or written == 4
    assert stored(held)[0][0] == "running"
    progress.done("read")
    assert stored(held)[0] == ("done", 1000, 1000)


def test_a_total_may_become_known_while_counting(held: Claim) -> None:
    clock = Clock()
    progress = Progress(held, clock=clock)
    progress.start("read")
    assert stored(held)[0] == ("running", 0, None)

    clock.now += 1
    progress.count(7, total=9)

    assert stored(held)[0] == ("running", 7, 9)


def test_a_count_renews_the_heartbeat(held: Claim) -> None:
    clock = Clock()
    progress = Progress(held, clock=clock)
    Job.objects.filter(pk=held.job.pk).update(heartbeat=None)
    clock.now += 1
    progress.count(1)

    assert Job.objects.get(pk=held.job.pk).heartbeat is not None


def test_a_failed_step_has_its_reason(held: Claim) -> None:
    progress = Progress(held)
    progress.start("read")
    progress.failed("read", "unknown-format")

    step = Job.objects.get(pk=held.job.pk).steps[0]
    assert (step["state"], step["reason"]) == ("failed", "unknown-format")
    assert step["started"] <= step["ended"]


def test_stopping_is_noticed_at_every_count(held: Claim) -> None:
    stopping = False
    progress = Progress(held, clock=Clock(), stopping=lambda: stopping)
    progress.start("read")
    progress.count(1)
    stopping = True

    with pytest.raises(Stopping):
        progress.count(2)
    with pytest.raises(Stopping):
        progress.checkpoint()


def test_a_lost_job_is_noticed_at_the_next_write(held: Claim) -> None:
    progress = Progress(held)
    Job.objects.filter(pk=held.job.pk).update(worker="other")

    with pytest.raises(Lost):
        progress.start("read")


def test_a_step_nobody_announced_is_a_mistake(held: Claim) -> None:
    with pytest.raises(KeyError):
        Progress(held).start("unheard")
