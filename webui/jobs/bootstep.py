"""What every worker process does besides work: sweep, and tell running work when it is to end."""

import logging
import threading
from typing import Any

from celery import bootsteps, signals
from django.db import connection

from webui.jobs import stopping
from webui.jobs.sweep import EVERY, sweep

log = logging.getLogger(__name__)


class Sweeper(bootsteps.StartStopStep):  # type: ignore[misc]  # Celery is untyped
    """Sweeps on a thread of its own for as long as the worker lives."""

    # After the fork of a prefork pool: its children must not inherit a running thread or its connection.
    requires = {"celery.worker.components:Pool"}

    def __init__(self, parent: Any, **kwargs: Any) -> None:
        super().__init__(parent, **kwargs)
        self._over = threading.Event()

    def start(self, parent: Any) -> None:
        threading.Thread(target=sweep_until, args=(self._over,), name="sweep", daemon=True).start()

    def stop(self, parent: Any) -> None:
        self._over.set()


def sweep_until(over: threading.Event, every: float = EVERY) -> None:
    """Sweep now and after every pause until `over` is set. A sweep that fails is tried again."""
    first = True
    try:
        while True:
            try:
                sweep(first=first)
                first = False
            except Exception:  # the sweep is the guarantee: nothing may end it
                log.exception("sweep failed")
                connection.close()
            if over.wait(every):
                return
    finally:
        connection.close()


@signals.worker_shutting_down.connect
def hand_work_back(**kwargs: Any) -> None:
    """Let running work end at its next step."""
    stopping.stop()
