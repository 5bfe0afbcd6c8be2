"""The router of cases. Every answer is declared, refusals included."""

from typing import Annotated, Any, TypeVar

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router, Status

from webui.accounts import access as accounts
from webui.accounts.access import home, needs
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common.calls import host_of
from webui.common.errors import Refusal
from webui.common.paging import UNKNOWN_CURSOR
from webui.common.schemas import READ
from webui.common.tables import ALSO_TABLES, Listed
from webui.review import bulk, deciding, files, filters, options
from webui.review.answering import NAMED, OF_STEP, answered, person_in, person_named, row_of
from webui.review.asking import Ask
from webui.review.models import Bulk, Case
from webui.review.pages import cut, is_cursor
from webui.review.policy import policy_of
from webui.review.schemas import (
    HIGHEST,
    CaseOut,
    Cases,
    CaseWhole,
    ClaimIn,
    DecisionOut,
    GivenIn,
    ManyIn,
    ManyOut,
    OwnerIn,
    RefuseIn,
    StepIn,
    Taken,
)
from webui.review.triage import Action

router = Router()
MOST = 200
R = TypeVar("R")
Number = Annotated[int, Path(ge=1, le=HIGHEST)]
Limit = Annotated[int, Query(ge=1, le=MOST)]
After = Annotated[int, Query(ge=0, le=2**62)]


@router.get("/cases", response={200: Cases, **READ}, openapi_extra=ALSO_TABLES)
@needs(Power.READ)
def cases(
    request: HttpRequest,
    team: str = "",
    after: Annotated[str, Query(max_length=400)] = "",
    limit: Limit = 50,
    format: Listed = "json",
) -> Any:
    """Cases of a team by the filters of the inbox, whose keys may be repeated, in the order of `sort`.

    Keys: state, reason, rule, flag, source, owner, waiting, severity, kind, mark, age, due, has, alike, opened, closed,
    text. `csv` and `jsonl` are files with all of them.
    """
    found = home(request, team, Power.READ)
    asked = filters.read(request.GET, found, request.user.pk)
    if format != "json":
        return files.answer(asked, format, host_of(request))
    if after and not is_cursor(after, asked.sort):
        raise Refusal(422, *UNKNOWN_CURSOR)
    rows = asked.narrowed(Case.objects.select_related(*NAMED))
    page = cut(rows, asked.sort, after=after, size=limit)
    return Cases(
        cases=[CaseOut.of(row) for row in page.rows],
        next=page.older or None,
        ignored=[list(pair) for pair in asked.strays],
    )


@router.post("/cases/decisions", response={202: ManyOut, **OF_STEP})
@needs(Power.DECIDE)
def decide_many(request: HttpRequest, given: ManyIn, team: str = "") -> Status[Any]:
    """Queue one step for many cases. What changed after the version you saw is left alone and listed."""
    found = home(request, team, Power.BULK if bulk.is_maintainers(given.action) else Power.DECIDE)

    def start() -> Status[Any]:
        form = bulk.Form(
            **_values(found, given),
            action=given.action,
            owner=person_named(found, given.owner, "owner") if given.owner else None,
        )
        chosen = _chosen(request, found, given)
        return Status(202, ManyOut.of(bulk.start(person_in(request, found), found, form, chosen, given.query or "")))

    return answered(start)


@router.get("/cases/decisions/{pk}", response={200: ManyOut, **READ})
@needs(Power.READ)
def outcome(request: HttpRequest, pk: Annotated[int, Path(ge=1, le=2**62)]) -> ManyOut:
    """How one step for many cases stands."""
    teams = accounts.teams_of(request.user)
    row = Bulk.objects.filter(team__in=teams, pk=pk).select_related("team").first()
    if row is None:
        raise Http404
    return ManyOut.of(row)


@router.get("/cases/{number}", response={200: CaseWhole, **READ})
@needs(Power.READ)
def case(request: HttpRequest, number: Number, team: str = "") -> CaseWhole:
    """One case, its steps, and what you may do with it."""
    found = home(request, team, Power.READ)
    row = row_of(found, number)
    steps = row.decisions.select_related("by", "for_holder", "waiting_on").order_by("pk")
    open_to = options.possible(person_in(request, found), row, policy_of(found))
    whole: CaseWhole = CaseWhole.of(
        row,
        decisions=[DecisionOut.of(one) for one in steps],
        steps={action.value: code for action, code in open_to.items() if action is not Action.PROPOSE},
    )
    return whole


@router.post("/cases/{number}/decision", response={200: Taken, **OF_STEP})
@needs(Power.DECIDE)
def decide(request: HttpRequest, number: Number, given: StepIn, team: str = "") -> Status[Any]:
    """Take one step on a case as you saw it. 409 `stale`: it has changed, and the answer says what.

    Where the team asks for a second person, `waive` first proposes; the same step by somebody else confirms.
    """
    found = home(request, team, Power.DECIDE)

    def take() -> Status[Any]:
        ask = Ask(Action(given.action), version=given.version, targets=tuple(given.targets), **_values(found, given))
        return _take(request, found, number, ask)

    return answered(take)


@router.post("/cases/{number}/claim", response={200: Taken, **OF_STEP})
@needs(Power.CLAIM)
def claim(request: HttpRequest, number: Number, given: ClaimIn, team: str = "") -> Status[Any]:
    """Claim a case for half an hour of idleness, release it, or take it over; who held it is told."""
    found = home(request, team, Power.CLAIM)
    return answered(lambda: _take(request, found, number, Ask(Action(given.action), version=given.version)))


@router.post("/cases/{number}/owner", response={200: CaseOut, **OF_STEP})
@needs(Power.DECIDE)
def owner(request: HttpRequest, number: Number, given: OwnerIn, team: str = "") -> Status[Any]:
    """Give a case an owner, or none."""
    found = home(request, team, Power.DECIDE)

    def give() -> Status[Any]:
        wanted = person_named(found, given.owner, "owner") if given.owner else None
        deciding.assign(person_in(request, found), found, number, wanted)
        return Status(200, CaseOut.of(row_of(found, number)))

    return answered(give)


@router.post("/cases/{number}/proposal/refuse", response={200: CaseOut, **OF_STEP})
@needs(Power.WAIVE)
def refuse(request: HttpRequest, number: Number, given: RefuseIn, team: str = "") -> Status[Any]:
    """Say no to a waiver that waits for a second person, or take one's own proposal back."""
    found = home(request, team, Power.WAIVE)

    def say_no() -> Status[Any]:
        deciding.refuse(person_in(request, found), found, number, given.note)
        return Status(200, CaseOut.of(row_of(found, number)))

    return answered(say_no)


def _take(request: HttpRequest, team: Team, number: int, ask: Ask) -> Status[Any]:
    made = deciding.take(person_in(request, team), team, number, ask)
    made.case.team = team
    return Status(200, Taken(decision=DecisionOut.of(made), case=CaseOut.of(made.case)))


def _values(team: Team, given: GivenIn) -> dict[str, Any]:
    plain = {name: getattr(given, name) for name in ("reason", "note", "link", "scope", "days", "ends")}
    return plain | {"waits_on": person_named(team, given.waits_on, "waits_on") if given.waits_on else None}


def _chosen(request: HttpRequest, team: Team, given: ManyIn) -> bulk.Chosen:
    if given.query is not None:
        return bulk.found_by(team, given.query, request.user.pk)
    seen = {one.number: one.version for one in given.cases}
    now = dict(bulk.numbered(team, [number for number, version in seen.items() if version is None]))
    return [(number, version or now.get(number, 0)) for number, version in seen.items()]
