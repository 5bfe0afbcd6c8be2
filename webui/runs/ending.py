"""Ending a pass before its next call."""

from django.db import transaction

from webui.audit.trail import Actor, record
from webui.jobs import queue
from webui.runs import access
from webui.runs.models import Pass


@transaction.atomic
def cancel(one: Pass, by: Actor) -> bool:
    """Ask a pass to end; replies that came are kept. False where it is over."""
    job = queue.latest(access.ADVANCE, one.pk)
    if job is None or one.state not in (Pass.State.QUEUED, Pass.State.ASKING):
        return False
    queue.cancel(job)
    record(one.team_id, by, "cancelled", "pass", one.pk, more={"run": one.run_id})
    return True
