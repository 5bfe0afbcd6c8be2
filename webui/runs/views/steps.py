"""How far a run is: read, compared, judged. Each step says what it found, or why it was left out."""

import hashlib
from dataclasses import dataclass

from compaction.contract import Check, State
from webui.common.words import number, plural
from webui.jobs import queue
from webui.jobs.queue import Status
from webui.runs import access
from webui.runs.models import Run
from webui.transcripts.access import job_of

ICONS = {"done": "ok", "running": "running", "failed": "error", "skipped": "skipped", "waiting": "waiting"}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the strip."""

    name: str
    state: str
    words: str

    @property
    def icon(self) -> str:
        return ICONS[self.state]


def steps(run: Run, checks: tuple[Check, ...]) -> list[Step]:
    """Return the strip, first to last."""
    result = [check for check in checks if check.id not in ("input", "fit", "replacement")]
    return [
        _read(run),
        _compare(run),
        _shape(run),
        _judged("Input", [check for check in checks if check.id in ("input", "fit")]),
        _judged("Contract", result),
        _judged("Replacement", [check for check in checks if check.id == "replacement"]),
    ]


def live(run: Run) -> bool:
    """Return whether the page will still change."""
    return run.state in (Run.State.QUEUED, Run.State.CHECKING)


def status_of(run: Run) -> Status | None:
    """Return how the job stands that a run waits for: its own, or that of the capture that it is read from."""
    if not live(run):
        return None
    job = queue.latest(access.EXPLAIN, run.pk) or (run.capture and job_of(run.capture))
    return queue.status(job) if job else None


def mark(run: Run, status: Status | None) -> str:
    """Return what changes whenever the page would say something new."""
    seen = (run.state, run.error_code, run.before_id, run.after_id, run.capture.state if run.capture else "")
    waits = status.mark if status else ""
    return hashlib.sha256(repr((seen, waits)).encode()).hexdigest()[:16]


def spoken(run: Run) -> str:
    """Return what is announced: changes of the state."""
    words = {Run.State.QUEUED: "Waiting.", Run.State.CHECKING: "Comparing.", Run.State.FAILED: "Comparing failed."}
    return words.get(Run.State(run.state), "Compared.")


def _read(run: Run) -> Step:
    sides = [count for count in (run.messages_before, run.messages_after) if count is not None]
    if sides:
        return Step("Read", "done", " and ".join([*map(number, sides[:-1]), plural(sides[-1], "message")]))
    if live(run):
        return Step("Read", "waiting", "waits")
    return Step("Read", "failed" if run.state == Run.State.FAILED else "skipped", "no messages in the upload")


def _compare(run: Run) -> Step:
    if run.state == Run.State.CHECKING:
        return Step("Compare", "running", "now")
    if run.state == Run.State.QUEUED:
        return Step("Compare", "waiting", "waits")
    if run.state == Run.State.FAILED:
        return Step("Compare", "failed", "stopped here")
    if run.layers:
        return Step("Compare", "done", "fate of every message")
    both = run.before_id and run.after_id
    return Step("Compare", "skipped", "shape unknown" if both else "needs before and after")


def _shape(run: Run) -> Step:
    if live(run):
        return Step("Shape", "waiting", "waits")
    if not run.layers:
        return Step("Shape", "skipped", "not compared")
    total = run.introduced + run.inherited
    if not total:
        return Step("Shape", "done", "after-messages pass")
    refused = any(not row["violation"] or row["violation"]["severity"] == "error" for row in run.breaches or [])
    return Step("Shape", "failed" if refused else "done", plural(total, "violation"))


def _judged(name: str, checks: list[Check]) -> Step:
    failed = next((check for check in checks if check.state is State.FAILED), None)
    if failed is not None:
        return Step(name, "failed", failed.reason or "failed")
    passed = sum(check.state is State.PASSED for check in checks)
    if not passed:
        return Step(name, "skipped", checks[0].note if checks else "not in the upload")
    return Step(name, "done", plural(passed, "check") if passed == len(checks) else f"{passed} of {len(checks)} checks")
