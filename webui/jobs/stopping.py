"""Whether this worker is shutting down, known in its child processes too."""

import mmap

# Shared memory: children of a prefork worker see what their parent writes, and no lock is left behind by a killed one.
_flag = mmap.mmap(-1, 1)


def stop() -> None:
    """Ask running work to end. Safe within a signal handler."""
    _flag[0] = 1


def resume() -> None:
    """Forget the wish to end."""
    _flag[0] = 0


def is_stopping() -> bool:
    """Return whether the worker is shutting down."""
    return _flag[0] == 1
