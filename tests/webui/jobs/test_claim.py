"""Who gets a job."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from webui.accounts.models import Team
from webui.jobs import queue
from webui.jobs.claim import Claim, claim
from webui.jobs.models import Job


def test_a_queued_job_goes_to_the_first_who_asks(job: Job) -> None:
    held = claim(job.pk)

    assert held is not None
    assert (held.job.state, held.job.attempts) == ("running", 1)
    assert claim(job.pk) is None


def test_a_job_with_an_old_heartbeat_goes_to_the_next(job: Job, grow_old: Callable[[Job], None]) -> None:
    first = claim(job.pk)
    grow_old(job)
    second = claim(job.pk)

    assert first is not None
    assert second is not None
    assert second.job.attempts == 2
    assert not first.beat()
    assert second.beat()


def test_a_beat_keeps_the_job(job: Job, grow_old: Callable[[Job], None]) -> None:
    held = claim(job.pk)
    assert held is not None
    grow_old(job)

    assert held.beat()
    assert claim(job.pk) is None


def test_the_loser_can_neither_write_nor_end_nor_requeue(job: Job, grow_old: Callable[[Job], None]) -> None:
    loser = claim(job.pk)
    grow_old(job)
    winner = claim(job.pk)
    assert loser is not None
    assert winner is not None

    tried = [loser.write(steps=[]), loser.end(Job.State.DONE), loser.requeue(), loser.hand_back()]

    job.refresh_from_db()
    assert tried == [False] * 4
    assert (job.state, job.worker, len(job.steps)) == ("running", winner.worker, 2)


@pytest.mark.parametrize("state", ["done", "failed", "cancelled"])
def test_an_ended_job_is_never_claimed(job: Job, state: str) -> None:
    Job.objects.filter(pk=job.pk).update(state=state)

    assert claim(job.pk) is None


def test_a_fourth_attempt_is_not_given(job: Job, grow_old: Callable[[Job], None]) -> None:
    for _ in range(3):
        assert claim(job.pk) is not None
        grow_old(job)

    assert claim(job.pk) is None


def test_a_job_that_is_to_end_is_not_claimed(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(cancel_asked=True)

    assert claim(job.pk) is None


@pytest.mark.django_db(transaction=True)
def test_of_eight_threads_exactly_one_wins() -> None:
    team = Team.objects.create(slug="race", name="Race")
    jobs = [queue.enqueue(team.pk, "sums", str(number), []) for number in range(5)]
    won: list[Claim] = []
    together = threading.Barrier(8)

    def contend() -> None:
        together.wait(10)
        won.extend(held for job in jobs if (held := claim(job.pk)))
        connection.close()

    threads = [threading.Thread(target=contend) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)

    assert sorted(held.job.pk for held in won) == [job.pk for job in jobs]
    assert set(Job.objects.values_list("attempts", flat=True)) == {1}
