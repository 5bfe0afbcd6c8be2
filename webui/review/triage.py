"""The state machine of a case: one table, and one pure call that says whether a step may be taken.

Source: ux 17, decisions 9, 13, 31.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum, StrEnum

from webui.review.reasons import NOTE_CHARACTERS, OTHER, REASONS


class State(StrEnum):
    """Where a case is. The empty state is that of a case that does not exist yet."""

    NONE = ""
    NEW = "new"
    IN_REVIEW = "in_review"
    NEEDS_WORK = "needs_work"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    WAIVED = "waived"
    SUPERSEDED = "superseded"


class Action(StrEnum):
    """One step."""

    OPEN = "open"
    CLAIM = "claim"
    RELEASE = "release"
    LAPSE = "lapse"
    TAKE_OVER = "take-over"
    ACCEPT = "accept"
    REJECT = "reject"
    NEEDS_WORK = "needs-work"
    WAIVE = "waive"
    PROPOSE = "propose"
    COVER = "cover"
    WITHDRAW = "withdraw"
    SUPERSEDE = "supersede"
    REOPEN = "reopen"
    UNDO = "undo"
    RECUR = "recur"
    WAIVER_END = "waiver-end"


class Who(IntEnum):
    """Least of what a person must be; the worker takes the steps that are nobody's."""

    WORKER = 0
    REVIEWER = 1
    HOLDER = 2
    MAINTAINER = 3


class Need(StrEnum):
    """What a step asks for besides."""

    REASON = "reason"
    CLEAN = "clean"
    TARGETS = "targets"
    WAITS_ON = "waits-on"
    WAIVABLE = "waivable"
    SCOPE = "scope"
    END = "end"
    OTHER_PERSON = "other-person"


@dataclass(frozen=True, slots=True)
class Arrow:
    """From any of `sources` to `to`, taken by `who`, given what it `needs`."""

    action: Action
    sources: frozenset[State]
    to: State
    who: Who
    needs: tuple[Need, ...] = ()


OPEN_STATES = (State.NEW, State.IN_REVIEW, State.NEEDS_WORK)
CLOSED_STATES = (State.ACCEPTED, State.REJECTED, State.WAIVED, State.SUPERSEDED)
DECISIONS = (Action.ACCEPT, Action.REJECT, Action.NEEDS_WORK, Action.WAIVE)
"""What a person decides, in the order of the buttons."""

CLAIM_LASTS = timedelta(minutes=30)
LONGEST_WAIVER = timedelta(days=180)
WAIVER_DAYS = 30


def _arrow(action: Action, sources: State | Collection[State], to: State, who: Who, *needs: Need) -> Arrow:
    held = frozenset([sources]) if isinstance(sources, State) else frozenset(sources)
    return Arrow(action, held, to, who, needs)


ARROWS: tuple[Arrow, ...] = (
    _arrow(Action.OPEN, State.NONE, State.NEW, Who.WORKER),
    _arrow(Action.CLAIM, State.NEW, State.IN_REVIEW, Who.REVIEWER),
    _arrow(Action.RELEASE, State.IN_REVIEW, State.NEW, Who.HOLDER),
    _arrow(Action.LAPSE, State.IN_REVIEW, State.NEW, Who.WORKER),
    _arrow(Action.TAKE_OVER, State.IN_REVIEW, State.IN_REVIEW, Who.REVIEWER),
    _arrow(Action.ACCEPT, State.IN_REVIEW, State.ACCEPTED, Who.HOLDER, Need.REASON, Need.CLEAN),
    _arrow(Action.REJECT, State.IN_REVIEW, State.REJECTED, Who.HOLDER, Need.REASON),
    _arrow(
        Action.NEEDS_WORK,
        State.IN_REVIEW,
        State.NEEDS_WORK,
        Who.HOLDER,
        Need.REASON,
        Need.TARGETS,
        Need.WAITS_ON,
    ),
    _arrow(
        Action.WAIVE,
        State.IN_REVIEW,
        State.WAIVED,
        Who.MAINTAINER,
        Need.WAIVABLE,
        Need.REASON,
        Need.SCOPE,
        Need.END,
        Need.OTHER_PERSON,
    ),
    # Where the team asks for a second person, the first one's waiver waits in review.
    _arrow(
        Action.PROPOSE,
        State.IN_REVIEW,
        State.IN_REVIEW,
        Who.MAINTAINER,
        Need.WAIVABLE,
        Need.REASON,
        Need.SCOPE,
        Need.END,
    ),
    # Inside the scope of a waiver, a case closes by itself, whatever open state it is in.
    _arrow(Action.COVER, OPEN_STATES, State.WAIVED, Who.WORKER),
    _arrow(Action.WITHDRAW, State.NEEDS_WORK, State.IN_REVIEW, Who.REVIEWER),
    _arrow(Action.SUPERSEDE, State.NEEDS_WORK, State.SUPERSEDED, Who.WORKER),
    _arrow(Action.REOPEN, CLOSED_STATES, State.IN_REVIEW, Who.REVIEWER, Need.REASON),
    _arrow(
        Action.UNDO,
        (State.ACCEPTED, State.REJECTED, State.WAIVED, State.NEEDS_WORK),
        State.IN_REVIEW,
        Who.REVIEWER,
    ),
    _arrow(Action.RECUR, (State.ACCEPTED, State.REJECTED, State.WAIVED), State.NEW, Who.WORKER),
    _arrow(Action.WAIVER_END, State.WAIVED, State.NEW, Who.WORKER),
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a case when a step is judged. `open_errors` are errors that no waiver covers."""

    state: State
    version: int
    holder: int | None = None
    open_errors: int = 0
    refused_by_contract: bool = False
    waivable: bool = True
    proposed_by: int | None = None
    second_person: bool = False
    reasons_off: frozenset[str] = frozenset()
    decided_by: int | None = None


@dataclass(frozen=True, slots=True)
class Asker:
    """Who takes the step: the worker (`user` None and `worker`), or a person with powers."""

    user: int | None
    reviewer: bool = False
    maintainer: bool = False
    worker: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """What the step comes with. `version` is that of the case as the person saw it, `ends_in` None without a date."""

    version: int | None = None
    reason: str = ""
    note: str = ""
    link: str = ""
    targets: int = 0
    waits_on: int | None = None
    scope: str = ""
    ends_in: timedelta | None = None


class Refused(Exception):
    """A step that may not be taken. `code` is stable and kebab-case; `field` names what to change."""

    def __init__(self, code: str, field: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.field = field


def arrow(state: State, action: Action) -> Arrow | None:
    """Return the arrow that leads from a state, None where the table has none."""
    return next((one for one in ARROWS if one.action is action and state in one.sources), None)


def arrows_from(state: State) -> tuple[Arrow, ...]:
    """Return all arrows that lead from a state, in the order of the table."""
    return tuple(one for one in ARROWS if state in one.sources)


def judge(facts: Facts, action: Action, by: Asker, given: Given) -> Arrow:
    """Return the arrow if the step may be taken now.

    Raises: Refused, with the first of: `stale`, `no-such-step`, `not-permitted`, `held-by-other`, then by need.
    """
    if given.version is not None and given.version != facts.version:
        raise Refused("stale")
    found = arrow(facts.state, action)
    if found is None:
        raise Refused("no-such-step")
    _may(found, facts, by)
    for need in found.needs:
        _met(need, found.action, facts, by, given)
    return found


def _may(found: Arrow, facts: Facts, by: Asker) -> None:
    if by.worker:
        allowed = found.who is Who.WORKER
    elif found.who is Who.MAINTAINER:
        allowed = by.maintainer
    else:
        allowed = found.who is not Who.WORKER and (by.reviewer or by.maintainer)
    if not allowed:
        raise Refused("not-permitted")
    if found.who is Who.HOLDER and facts.holder != by.user and not by.maintainer:
        raise Refused("held-by-other")
    if found.action is Action.UNDO and facts.decided_by != by.user and not by.maintainer:
        raise Refused("not-yours")


def _met(need: Need, action: Action, facts: Facts, by: Asker, given: Given) -> None:
    match need:
        case Need.REASON:
            _reason(action, facts, given)
        case Need.CLEAN if facts.refused_by_contract:
            raise Refused("contract-refused")
        case Need.CLEAN if facts.open_errors:
            raise Refused("errors-open")
        case Need.TARGETS if not given.targets:
            raise Refused("targets-needed", "targets")
        case Need.WAITS_ON if given.waits_on is None:
            raise Refused("waits-on-needed", "waits_on")
        case Need.WAIVABLE if not facts.waivable:
            raise Refused("not-waivable")
        case Need.SCOPE if not given.scope:
            raise Refused("scope-needed", "scope")
        case Need.END:
            _end(given)
        case Need.OTHER_PERSON if facts.second_person and facts.proposed_by in (None, by.user):
            raise Refused("second-person-needed")
        case _:
            return


def _reason(action: Action, facts: Facts, given: Given) -> None:
    reasons = REASONS.get(action)
    if not given.reason or (reasons and given.reason not in reasons):
        raise Refused("reason-needed", "reason")
    if f"{action}/{given.reason}" in facts.reasons_off:
        raise Refused("reason-off", "reason")
    if given.reason == OTHER and len(given.note.strip()) < NOTE_CHARACTERS:
        raise Refused("note-needed", "note")
    if given.reason == "fix-scheduled" and not given.link.strip():
        raise Refused("link-needed", "link")


def _end(given: Given) -> None:
    if given.ends_in is None or given.ends_in <= timedelta(0):
        raise Refused("end-needed", "ends")
    if given.ends_in > LONGEST_WAIVER:
        raise Refused("end-too-far", "ends")
