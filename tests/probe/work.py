"""What probe jobs do: each leaves lines in a file."""

import os
import signal
import time

from django.conf import settings

from webui.jobs.models import Job
from webui.jobs.progress import Progress


def mark(job: Job, word: str) -> None:
    """Append one whole line."""
    with (settings.DATA / "marks").open("a") as marks:
        marks.write(f"{word} {job.pk} {job.attempts}\n")


def quick(job: Job, progress: Progress) -> None:
    with progress.holding():
        mark(job, "stored")


def long(job: Job, progress: Progress) -> None:
    """Count for as many seconds as the target says."""
    mark(job, "began")
    rounds = int(float(job.target) * 20)
    progress.start("count", total=rounds)
    for number in range(rounds):
        time.sleep(0.05)
        progress.count(number + 1)
    progress.done("count")
    quick(job, progress)


def busy(job: Job, progress: Progress) -> None:
    """Calculate for as many seconds as the target says, and count nothing."""
    mark(job, "began")
    until = time.monotonic() + float(job.target)
    while time.monotonic() < until:
        sum(range(10_000))
    quick(job, progress)


def poison(job: Job, progress: Progress) -> None:
    """Take the worker down."""
    mark(job, "began")
    os.kill(os.getpid(), signal.SIGKILL)
