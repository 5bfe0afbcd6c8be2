"""What a kind of job does. Apps register their kinds when they are ready; this room knows no app."""

from collections.abc import Callable
from dataclasses import dataclass
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


_kinds: dict[str, Kind] = {}


def register(kind: str, work: Work, *, ended: Ended | None = None) -> None:
    """Say what jobs of this kind do. Call it from `AppConfig.ready`.

    `ended` is called once, in the transaction that ends the job, when it failed or was cancelled: by the work itself,
    by the sweep, or before it began.
    """
    _kinds[kind] = Kind(work, ended)


def kind(name: str) -> Kind | None:
    """Return a kind, or None where no app has registered it."""
    return _kinds.get(name)
