"""A thread that renews the lease of a running job, also during a long step that counts nothing."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, connection

from webui.jobs.claim import Claim

log = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds between two beats: five fit into a lease."""


@contextmanager
def beating(held: Claim, every: float = EVERY) -> Iterator[None]:
    """Keep the job ours while the body runs. The first beat comes after the first pause."""
    over = threading.Event()
    thread = threading.Thread(target=_beat, args=(held, over, every), name=f"heartbeat-{held.job.pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()


def _beat(held: Claim, over: threading.Event, every: float) -> None:
    try:
        while not over.wait(every):
            try:
                if not held.beat():
                    return
            except DatabaseError as error:
                log.warning("heartbeat missed job=%s cause=%s", held.job.pk, type(error).__name__)
                connection.close()
    finally:
        connection.close()
