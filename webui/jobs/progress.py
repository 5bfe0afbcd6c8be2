"""What running work tells the page, and what the page tells running work."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from webui.jobs.claim import Claim
from webui.jobs.stopping import is_stopping

WRITE_EVERY = 0.25
"""Seconds between two writes of a count."""


class JobFailed(Exception):
    """Work cannot succeed, however often it is tried. `code` is stable and kebab-case."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Halt(Exception):
    """Work must end now. Raised out of `Progress`; work lets it pass."""


class Cancelled(Halt):
    """A person asked for the end."""


class Stopping(Halt):
    """The worker is shutting down; the job will be done again."""


class Lost(Halt):
    """Another worker has the job; nothing may be written any more."""


class Progress:
    """The steps of one running job.

    Every method may raise `Halt`. Work that stores results does so within `holding()`, in transactions of a few
    seconds: on SQLite a longer one keeps the heartbeat from being written.
    """

    def __init__(
        self,
        claim: Claim,
        *,
        clock: Callable[[], float] = time.monotonic,
        stopping: Callable[[], bool] = is_stopping,
    ) -> None:
        self._claim = claim
        self._steps: list[dict[str, Any]] = claim.job.steps
        self._clock = clock
        self._stopping = stopping
        self._written = clock()

    def start(self, step: str, total: int | None = None) -> None:
        """Begin a step; `total` is how many things there are, where that is known."""
        self._set(step, state="running", count=0, total=total, started=_now(), ended=None, reason="")
        self._write()

    def count(self, done: int, total: int | None = None, *, step: str = "") -> None:
        """Say how many things of the running step are done by now. Cheap enough to call for each.

        `step` names it where several run at once.
        """
        running = self._running(step)
        if running is not None:
            running["count"] = done
            running["total"] = total if total is not None else running["total"]
        if self._clock() - self._written >= WRITE_EVERY:
            self._write()
        elif self._stopping():
            raise Stopping

    def done(self, step: str) -> None:
        """End a step well."""
        self._set(step, state="done", ended=_now())
        self._write()

    def skip(self, step: str, reason: str) -> None:
        """Leave a step out; `reason` is a code, never content."""
        self._set(step, state="skipped", ended=_now(), reason=reason)
        self._write()

    def skip_waiting(self, step: str, reason: str) -> None:
        """Leave a step out if it has not begun."""
        if any(one["name"] == step and one["state"] == "waiting" for one in self._steps):
            self.skip(step, reason)

    def gained(self) -> None:
        """Say that something was stored which no other attempt does again; attempts then count from here."""
        self._claim.write(attempts=1)

    def failed(self, step: str, reason: str) -> None:
        """End a step badly while the job goes on; `reason` is a code, never content."""
        self._set(step, state="failed", ended=_now(), reason=reason)
        self._write()

    def cancelled(self) -> bool:
        """Return whether a person asked for the end."""
        return self._claim.cancel_asked()

    def checkpoint(self) -> None:
        """Raise `Halt` if the work must end; write nothing."""
        if self._stopping():
            raise Stopping
        if self.cancelled():
            raise Cancelled

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Open a transaction that only the holder of the job can commit.

        Until it ends no other worker can claim the job, so results are stored once.
        """
        with transaction.atomic():
            if not self._claim.beat():
                raise Lost
            yield

    def _running(self, name: str) -> dict[str, Any] | None:
        running = (step for step in self._steps if step["state"] == "running" and name in ("", step["name"]))
        return next(running, None)

    def _set(self, name: str, **values: Any) -> None:
        for step in self._steps:
            if step["name"] == name:
                step.update(values)
                return
        raise KeyError(name)

    def _write(self) -> None:
        self._written = self._clock()
        if not self._claim.write(steps=self._steps, heartbeat=timezone.now()):
            raise Lost
        self.checkpoint()


def waiting(name: str) -> dict[str, Any]:
    """Return a step that has not begun."""
    return {
        "name": name,
        "state": "waiting",
        "count": 0,
        "total": None,
        "started": None,
        "ended": None,
        "reason": "",
    }


def _now() -> str:
    moment: datetime = timezone.now()
    return moment.isoformat(timespec="milliseconds")
