"""What apps and pages see of jobs."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from webui.accounts.models import Team
from webui.jobs import queue
from webui.jobs.claim import claim
from webui.jobs.models import Job, WorkerPulse


def test_a_new_job_waits_with_its_steps(job: Job) -> None:
    assert (job.state, job.attempts, [step["name"] for step in job.steps]) == ("queued", 0, ["read", "check"])
    assert {step["state"] for step in job.steps} == {"waiting"}


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    heard: list[int] = []
    monkeypatch.setattr("webui.jobs.bell.current_app.send_task", lambda name, args, **options: heard.extend(args))
    return heard


def test_the_ring_comes_after_the_commit(
    team: Team, rings: list[int], django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        job = queue.enqueue(team.pk, "sums", "t1", [])
        assert rings == []

    assert rings == [job.pk]
    job.refresh_from_db()
    assert job.announced is not None


@pytest.mark.django_db(transaction=True)
def test_a_job_of_a_transaction_that_failed_is_not_rung_for(rings: list[int]) -> None:
    team = Team.objects.create(slug="ada", name="Ada")

    def break_off() -> None:
        with transaction.atomic():
            queue.enqueue(team.pk, "sums", "t1", [])
            raise LookupError

    with pytest.raises(LookupError):
        break_off()

    assert (Job.objects.count(), rings) == (0, [])


def test_the_place_counts_waiting_jobs_before_it(team: Team) -> None:
    first, second, third = (queue.enqueue(team.pk, "sums", str(number), []) for number in range(3))
    assert [queue.queue_place(job) for job in (first, second, third)] == [1, 2, 3]

    claim(first.pk)

    assert queue.queue_place(third) == 2


def test_a_waiting_job_is_cancelled_at_once(job: Job) -> None:
    queue.cancel(job)

    job.refresh_from_db()
    assert (job.state, job.error_code, job.cancel_asked) == ("cancelled", "cancelled", True)


def test_a_running_job_is_asked_to_end(job: Job) -> None:
    claim(job.pk)
    queue.cancel(job)

    job.refresh_from_db()
    assert (job.state, job.cancel_asked) == ("running", True)


def test_an_ended_job_cannot_be_cancelled(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(state="done")
    queue.cancel(job)

    job.refresh_from_db()
    assert (job.state, job.cancel_asked) == ("done", False)


def test_a_worker_is_alive_for_a_minute_after_its_sweep(db: None) -> None:
    pulse = WorkerPulse.objects.create(worker="w", swept=timezone.now() - timedelta(seconds=55))
    assert queue.worker_alive()

    pulse.swept = timezone.now() - timedelta(seconds=65)
    pulse.save()

    assert not queue.worker_alive()


def test_the_status_of_a_waiting_job_says_its_place_and_that_no_worker_is_there(
    job: Job, grow_old: Callable[[Job], None]
) -> None:
    fresh = queue.status(job)
    assert (fresh.state, fresh.place, fresh.worker, fresh.waited_long, fresh.over) == ("queued", 1, False, False, False)

    grow_old(job)
    job.refresh_from_db()

    assert queue.status(job).waited_long


@pytest.mark.parametrize("state", ["done", "failed", "cancelled"])
def test_the_status_of_an_ended_job_has_no_place(job: Job, state: str) -> None:
    job.state = state

    assert (queue.status(job).over, queue.status(job).place) == (True, None)


def test_the_latest_job_of_a_target_is_the_newest(team: Team, job: Job) -> None:
    newer = queue.enqueue(team.pk, "sums", "t1", [])

    assert queue.latest("sums", "t1") == newer
    assert queue.latest("sums", "t2") is None
