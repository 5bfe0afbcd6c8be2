"""What apps above want to hear of captures. They register when they are ready; this app knows none of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from compaction.formats import Boundary
from webui.accounts.models import Team, User
from webui.transcripts.models import Capture

OnBoundary: TypeAlias = Callable[[Capture, int, Boundary, Sequence[str]], None]
"""Gets the capture, the number of the boundary in it, the boundary, and the ids of the transcripts read so far."""

OnOver: TypeAlias = Callable[[Capture], None]
OnSample: TypeAlias = Callable[[Team, User | None], None]
Listener = TypeVar("Listener")


@dataclass(slots=True)
class _Listeners:
    boundary: list[OnBoundary] = field(default_factory=list)
    over: list[OnOver] = field(default_factory=list)
    sample: list[OnSample] = field(default_factory=list)


_listeners = _Listeners()


def on_boundary(listener: OnBoundary) -> None:
    """Call when a compaction is found: in the transaction of the reading, its lists being stored and checked.

    A capture that is read again tells its boundaries again.
    """
    _add(_listeners.boundary, listener)


def on_over(listener: OnOver) -> None:
    """Call when a reading has ended, well or not."""
    _add(_listeners.over, listener)


def on_sample(listener: OnSample) -> None:
    """Call when a team loads the built-in sample, again on every click; the captures are queued by then."""
    _add(_listeners.sample, listener)


def tell_boundary(capture: Capture, number: int, boundary: Boundary, transcripts: Sequence[str]) -> None:
    """Tell of a compaction."""
    for listener in _listeners.boundary:
        listener(capture, number, boundary, transcripts)


def tell_over(capture: Capture) -> None:
    """Tell of the end of a reading."""
    for listener in _listeners.over:
        listener(capture)


def tell_sample(team: Team, user: User | None) -> None:
    """Tell of a loaded sample."""
    for listener in _listeners.sample:
        listener(team, user)


def _add(listeners: list[Listener], listener: Listener) -> None:
    if listener not in listeners:
        listeners.append(listener)
