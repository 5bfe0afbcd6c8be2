"""What apps call: queue work, end it, and say how it stands."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from webui.jobs.bell import ring
from webui.jobs.claim import end, host_name
from webui.jobs.models import Job, WorkerPulse
from webui.jobs.progress import waiting

PULSE_AGE = timedelta(seconds=60)
"""A worker that has not swept for this long is gone."""


@dataclass(frozen=True, slots=True)
class Status:
    """How a job stands, for a page. `place` counts from 1 and is None unless the job waits."""

    state: str
    steps: tuple[Mapping[str, Any], ...]
    place: int | None
    worker: bool
    waited_long: bool
    over: bool
    cancel_asked: bool
    error_code: str
    attempts: int

    @property
    def mark(self) -> str:
        """What changes whenever a page has another word to say of its waiting."""
        return f"{self.place}-{self.worker}-{self.waited_long}"


def enqueue(team_id: int, kind: str, target: str, steps: Iterable[str]) -> Job:
    """Add a job and ring for it once the surrounding transaction is committed."""
    job = Job.objects.create(team_id=team_id, kind=kind, target=target, steps=[waiting(step) for step in steps])
    transaction.on_commit(lambda: ring([job.pk]))
    return job


def cancel(job: Job) -> None:
    """End a waiting job now, and ask a running one to end at its next step."""
    Job.objects.filter(pk=job.pk, state__in=[Job.State.QUEUED, Job.State.RUNNING]).update(cancel_asked=True)
    end(Job.objects.filter(pk=job.pk, state=Job.State.QUEUED), job.pk, Job.State.CANCELLED, "cancelled")


def latest(kind: str, target: str) -> Job | None:
    """Return the newest job of a kind on a target."""
    return Job.objects.filter(kind=kind, target=target).order_by("-pk").first()


def queue_place(job: Job) -> int:
    """Return the place of a waiting job, from 1."""
    return Job.objects.filter(state=Job.State.QUEUED, pk__lt=job.pk).count() + 1


def worker_alive(*, here: bool = False) -> bool:
    """Return whether any worker, or any of this host, has swept within the last minute."""
    pulses = WorkerPulse.objects.filter(swept__gte=timezone.now() - PULSE_AGE)
    return (pulses.filter(worker__startswith=host_name() + ":") if here else pulses).exists()


def status(job: Job) -> Status:
    """Return how a job stands."""
    waits = job.state == Job.State.QUEUED
    return Status(
        state=job.state,
        steps=tuple(job.steps),
        place=queue_place(job) if waits else None,
        worker=worker_alive(),
        waited_long=waits and timezone.now() - job.created > PULSE_AGE,
        over=job.state in {Job.State.DONE, Job.State.FAILED, Job.State.CANCELLED},
        cancel_asked=job.cancel_asked,
        error_code=job.error_code,
        attempts=job.attempts,
    )
