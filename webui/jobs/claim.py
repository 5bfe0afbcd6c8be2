"""Who works on a job: won by one conditional update, kept by a heartbeat, proved with every write."""

import logging
import os
import secrets
import socket
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from webui.jobs import registry
from webui.jobs.models import Job

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=10)
"""A heartbeat older than this means that the worker is gone."""

MAX_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class Claim:
    """One attempt at a job. `job` is the row as it was won; `worker` is unique to the attempt."""

    job: Job
    worker: str

    def write(self, **values: Any) -> bool:
        """Write to the row if the job is still ours; return whether it is."""
        return self._held().update(**values) == 1

    def beat(self) -> bool:
        """Renew the lease; return whether the job is still ours."""
        return self.write(heartbeat=timezone.now())

    def cancel_asked(self) -> bool:
        """Return whether somebody wants the job to end."""
        return self._held().filter(cancel_asked=True).exists()

    def hand_back(self) -> bool:
        """Queue the job again as if it had not been tried."""
        return self.write(state=Job.State.QUEUED, attempts=F("attempts") - 1, worker="", heartbeat=None, announced=None)

    def requeue(self) -> bool:
        """Queue the job again; the attempt counts."""
        return self.write(state=Job.State.QUEUED, worker="", heartbeat=None, announced=None)

    def end(self, state: Job.State, code: str = "") -> bool:
        """End the job; return whether it was ours to end."""
        return end(self._held(), self.job.pk, state, code)

    def _held(self) -> Any:
        return Job.objects.filter(pk=self.job.pk, worker=self.worker, state=Job.State.RUNNING)


def claim(job_id: int) -> Claim | None:
    """Return the job for the one caller that wins it, None for everybody else.

    A job can be won while it is queued, or when its worker's heartbeat is older than the lease.
    """
    now = timezone.now()
    worker = f"{worker_name()}/{secrets.token_hex(4)}"
    free = Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, heartbeat__lt=now - LEASE)
    won = Job.objects.filter(free, pk=job_id, attempts__lt=MAX_ATTEMPTS, cancel_asked=False).update(
        state=Job.State.RUNNING,
        attempts=F("attempts") + 1,
        worker=worker,
        heartbeat=now,
        started=now,
    )
    if not won:
        return None
    job = Job.objects.filter(pk=job_id, worker=worker).first()
    return Claim(job, worker) if job else None


def end(held: Any, job_id: int, state: Job.State, code: str = "") -> bool:
    """End the job if it is still among `held`, and tell its app when nothing came of it."""
    with transaction.atomic():
        if not held.update(state=state, error_code=code, finished=timezone.now()):
            return False
        if state != Job.State.DONE:
            job = Job.objects.get(pk=job_id)
            _close_steps(job)
            _tell(job)
    return True


def _tell(job: Job) -> None:
    kind = registry.kind(job.kind)
    if kind is None or kind.ended is None:
        return
    try:
        with transaction.atomic():
            kind.ended(job)
    except Exception:  # an app that breaks here must not keep the job, and the sweep with it, from ending
        log.exception("end of job not noted job=%s kind=%s", job.pk, job.kind)


def worker_name() -> str:
    """Return host and process, short enough for the row."""
    return f"{host_name()}:{os.getpid()}"


def host_name() -> str:
    """Return the host's name, cut to what the row holds."""
    return socket.gethostname()[:40]


def _close_steps(job: Job) -> None:
    """A step that was running when the job ended has failed."""
    for step in job.steps:
        if step["state"] == "running":
            step.update(state="failed", ended=timezone.now().isoformat(timespec="milliseconds"), reason=job.error_code)
    job.save(update_fields=["steps"])
