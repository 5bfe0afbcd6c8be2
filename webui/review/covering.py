"""Closing what a new waiver covers, each case in a transaction of its own: a few at once, many in a job."""

from datetime import datetime

from django.db import transaction

from webui.jobs.models import Job
from webui.jobs.progress import Progress
from webui.jobs.queue import enqueue
from webui.review import waivers
from webui.review.models import Case, Waiver
from webui.review.store.moves import held
from webui.review.triage import OPEN_STATES

COVER = "cover-cases"
"""The job that closes what a new waiver covers. Its target is the waiver."""

STEP = "cover"
AT_ONCE = 50
"""Alike cases up to this number are closed before the page answers."""


def cover(waiver: Waiver, at: datetime | None = None) -> int:
    """Close what a new waiver covers: a few cases now, many in a job. Call it after the transaction that made it.

    Each case is closed in a transaction of its own, with its own event. Returns how many are open still.
    """
    rest = waivers.inside(waiver)
    keys = list(rest.values_list("pk", flat=True)[: AT_ONCE + 1])
    if len(keys) > AT_ONCE:
        enqueue(waiver.team_id, COVER, str(waiver.pk), [STEP])
        return rest.count()
    for key in keys:
        cover_one(key, waiver, at)
    return 0


def cover_one(key: int, waiver: Waiver, at: datetime | None = None) -> bool:
    """Close one case under a waiver, in a transaction of its own; return whether it was open and inside the scope."""
    with transaction.atomic():
        case = held(Case.objects.filter(team=waiver.team_id), pk=key)
        fits = (
            case.state in OPEN_STATES
            and waivers.covers(waiver, case)
            and waivers.live(at).filter(pk=waiver.pk).exists()
        )
        if fits:
            waivers.close_under(case, waiver, at)
    return fits


def cover_all(job: Job, progress: Progress) -> None:
    """Do the job: close what is open still. A worker that follows a killed one goes on where it stopped."""
    waiver = Waiver.objects.get(pk=job.target)
    keys = list(waivers.inside(waiver).values_list("pk", flat=True))
    progress.start(STEP, len(keys))
    for done, key in enumerate(keys, start=1):
        cover_one(key, waiver)
        progress.count(done)
    progress.done(STEP)
