"""The broker is a doorbell: it says that there is work, and may be down."""

import logging
from collections.abc import Iterable

from celery import current_app
from django.utils import timezone
from kombu.exceptions import KombuError

from webui.jobs.models import Job

log = logging.getLogger(__name__)

TASK = "jobs.work"

REFUSALS = (KombuError, OSError)


def ring(job_ids: Iterable[int]) -> int:
    """Announce jobs to the workers; return how many rings were taken.

    A refused ring is forgotten: the row waits, and the sweep rings again.
    """
    rung = []
    for job_id in job_ids:
        if not _publish(job_id):
            break
        rung.append(job_id)
    if rung:
        Job.objects.filter(pk__in=rung).update(announced=timezone.now())
    return len(rung)


def _publish(job_id: int) -> bool:
    try:
        current_app.send_task(TASK, args=[job_id], retry=False, ignore_result=True)
    except REFUSALS as error:
        log.warning("ring refused job=%s cause=%s", job_id, type(error).__name__)
        return False
    return True
