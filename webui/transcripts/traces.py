"""What a database file still holds of values that rows held: SQLite is told to overwrite it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def overwritten() -> Iterator[None]:
    """Let what a block deletes or changes leave no trace in the file of SQLite, nor in its log.

    Best effort: the log is emptied as soon as nobody reads from it. PostgreSQL does as it is set up, with its vacuum.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    _tell("PRAGMA secure_delete = ON")
    try:
        yield
    finally:
        _tell("PRAGMA wal_checkpoint(TRUNCATE)")
        _tell("PRAGMA secure_delete = OFF")


def _tell(pragma: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(pragma)
        cursor.fetchall()
