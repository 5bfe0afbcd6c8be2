"""What apps above want to hear of runs. They register when they are ready; this app knows none of them.

Each is called within the transaction that makes it so, and may be called again for the same thing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from webui.runs.models import Fact, Pass, Run

OnRun: TypeAlias = Callable[[Run], None]
OnPass: TypeAlias = Callable[[Pass], None]
OnFacts: TypeAlias = Callable[[Run, Sequence[Fact]], None]
OnStanding: TypeAlias = Callable[[Run], str | None]
OnAccepted: TypeAlias = Callable[[Run], str | None]
Listener = TypeVar("Listener")


@dataclass(slots=True)
class _Listeners:
    judged: list[OnRun] = field(default_factory=list)
    explained: list[OnRun] = field(default_factory=list)
    passed: list[OnPass] = field(default_factory=list)
    decided: list[OnFacts] = field(default_factory=list)
    standing: list[OnStanding] = field(default_factory=list)
    accepted: list[OnAccepted] = field(default_factory=list)


_listeners = _Listeners()


def on_judged(listener: OnRun) -> None:
    """Call when the verdict of a run is known. What its summary kept may not be measured by then."""
    _add(_listeners.judged, listener)


def on_explained(listener: OnRun) -> None:
    """Call when a run is measured, and its sides, where it has two, are explained."""
    _add(_listeners.explained, listener)


def on_passed(listener: OnPass) -> None:
    """Call when a pass has an outcome."""
    _add(_listeners.passed, listener)


def on_decided(listener: OnFacts) -> None:
    """Call when a person has said something of facts of a run; they hold the decision by then."""
    _add(_listeners.decided, listener)


def on_standing(listener: OnStanding) -> None:
    """Ask what people decided on a run, when it is told of."""
    _add(_listeners.standing, listener)


def on_accepted(listener: OnAccepted) -> None:
    """Ask which other run of the same source people accepted last."""
    _add(_listeners.accepted, listener)


def tell_judged(run: Run) -> None:
    """Tell of a verdict."""
    for listener in _listeners.judged:
        listener(run)


def tell_explained(run: Run) -> None:
    """Tell of a run that is measured."""
    for listener in _listeners.explained:
        listener(run)


def tell_passed(one: Pass) -> None:
    """Tell of the outcome of a pass."""
    for listener in _listeners.passed:
        listener(one)


def tell_decided(run: Run, facts: Sequence[Fact]) -> None:
    """Tell of what a person said."""
    for listener in _listeners.decided:
        listener(run, facts)


def standing_of(run: Run) -> str | None:
    """Return what people decided on a run: `usable`, `not-usable`, `open`, or None where nothing is to be decided."""
    return next((said for listener in _listeners.standing if (said := listener(run)) is not None), None)


def last_accepted(run: Run) -> str | None:
    """Return the id of the other run of the same source that people accepted last, None where none is."""
    return next((said for listener in _listeners.accepted if (said := listener(run)) is not None), None)


def _add(listeners: list[Listener], listener: Listener) -> None:
    if listener not in listeners:
        listeners.append(listener)
