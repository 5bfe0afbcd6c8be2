"""One attempt at a job: claim, work, and what came of it."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager

from webui.jobs import registry
from webui.jobs.claim import MAX_ATTEMPTS, Claim, claim
from webui.jobs.heartbeat import beating
from webui.jobs.models import Job
from webui.jobs.progress import Cancelled, JobFailed, Lost, Progress, Stopping, waiting
from webui.jobs.stopping import is_stopping

log = logging.getLogger(__name__)

Beating = Callable[[Claim], AbstractContextManager[None]]


def perform(job_id: int, *, beating: Beating = beating) -> bool:
    """Do the job if it is free; return whether this caller won it.

    Never raises for what the work does: the row says how it went.
    """
    held = None if is_stopping() else claim(job_id)
    if held is None:
        return False
    log.info("job begins job=%s kind=%s attempt=%s", job_id, held.job.kind, held.job.attempts)
    held.job.steps = [waiting(step["name"]) for step in held.job.steps]
    with beating(held):
        _attempt(held)
    return True


def _attempt(held: Claim) -> None:
    kind = registry.kind(held.job.kind)
    if kind is None:
        held.end(Job.State.FAILED, "unknown-kind")
        return
    try:
        kind.work(held.job, Progress(held))
    except Stopping:
        held.hand_back()
    except Cancelled:
        held.end(Job.State.CANCELLED, "cancelled")
    except Lost:
        log.warning("job taken by another worker job=%s", held.job.pk)
    except JobFailed as failure:
        held.end(Job.State.FAILED, failure.code)
    except Exception:  # whatever work raises, the row must say so and the worker must live
        log.exception("job broke job=%s kind=%s attempt=%s", held.job.pk, held.job.kind, held.job.attempts)
        _try_again(held)
    else:
        held.end(Job.State.DONE)


def _try_again(held: Claim) -> None:
    if held.job.attempts < MAX_ATTEMPTS:
        held.requeue()
    else:
        held.end(Job.State.FAILED, "internal-error")
