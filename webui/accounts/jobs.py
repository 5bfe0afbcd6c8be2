"""Gather, ask, note: the test of an endpoint. It runs in the worker, which alone loads the providers' packages."""

import time
from datetime import datetime

from django.utils import timezone

from compaction.errors import ClientError
from compaction.llm import Request
from webui.accounts import clients
from webui.accounts.models import Endpoint
from webui.jobs.models import Job
from webui.jobs.progress import JobFailed, Progress

QUESTION = Request(
    "question", "You answer in one word.", "Answer with the word ready.", budget=16, max_output_tokens=256
)
Test = Endpoint.Test


def test(job: Job, progress: Progress) -> None:
    """Do one `test-endpoint` job: ask once, and note on the endpoint what happened."""
    endpoint = Endpoint.objects.filter(pk=job.target, team=job.team_id).first()
    if endpoint is None:
        raise JobFailed("endpoint-gone")
    progress.start("Ask")
    begun = time.monotonic()
    code = ""
    try:
        clients.client_of(endpoint).complete(QUESTION)
    except ClientError as error:
        code = error.code
    milliseconds = round((time.monotonic() - begun) * 1000)
    with progress.holding():
        _note(endpoint.pk, endpoint.changed, code, milliseconds)
    progress.done("Ask")


def ended(job: Job) -> None:
    """Say that a test came to nothing."""
    Endpoint.objects.filter(pk=job.target, test_state=Test.ASKING).update(
        test_state=Test.FAILED, test_code=job.error_code, tested=timezone.now(), test_ms=None
    )


def _note(pk: int, changed: datetime, code: str, milliseconds: int) -> None:
    # A test of values that were changed meanwhile says nothing about the new ones.
    Endpoint.objects.filter(pk=pk, changed=changed).update(
        test_state=Test.FAILED if code else Test.ANSWERED,
        test_code=code,
        test_ms=milliseconds,
        tested=timezone.now(),
    )
