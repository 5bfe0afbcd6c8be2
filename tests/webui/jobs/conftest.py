"""A team, a job, and kinds of work that end when the test does."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.utils import timezone

from webui.accounts.models import Team
from webui.jobs import execution, queue, registry, stopping
from webui.jobs.models import Job
from webui.jobs.registry import Ended, Work


@pytest.fixture
def team(db: None) -> Team:
    return Team.objects.create(slug="ada", name="Ada")


@pytest.fixture
def job(team: Team) -> Job:
    return queue.enqueue(team.pk, "sums", "t1", ["read", "check"])


@pytest.fixture
def register() -> Iterator[Callable[..., None]]:
    """Register work under a kind for one test."""
    added: list[str] = []

    def add(work: Work, *, kind: str = "sums", ended: Ended | None = None) -> None:
        registry.register(kind, work, ended=ended)
        added.append(kind)

    yield add
    for kind in added:
        registry._kinds.pop(kind, None)
    stopping.resume()


@pytest.fixture
def perform() -> Callable[[int], bool]:
    """Do a job without a heartbeat thread: the test's transaction would keep it waiting."""
    return lambda job_id: execution.perform(job_id, beating=lambda held: nullcontext())


@pytest.fixture
def grow_old() -> Callable[[Job], None]:
    """Let the heartbeat and the last ring of a job lie a minute and more in the past."""

    def age(job: Job) -> None:
        past = timezone.now() - timedelta(seconds=70)
        Job.objects.filter(pk=job.pk).update(created=past, announced=past)
        Job.objects.filter(pk=job.pk).exclude(heartbeat=None).update(heartbeat=past)

    return age
