"""What a kind of job does. Apps register their kinds when they are ready; this room knows no app."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webui.jobs.models import Job
    from webui.jobs.progress import Progress

Work = Callable[["Job", "Progress"], None]
Ended = Callable[["Job"], None]


@dataclass(frozen=True, slots=True)
class Kind:
    """What to do, and what to do when it came to nothing."""

    work: Work
    ended: Ended | None


@dataclass(frozen=True, slots=True)
class Timed:
    """Work that is done once in a period, whoever does it."""

    name: str
    period: timedelta
    work: Callable[[], None]


_kinds: dict[str, Kind] = {}
_timed: dict[str, Timed] = {}


def register(kind: str, work: Work, *, ended: Ended | None = None) -> None:
    """Say what jobs of this kind do. Call it from `AppConfig.ready`.

    `ended` is called once, in the transaction that ends the job, when it failed or was cancelled: by the work itself,
    by the sweep, or before it began.
    """
    _kinds[kind] = Kind(work, ended)


def every(name: str, period: timedelta, work: Callable[[], None]) -> None:
    """Do this work once in a period, on one of the workers. Call it from `AppConfig.ready`.

    It stands between two sweeps, so it takes a second or two at most: what takes longer queues jobs. It may be done
    twice: where a worker dies over it, or it breaks, it is done again after a minute.
    """
    _timed[name] = Timed(name, period, work)


def kind(name: str) -> Kind | None:
    """Return a kind, or None where no app has registered it."""
    return _kinds.get(name)


def timed() -> dict[str, Timed]:
    """Return what comes round, by name."""
    return dict(_timed)
