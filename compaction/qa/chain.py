"""Which summarizer comes next when one does not land.

Source: qa-summarizer 1.14.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Protocol

from compaction.qa.config import Context
from compaction.qa.messages import Message
from compaction.qa.outcome import Outcome

NOT_SMALLER = "stage returned success without reducing"
OVER_TARGET = "stage landed above the compaction target"
NO_STAGE_LANDED = "no stage landed within the compaction target"
NO_STAGE_REDUCED = "no stage reduced"
ALL_FAILED = "all compactor stages failed"


class Stage(Protocol):
    """One summarizer of a chain."""

    @property
    def name(self) -> str:
        """Return the name that the trail shows."""
        ...

    def run(self, messages: Sequence[Message]) -> Outcome:
        """Return what comes of the original messages."""
        ...


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one stage did; `declined` says why it did not win, None for the winner."""

    name: str
    outcome: Outcome
    declined: str | None


@dataclass(frozen=True, slots=True)
class ChainOutcome:
    """What the chain gives. `ran` is how many stages ran; `degradations` and `passes` are the fields of its events.

    `rides_out` names the stage whose outcome is given: the winner, or the last one that did not fail.
    """

    success: bool
    winner: str | None
    rides_out: str | None
    ran: int
    trail: str
    degradations: tuple[Mapping[str, str], ...]
    passes: tuple[Mapping[str, str], ...]
    error: str | None
    outcome: Outcome
    attempts: tuple[Attempt, ...] = field(default=(), repr=False)


def run_chain(messages: Sequence[Message], *, stages: Sequence[Stage], context: Context) -> ChainOutcome:
    """Return the outcome of the first stage that lands; each one gets the original messages."""
    given = tuple(messages)
    attempts: list[Attempt] = []
    for stage in stages:
        outcome = stage.run(given)
        attempts.append(Attempt(stage.name, outcome, _declined(outcome, given, context)))
        if attempts[-1].declined is None:
            break
    return _conclude(attempts, given, context)


def _declined(outcome: Outcome, given: Sequence[Message], context: Context) -> str | None:
    if not outcome.success:
        return outcome.error or ""
    landed = context.counter.count(outcome.messages)
    if landed >= context.counter.count(given):
        return NOT_SMALLER
    return OVER_TARGET if landed > context.target_tokens else None


def _conclude(attempts: Sequence[Attempt], given: tuple[Message, ...], context: Context) -> ChainOutcome:
    winner = next((attempt.name for attempt in attempts if attempt.declined is None), None)
    rider = next((attempt for attempt in reversed(attempts) if attempt.outcome.success), None)
    trail = _trail(attempts)
    outcome = rider.outcome if rider else _failed(given, context)
    lost = [attempt.name for attempt in attempts if attempt.declined is not None] if winner else []
    return ChainOutcome(
        success=outcome.success,
        winner=winner,
        rides_out=rider.name if rider else None,
        ran=len(attempts),
        trail=trail,
        degradations=tuple(MappingProxyType({"from": name, "to": winner or ""}) for name in lost),
        passes=(MappingProxyType({"stage": winner}),) if winner else (),
        error=outcome.error,
        outcome=replace(outcome, trail=trail),
        attempts=tuple(attempts),
    )


def _trail(attempts: Sequence[Attempt]) -> str:
    said = [
        f"{attempt.name}: {attempt.declined}" if attempt.declined is not None else f"{attempt.name} (won)"
        for attempt in attempts
    ]
    reasons = [attempt.declined for attempt in attempts]
    if None not in reasons:
        said.append(NO_STAGE_LANDED if OVER_TARGET in reasons else NO_STAGE_REDUCED)
    return "; ".join(said)


def _failed(given: tuple[Message, ...], context: Context) -> Outcome:
    before = context.counter.count(given)
    return Outcome("failed", given, tokens_before=before, tokens_after=before, error=ALL_FAILED)
