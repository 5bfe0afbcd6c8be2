"""The one Celery task: an id in, nothing out."""

from celery import shared_task

from webui.jobs.bell import TASK
from webui.jobs.execution import perform


@shared_task(name=TASK, ignore_result=True)
def work(job_id: int) -> None:
    """Do the job, if nobody else does."""
    perform(job_id)
