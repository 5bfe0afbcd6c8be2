"""One clock over a whole call.

A read timeout begins anew with every byte, so a server that drips would hold a worker for ever; and a timeout is
multiplied by the tries of a package that retries by itself. Here each wait of a call takes from the same account.
"""

import time
from collections.abc import Callable

from compaction.errors import ClientError

SECONDS = 180.0
"""For one call, from the resolver to the last byte of the reply."""


class Deadline:
    """Counts down from `seconds` once it is made."""

    def __init__(self, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._end = clock() + seconds

    def left(self) -> float:
        """Return the seconds left, always more than 0. Raises: ClientError `deadline`, retryable."""
        left = self._end - self._clock()
        if left <= 0:
            raise ClientError("deadline", retryable=True)
        return left
