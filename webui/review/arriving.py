"""What happens to the cases of a source when something of it arrives: one pure call.

Source: decisions 12, 31; ux 17.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from webui.review.triage import State


class Do(StrEnum):
    """One thing to do. `SEE` and `REPLACE` are no steps of the state machine: the evidence grows or is read anew."""

    OPEN = "open"
    SEE = "see"
    REPLACE = "replace"
    RECUR = "recur"
    END_WAIVER = "end-waiver"
    SUPERSEDE = "supersede"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class Known:
    """The newest case of a signature in the source.

    `seen` says that the same arrival showed it before, `told` that an arrival of its kind says whether the defect is
    there, `marked` that a newer one came without it.
    """

    number: int
    signature: str
    state: State
    seen: bool = False
    told: bool = True
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A defect that arrived. `covered`: a live waiver covers it, as often as it is there."""

    signature: str
    covered: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """What to do: with the case `number`, or with no case yet. `newer` is the signature of what takes its place."""

    do: Do
    signature: str
    number: int | None = None
    newer: str = ""


def decide(known: Sequence[Known], shown: Sequence[Shown], *, again: bool = False, single: bool = False) -> list[Move]:
    """Return what to do, in order.

    `again`: it arrived before and was only read anew, so that no state changes. `single`: whatever is shown stands in
    the place of what was shown before, as a run is refused for one reason.
    """
    cases = {one.signature: one for one in sorted(known, key=lambda one: one.number)}
    there = {one.signature for one in shown}
    moves = [move for one in shown for move in _shown(one, cases.get(one.signature), again)]
    if again:
        return moves
    newer = shown[0].signature if single and shown else ""
    gone = (one for one in cases.values() if one.signature not in there and one.told)
    return [*(move for one in gone for move in _gone(one, newer)), *moves]


def _shown(one: Shown, case: Known | None, again: bool) -> Iterator[Move]:
    if case is None:
        yield Move(Do.OPEN, one.signature)
        return
    if again or case.seen:
        yield Move(Do.REPLACE if case.seen else Do.SEE, one.signature, case.number)
        return
    match case.state:
        case State.NEEDS_WORK:
            yield Move(Do.SUPERSEDE, one.signature, case.number, newer=one.signature)
            yield Move(Do.OPEN, one.signature)
        case State.SUPERSEDED:
            yield Move(Do.OPEN, one.signature)
        case State.ACCEPTED | State.REJECTED if not one.covered:
            yield Move(Do.RECUR, one.signature, case.number)
        case State.WAIVED if not one.covered:
            yield Move(Do.END_WAIVER, one.signature, case.number)
        case _:
            yield Move(Do.SEE, one.signature, case.number)


def _gone(case: Known, newer: str) -> Iterator[Move]:
    if case.state is State.NEEDS_WORK:
        yield Move(Do.SUPERSEDE, case.signature, case.number, newer=newer)
    elif case.state is State.REJECTED and not case.marked:
        yield Move(Do.MARK, case.signature, case.number)
