"""What the sweep ends, what it rings for, and what it leaves alone."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from webui.accounts.models import Team
from webui.jobs import bootstep, queue, registry
from webui.jobs import sweep as sweeping
from webui.jobs.claim import claim
from webui.jobs.models import Job, WorkerPulse
from webui.jobs.sweep import sweep

GrowOld = Callable[[Job], None]


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The jobs that were rung for; every ring is taken."""
    heard: list[int] = []

    def send(name: str, *, args: list[int], **options: object) -> None:
        heard.extend(args)

    monkeypatch.setattr("webui.jobs.bell.current_app.send_task", send)
    return heard


def test_a_new_row_is_left_to_its_own_ring(job: Job, rings: list[int]) -> None:
    assert (sweep(), rings) == (0, [])


def test_a_row_whose_ring_was_refused_is_rung_for(job: Job, rings: list[int]) -> None:
    Job.objects.filter(pk=job.pk).update(created=timezone.now() - timedelta(seconds=3))

    assert (sweep(), rings) == (1, [job.pk])
    job.refresh_from_db()
    assert job.announced is not None


def test_an_announced_row_is_not_rung_for_again_within_a_minute(job: Job, grow_old: GrowOld, rings: list[int]) -> None:
    grow_old(job)

    assert [sweep(), sweep(), sweep()] == [1, 0, 0]


def test_the_first_sweep_of_a_worker_rings_for_every_waiting_row(job: Job, grow_old: GrowOld, rings: list[int]) -> None:
    grow_old(job)
    sweep()

    assert sweep(first=True) == 1
    assert rings == [job.pk, job.pk]


def test_a_job_whose_worker_died_is_rung_for(job: Job, grow_old: GrowOld, rings: list[int]) -> None:
    claim(job.pk)
    assert sweep() == 0

    grow_old(job)

    assert (sweep(), rings) == (1, [job.pk])


def test_a_job_that_took_its_worker_down_three_times_is_given_up(
    job: Job, grow_old: GrowOld, rings: list[int], register: Callable[..., None]
) -> None:
    ended: list[str] = []
    register(lambda job, progress: None, ended=lambda job: ended.append(job.error_code))
    for _ in range(3):
        assert claim(job.pk)
        grow_old(job)

    assert sweep() == 0
    job.refresh_from_db()
    assert (job.state, job.error_code, job.attempts) == ("failed", "worker-lost", 3)
    assert (ended, rings) == (["worker-lost"], [])


def test_a_job_on_its_third_attempt_with_a_fresh_heartbeat_goes_on(job: Job, grow_old: GrowOld) -> None:
    for _ in range(3):
        grow_old(job)
        assert claim(job.pk)

    sweep()

    job.refresh_from_db()
    assert job.state == "running"


def test_a_job_that_was_to_end_ends_when_its_worker_is_gone(job: Job, grow_old: GrowOld, rings: list[int]) -> None:
    claim(job.pk)
    queue.cancel(job)
    grow_old(job)

    sweep()

    job.refresh_from_db()
    assert (job.state, rings) == ("cancelled", [])


def test_a_sweep_rings_for_the_oldest_rows_only(team: Team, grow_old: GrowOld, rings: list[int]) -> None:
    jobs = [queue.enqueue(team.pk, "sums", str(number), []) for number in range(sweeping.AT_ONCE + 5)]
    for job in jobs:
        grow_old(job)

    assert sweep() == sweeping.AT_ONCE
    assert rings == [job.pk for job in jobs[: sweeping.AT_ONCE]]


def test_a_refused_ring_ends_the_round_and_leaves_the_rows_unannounced(
    team: Team, grow_old: GrowOld, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = [queue.enqueue(team.pk, "sums", str(number), []) for number in range(3)]
    Job.objects.update(created=timezone.now() - timedelta(seconds=3))
    tried: list[int] = []

    def refuse(name: str, *, args: list[int], **options: object) -> None:
        tried.extend(args)
        raise ConnectionRefusedError

    monkeypatch.setattr("webui.jobs.bell.current_app.send_task", refuse)

    assert sweep() == 0
    assert tried == [jobs[0].pk]
    assert set(Job.objects.values_list("state", "announced")) == {("queued", None)}


def test_a_sweep_leaves_a_pulse_and_forgets_old_ones(db: None) -> None:
    WorkerPulse.objects.create(worker="gone", swept=timezone.now() - timedelta(days=2))
    assert not queue.worker_alive()

    sweep()

    assert queue.worker_alive()
    assert not WorkerPulse.objects.filter(worker="gone").exists()


def test_a_database_that_fails_does_not_end_the_sweeping(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    firsts: list[bool] = []

    def fail_once(*, first: bool) -> int:
        firsts.append(first)
        if len(firsts) == 1:
            raise OperationalError
        if len(firsts) == 3:
            over.set()
        return 0

    monkeypatch.setattr(bootstep, "sweep", fail_once)
    bootstep.sweep_until(over, every=0)

    assert firsts == [True, True, False]


def test_a_kind_without_an_end_is_ended_all_the_same(job: Job, grow_old: GrowOld) -> None:
    assert registry.kind("sums") is None
    queue.cancel(job)

    job.refresh_from_db()
    assert job.state == "cancelled"
