"""What the API takes and answers about cases. People go by their account names."""

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Field, Schema

from webui.common.schemas import Fault
from webui.review import words
from webui.review.asking import LINK_MOST, NOTE_MOST, Change, Stale
from webui.review.bulk import MOST as MOST_CASES
from webui.review.bulk import outcome_of
from webui.review.models import Bulk, Case, Decision
from webui.review.targets import MOST as MOST_TARGETS

HIGHEST = 2**31 - 1
Number = Annotated[int, Field(ge=1, le=HIGHEST)]
Version = Annotated[int, Field(ge=1, le=HIGHEST)]
Step = Literal["accept", "reject", "needs-work", "waive", "withdraw", "reopen", "undo"]
ManySteps = Literal[
    "accept", "reject", "needs-work", "waive", "withdraw", "reopen", "undo", "claim", "release", "assign", "comment"
]
Scope = Literal["", "case", "source", "team", "rule"]
PLAIN = (
    *("number", "kind", "about", "code", "dialect", "severity", "name", "place", "count", "errors", "warnings"),
    *("state", "mark", "version", "held_until", "due", "created", "changed", "closed", "hold"),
)


class CaseOut(Schema):
    """One case. `code` is the rule, reason or flag, by `about`; `due` is null while the clock stands still.

    `newer`, `newer_run` and `newer_capture` lead to what took its place.
    """

    number: int
    team: str
    sentence: str
    kind: str
    about: str
    code: str
    dialect: str
    severity: str
    name: str
    source: int
    place: dict[str, Any]
    count: int
    errors: int
    warnings: int
    state: str
    mark: str
    version: int
    owner: str | None
    holder: str | None
    held_until: datetime | None
    waiting_on: str | None
    due: datetime | None
    capture: str | None
    transcript: str | None
    run: str | None
    waiver: int | None
    newer: int | None
    newer_run: str | None
    newer_capture: str | None
    hold: bool
    created: datetime
    changed: datetime
    closed: datetime | None

    @classmethod
    def of(cls, case: Case, **more: Any) -> Any:
        ids = {name: getattr(case, f"{name}_id") for name in ("source", "capture", "transcript", "run", "waiver")}
        ids |= {name: getattr(case, f"{name}_id") for name in ("newer_run", "newer_capture")}
        people = {name: account(getattr(case, name)) for name in ("owner", "holder", "waiting_on")}
        newer = case.newer.number if case.newer is not None else None
        values = {name: getattr(case, name) for name in PLAIN} | ids | people | more
        return cls(team=case.team.slug, sentence=words.sentence_of(case), newer=newer, **values)


class DecisionOut(Schema):
    """One step of a case, by a person (`by`) or the worker (null), on version `version`."""

    action: str
    was: str
    now: str
    reason: str
    detail: str
    note: str
    breaches: list[dict[str, str]]
    facts: list[int]
    waiting_on: str | None
    waiver: int | None
    by: str | None
    for_holder: str | None
    version: int
    created: datetime

    @classmethod
    def of(cls, row: Decision) -> "DecisionOut":
        names = ("action", "was", "now", "reason", "detail", "note", "breaches", "facts", "version", "created")
        values: dict[str, Any] = {name: getattr(row, name) for name in names}
        people: dict[str, Any] = {name: account(getattr(row, name)) for name in ("waiting_on", "by", "for_holder")}
        return cls(waiver=row.waiver_id, **values, **people)


class CaseWhole(CaseOut):
    """One case with its decisions, oldest first. `steps` is what you may do: empty, or a code of what is in the way."""

    decisions: list[DecisionOut]
    steps: dict[str, str]


class Cases(Schema):
    """Some cases in the order asked for; `next` goes into `after`, null at the end. `ignored` are unknown values."""

    cases: list[CaseOut]
    next: str | None
    ignored: list[list[str]]


class GivenIn(Schema):
    """What a step comes with. `targets` are `case`, `v-12` (number of a violation) or `f-7` (id of a fact).

    A waiver holds for `days`, or until `ends`; 30 days without either.
    """

    reason: Annotated[str, Field(max_length=30)] = ""
    note: Annotated[str, Field(max_length=NOTE_MOST)] = ""
    link: Annotated[str, Field(max_length=LINK_MOST)] = ""
    targets: Annotated[list[str], Field(max_length=MOST_TARGETS)] = []
    waits_on: Annotated[str, Field(max_length=150)] = ""
    scope: Scope = ""
    days: Annotated[int, Field(ge=1, le=180)] | None = None
    ends: datetime | None = None


class StepIn(GivenIn):
    """A step on the case as you saw it: `version` is the one that you were told."""

    action: Step
    version: Version


class ClaimIn(Schema):
    """What to do about the claim; without a version, whatever the case's version is."""

    action: Literal["claim", "release", "take-over"] = "claim"
    version: Version | None = None


class OwnerIn(Schema):
    """Whose case it is: an account of the team, empty for nobody."""

    owner: Annotated[str, Field(max_length=150)] = ""


class RefuseIn(Schema):
    note: Annotated[str, Field(max_length=NOTE_MOST)] = ""


class Taken(Schema):
    """What was done, and the case as it is now."""

    decision: DecisionOut
    case: CaseOut


class ChangeOut(Schema):
    """One step that was taken after you saw the case."""

    action: str
    by: str
    at: datetime
    was: str
    now: str
    reason: str
    version: int

    @classmethod
    def of(cls, change: Change) -> "ChangeOut":
        return cls(**{name: getattr(change, name) for name in cls.model_fields})


class StepFault(Fault):
    """Why a step was not taken; `field` is what to change. For `stale`: how the case is now and what changed."""

    field: str = ""
    version: int | None = None
    state: str | None = None
    changes: list[ChangeOut] = []

    @classmethod
    def of(cls, code: str, field: str, stale: Stale | None) -> "StepFault":
        more: dict[str, Any] = {}
        if stale is not None:
            changes = [ChangeOut.of(one) for one in stale.changes]
            more = {"version": stale.version, "state": stale.state, "changes": changes}
        return cls(code=code, detail=words.refused(code).sentence, field=field, **more)


class ChosenIn(Schema):
    number: Number
    version: Version | None = None


class ManyIn(GivenIn):
    """One step for many cases: those of `cases`, each with the version you saw, or all that `query` finds now.

    `owner` is for `assign`, empty for nobody; `note` is the text of a `comment`.
    """

    action: ManySteps
    cases: Annotated[list[ChosenIn], Field(max_length=MOST_CASES)] = []
    query: Annotated[str, Field(max_length=500)] | None = None
    owner: Annotated[str, Field(max_length=150)] = ""


class RefusedOut(Schema):
    number: int
    code: str


class ManyOut(Schema):
    """How one step for many cases stands: numbers of cases. `changed` were changed meanwhile and left alone."""

    id: int
    team: str
    action: str
    total: int
    decided: list[int]
    changed: list[int]
    refused: list[RefusedOut]
    over: bool

    @classmethod
    def of(cls, bulk: Bulk) -> "ManyOut":
        found = outcome_of(bulk)
        return cls(
            id=bulk.pk,
            team=bulk.team.slug,
            action=bulk.action,
            total=found.total,
            decided=list(found.decided),
            changed=list(found.changed),
            refused=[RefusedOut(number=number, code=code) for number, code in found.refused],
            over=found.over,
        )


def account(user: Any) -> str | None:
    """Return how a person is called."""
    return user.get_username() if user is not None else None
