"""What makes sure that every job ends: the broker may lose a ring and a worker may die."""

import logging
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from webui.jobs.bell import ring
from webui.jobs.claim import LEASE, MAX_ATTEMPTS, end, worker_name
from webui.jobs.models import Job, WorkerPulse
from webui.jobs.timed import do_due

log = logging.getLogger(__name__)

EVERY = 3.0
"""Seconds between two sweeps of one worker."""

UNHEARD = timedelta(seconds=2)
"""How long a new row may stay without a ring: its own transaction is about to ring."""

ANNOUNCE_AGAIN = timedelta(seconds=60)
"""Without this pause every sweep would ring the whole backlog again."""

AT_ONCE = 50
"""Rings of one sweep: enough to keep every worker busy until the next."""

KEEP_PULSES = timedelta(days=1)


def sweep(*, first: bool = False) -> int:
    """End what cannot go on, do what came round, ring for what nobody works on; return how many rings were taken.

    The first sweep of a worker rings for every waiting row: whatever was announced before may be lost.
    """
    _pulse()
    _give_up()
    _end_cancelled()
    do_due()
    return ring(_unattended(first).values_list("pk", flat=True)[:AT_ONCE])


def _pulse() -> None:
    now = timezone.now()
    WorkerPulse.objects.update_or_create(worker=worker_name(), defaults={"swept": now})
    WorkerPulse.objects.filter(swept__lt=now - KEEP_PULSES).delete()


def _give_up() -> None:
    """A job that took its worker down three times is not tried again."""
    for job in _lost().filter(attempts__gte=MAX_ATTEMPTS):
        if end(_unchanged(job), job.pk, Job.State.FAILED, "worker-lost"):
            log.error("job given up job=%s kind=%s code=worker-lost", job.pk, job.kind)


def _end_cancelled() -> None:
    """A job that was to end, and whose worker left it before it could."""
    waiting = Job.objects.filter(state=Job.State.QUEUED)
    for job in (waiting | _lost()).filter(cancel_asked=True):
        end(_unchanged(job), job.pk, Job.State.CANCELLED, "cancelled")


def _unattended(first: bool) -> QuerySet[Job]:
    now = timezone.now()
    unheard = Q(announced=None, created__lt=now - UNHEARD)
    waiting = Job.objects.filter(state=Job.State.QUEUED)
    if not first:
        waiting = waiting.filter(unheard | Q(announced__lt=now - ANNOUNCE_AGAIN))
    lost = _lost().filter(Q(announced=None) | Q(announced__lt=now - LEASE), attempts__lt=MAX_ATTEMPTS)
    return (waiting | lost).order_by("pk")


def _lost() -> QuerySet[Job]:
    return Job.objects.filter(state=Job.State.RUNNING, heartbeat__lt=timezone.now() - LEASE)


def _unchanged(job: Job) -> QuerySet[Job]:
    """The row, if nobody has claimed it since it was read."""
    return Job.objects.filter(pk=job.pk, state=job.state, worker=job.worker, heartbeat=job.heartbeat)
