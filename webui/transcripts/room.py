"""A disk without room: known by what the system or the database says, and told as a refusal, not as a failure."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""No space, quota used up, file larger than this process may write."""

_SAID = ("disk is full", "no space left", "disk full")


class NoRoom(Exception):
    """Nothing more can be stored now."""


@contextmanager
def needed() -> Iterator[None]:
    """Let a block write to disk and database. Raises: NoRoom, where either has none left."""
    full = False
    try:
        yield
    except (OSError, DatabaseError) as error:
        if not is_full(error):
            raise
        full = True
    if full:
        raise NoRoom


def is_full(error: Exception) -> bool:
    """Return whether an error says that there is no room."""
    if isinstance(error, OSError):
        return error.errno in FULL
    return any(words in str(error).lower() for words in _SAID)
