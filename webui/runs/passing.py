"""Gather, decide, apply: carry a pass from call to call.

A reply is stored before anything is made of it, so a worker that dies costs at most the reply that it waited for.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from compaction.errors import ClientError
from compaction.identifiers import newest_first
from compaction.llm import Client, Reply
from compaction.measures import MEASURES, Material
from compaction.qa import Ask, CallFailed, Message, Outcome, PassState, hook_text, material, resume
from webui.accounts import clients
from webui.jobs.models import Job
from webui.jobs.progress import JobFailed, Progress
from webui.runs import listeners
from webui.runs.models import Fact, Pass
from webui.runs.proven import text_of
from webui.runs.store import facts, passes

STEP_WORDS = {"summarize": "Summarize", "question": "Question", "answer": "Answer"}
TRIES = 4
"""How often one call is sent before it counts as failed; an error that no other try helps ends it at once."""

BACKOFF = (2.0, 8.0, 30.0)
LONGEST_WAIT = 120.0
"""Seconds. A provider that asks for a longer one is not waited for."""

Wait = Callable[[Progress, float], None]
Choose = Callable[[Pass], Client]


def pause(progress: Progress, seconds: float) -> None:
    """Wait, and end early when the work must end. Raises: Halt."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        progress.checkpoint()
        time.sleep(min(0.25, left))


def client_of(one: Pass) -> Client:
    """Return the client of a pass. Raises: ClientError where its key cannot be read or it was deleted."""
    if one.endpoint is None and one.model:
        raise ClientError("endpoint-gone", retryable=False)
    return clients.client_of(one.endpoint)


def advance(job: Job, progress: Progress, *, wait: Wait = pause, choose: Choose = client_of) -> None:
    """Do one `advance-pass` job: every call that is still to be made, then what follows from them.

    Raises: JobFailed with the code of a pass that cannot go on.
    """
    one = (
        Pass.objects.select_related("team", "run", "source", "endpoint").filter(pk=job.target, team=job.team_id).first()
    )
    if one is None:
        raise JobFailed("pass-gone")
    if one.state == Pass.State.DONE:
        return
    if one.source is None:
        raise JobFailed("source-gone")
    with progress.holding():
        passes.set_asking(one)
    state = passes.state_of(one)
    known: dict[str, Reply | CallFailed] = passes.replies_of(one)
    for step in one.calls.filter(reply__isnull=False).order_by("number").values_list("step", flat=True):
        progress.done(STEP_WORDS[step])  # what an earlier attempt was answered is not asked again
    while True:
        _, following = resume(state, known)
        if not isinstance(following, Ask):
            break
        progress.checkpoint()
        known[following.request.digest()] = _ask(one, following, progress, wait, choose)
    _finish(one, state, following.outcome, progress)


def ended(job: Job) -> None:
    """Say on the pass that its job failed or was cancelled."""
    one = Pass.objects.filter(pk=job.target, team=job.team_id).first()
    if one is not None:
        cancelled = job.state == Job.State.CANCELLED
        passes.break_off(one, Pass.State.CANCELLED if cancelled else Pass.State.BROKEN, job.error_code or "cancelled")


def _ask(one: Pass, following: Ask, progress: Progress, wait: Wait, choose: Choose) -> Reply | CallFailed:
    request, step = following.request, STEP_WORDS[following.request.step]
    progress.start(step)
    error = ClientError("not-asked", retryable=False)
    milliseconds = tries = 0
    for tries in range(1, TRIES + 1):
        begun = time.monotonic()
        try:
            reply = choose(one).complete(request)
        except ClientError as refused:
            error = refused
        else:
            milliseconds = round((time.monotonic() - begun) * 1000)
            return _keep(one, following, reply, progress, tries, milliseconds)
        milliseconds = round((time.monotonic() - begun) * 1000)
        seconds = _pause_after(error, tries)
        if seconds is None:
            break
        wait(progress, seconds)
    with progress.holding():
        passes.put_failure(one, following.number, request, error.code, tries=tries, milliseconds=milliseconds)
    progress.failed(step, error.code)
    return CallFailed(error.code, error.text)


def _keep(one: Pass, following: Ask, reply: Reply, progress: Progress, tries: int, milliseconds: int) -> Reply:
    with progress.holding():
        kept = passes.put_reply(one, following.number, following.request, reply, tries=tries, milliseconds=milliseconds)
    progress.gained()
    progress.done(STEP_WORDS[following.request.step])
    return kept


def _pause_after(error: ClientError, tries: int) -> float | None:
    """Return how long to wait before the next try, None where there is none."""
    if not error.retryable or tries >= TRIES:
        return None
    seconds = max(BACKOFF[min(tries, len(BACKOFF)) - 1], error.retry_after or 0.0)
    return seconds if seconds <= LONGEST_WAIT else None


def _finish(one: Pass, state: PassState, outcome: Outcome, progress: Progress) -> None:
    progress.start("Check")
    found = facts.questions(one, outcome, state.messages)
    values: Mapping[str, Any] = {}
    if outcome.kind == "compacted":
        given = material(outcome, hook_text(state.config, state.context))
        values = {measure.id: measure.compute(given) for measure in MEASURES}
        values |= {"identifiers": len(given.in_source.identifiers), "lost": len(given.lost)}
        found += _lost(one, outcome, given)
    one.flags = [facts.flag_row(flag) for flag in outcome.flags]
    with progress.holding():
        passes.put_outcome(one, outcome, measures=values)
        facts.put_facts(one.run, one, found)
        listeners.tell_passed(one)
    for step in STEP_WORDS.values():
        progress.skip_waiting(step, "not-needed")
    progress.done("Check")


def _lost(one: Pass, outcome: Outcome, given: Material) -> list[Fact]:
    texts, places = texts_of(outcome.evicted)
    return facts.lost(one.run, one, newest_first(texts, given.lost), places)


def texts_of(messages: Sequence[Message]) -> tuple[list[str], list[tuple[int, int]]]:
    """Return every text that identifiers may stand in, and the message and part that each is."""
    texts, places = [], []
    for message in messages:
        for number, part in enumerate(message.parts):
            text = text_of(part)
            if text and isinstance(message.ref, int):
                texts.append(text)
                places.append((message.ref, number))
    return texts, places
