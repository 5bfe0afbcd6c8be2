"""The thread that keeps a job while its work counts nothing."""

import threading
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from django.db import OperationalError

from webui.accounts.models import Team
from webui.jobs import queue
from webui.jobs.claim import Claim, claim
from webui.jobs.heartbeat import beating
from webui.jobs.models import Job

SOON = 10


@dataclass
class Listened:
    """A claim that answers beats as told and says when it has heard the last."""

    answers: list[object]
    job: Any = field(default_factory=lambda: Job(pk=1))
    beats: int = 0
    heard: threading.Event = field(default_factory=threading.Event)

    def beat(self) -> bool:
        self.beats += 1
        answer = self.answers.pop(0)
        if not self.answers:
            self.heard.set()
        if isinstance(answer, Exception):
            raise answer
        return bool(answer)


def beat_until_heard(listened: Listened) -> None:
    with beating(cast("Claim", listened), every=0.001):
        assert listened.heard.wait(SOON)


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("heartbeat")]


@pytest.mark.django_db(transaction=True)
def test_the_lease_is_renewed_while_the_work_runs() -> None:
    team = Team.objects.create(slug="ada", name="Ada")
    job = queue.enqueue(team.pk, "sums", "t1", [])
    held = claim(job.pk)
    assert held is not None
    Job.objects.filter(pk=job.pk).update(heartbeat=None)
    renewed = threading.Event()

    with beating(held, every=0.01):
        for _ in range(500):
            if Job.objects.get(pk=job.pk).heartbeat:
                break
            renewed.wait(0.01)

    for thread in threads():
        thread.join(SOON)
    assert Job.objects.get(pk=job.pk).heartbeat is not None
    assert threads() == []


def test_a_beat_that_fails_is_followed_by_the_next() -> None:
    listened = Listened([True, OperationalError(), False])
    beat_until_heard(listened)

    assert listened.beats == 3


def test_a_job_that_was_lost_is_not_beaten_for_again() -> None:
    listened = Listened([True, False])
    with beating(cast("Claim", listened), every=0.001):
        assert listened.heard.wait(SOON)
        for thread in threads():
            thread.join(SOON)

    assert listened.beats == 2
