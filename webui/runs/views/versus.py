"""What else a comparison could be with: other runs and passes of the source, and the run that people accepted last."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webui.runs import access, listeners
from webui.runs.contenders import Contender

RUNS = 20
PASSES = 20


@dataclass(frozen=True, slots=True)
class Choice:
    """One run or pass to compare with; `name` is captured text, `accepted` that people accepted it last."""

    key: str
    words: str
    name: str = ""
    accepted: bool = False


def choices(a: Contender, b: Contender) -> Sequence[Choice]:
    """Return what may stand in the place of A or B, the accepted run first. At most three queries."""
    if a.run.before_id is None:
        return ()
    accepted = listeners.last_accepted(b.run)
    found = sorted(_found(a, accepted), key=lambda one: not one.accepted)
    return [one for one in found if one.key not in (a.key, b.key)]


def _found(a: Contender, accepted: str | None) -> Iterator[Choice]:
    yield Choice(a.run.pk, f"run {a.run.pk}", a.run.name, a.run.pk == accepted)
    for run in access.same_source(a.run)[:RUNS]:
        yield Choice(run.pk, f"run {run.pk}", run.name, run.pk == accepted)
    for one in access.compacted_of(a.run)[:PASSES]:
        yield Choice(one.pk, f"pass {one.attempt} of run {one.run_id}")
