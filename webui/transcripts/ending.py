"""Ending the work on a capture before it is done."""

from django.db import transaction

from webui.audit.trail import Actor, record
from webui.jobs import queue
from webui.transcripts import access
from webui.transcripts.models import Capture


@transaction.atomic
def cancel(row: Capture, by: Actor) -> bool:
    """Ask the work on a capture to end; what is stored by then stays. False where nothing is at work."""
    job = access.job_of(row)
    if job is None or queue.status(job).over:
        return False
    queue.cancel(job)
    record(row.team_id, by, "cancelled", "capture", row.pk, evidence=row.fingerprint)
    return True
