"""Gather, decide, apply: read a capture, store its lists, check each."""

from compaction.errors import CaptureError
from webui.jobs.models import Job
from webui.jobs.progress import JobFailed, Progress
from webui.transcripts import blobs, listeners, masked, remasking, store
from webui.transcripts.models import Capture
from webui.transcripts.reading import read, start

State = Capture.State


def check(job: Job, progress: Progress) -> None:
    """Do one `check-capture` job. Safe to do again: what an earlier attempt stored is replaced.

    Raises: JobFailed with the code of a capture that cannot be read.
    """
    capture = Capture.objects.select_related("team").filter(pk=job.target, team=job.team_id).first()
    if capture is None:
        raise JobFailed("capture-gone")
    progress.start("Receive", total=capture.size)
    progress.count(capture.size)
    progress.done("Receive")
    code = _read(capture, progress)
    with progress.holding():
        listeners.tell_over(capture)
    if code:
        raise JobFailed(code)


def _read(capture: Capture, progress: Progress) -> str:
    """Read, and return the code of a failure or nothing."""
    bodies = _begin(capture, progress)
    failure = CaptureError("damaged-capture")
    try:
        while not _read_masked(capture, progress, bodies):
            bodies |= _begin(capture, progress)
    except CaptureError as error:
        failure = error
    except (blobs.NoSuchBlob, blobs.DamagedBlob):
        pass
    else:
        store.sweep(bodies)
        return ""
    with progress.holding():
        bodies |= store.forget(capture)
        store.fail(capture, failure)
    store.sweep(bodies)
    progress.failed("Read", failure.code)
    return failure.code


def _begin(capture: Capture, progress: Progress) -> set[int]:
    progress.start("Read")
    with progress.holding():
        store.settle(capture, State.READING)
        return store.forget(capture)


def _read_masked(capture: Capture, progress: Progress, bodies: set[int]) -> bool:
    """Read a capture; False where somebody masked its file meanwhile, so that what was read of it must go."""
    version = blobs.version(capture.blob)
    try:
        read(capture, progress)
        return blobs.version(capture.blob) == version
    except remasking.Unmasked:
        pass
    bodies |= _begin(capture, progress)
    remasking.remask(capture, lambda: start(capture), bytes(capture.team.redaction_key), masked.own_of(capture.team))
    capture.refresh_from_db(fields=["redactions"])
    version, still = blobs.version(capture.blob), False
    try:
        read(capture, progress, again=True)
    except remasking.Unmasked:
        still = True
    if still:
        raise CaptureError("secrets-remain")
    return blobs.version(capture.blob) == version


def ended(job: Job) -> None:
    """Say on the capture that its job failed or was cancelled; what is stored by then stays."""
    capture = Capture.objects.filter(pk=job.target, team=job.team_id).exclude(state=State.FAILED).first()
    if capture is None:
        return
    if job.state == Job.State.CANCELLED:
        store.settle(capture, State.CANCELLED, code="cancelled")
        store.close_unfinished(capture)
    else:
        store.settle(capture, State.FAILED, code=job.error_code)
    listeners.tell_over(capture)
