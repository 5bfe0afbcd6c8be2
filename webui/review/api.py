"""The router of cases. Every answer is declared, refusals included."""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar, cast

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Query, Router, Status

from webui.accounts import access as accounts
from webui.accounts.access import home, needs
from webui.accounts.actors import actor_of
from webui.accounts.models import Member, Team, User
from webui.accounts.powers import Power
from webui.common.calls import host_of
from webui.common.errors import plain
from webui.common.schemas import READ
from webui.common.tables import ALSO_TABLES, Listed
from webui.review import bulk, deciding, files, filters, options, talking, waivers
from webui.review.asking import Ask, Stale
from webui.review.models import Bulk, Case, Waiver
from webui.review.pages import cut
from webui.review.people import Person, person_of
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
    StepFault,
    StepIn,
    Taken,
)
from webui.review.talk_schemas import CommentIn, CommentOut, Comments, WaiverOut, Waivers
from webui.review.triage import Action, Refused

router = Router()
OF_STEP: dict[int, Any] = {**READ, 403: StepFault, 409: StepFault, 422: StepFault}
STATUSES = {"stale": 409, "held-by-other": 409, "no-such-step": 409, "no-proposal": 409}
STATUSES |= {"not-permitted": 403, "not-yours": 403}
"""By code of a step that was refused; the others are 422."""

NAMED = ("team", "owner", "holder", "waiting_on", "newer")
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
            owner=_named(found, given.owner, "owner") if given.owner else None,
        )
        chosen = _chosen(request, found, given)
        return Status(202, ManyOut.of(bulk.start(_person(request, found), found, form, chosen, given.query or "")))

    return _answer(start)


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
    row = _row(found, number)
    steps = row.decisions.select_related("by", "for_holder", "waiting_on").order_by("pk")
    open_to = options.possible(_person(request, found), row, policy_of(found))
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

    return _answer(take)


@router.post("/cases/{number}/claim", response={200: Taken, **OF_STEP})
@needs(Power.CLAIM)
def claim(request: HttpRequest, number: Number, given: ClaimIn, team: str = "") -> Status[Any]:
    """Claim a case for half an hour of idleness, release it, or take it over; who held it is told."""
    found = home(request, team, Power.CLAIM)
    return _answer(lambda: _take(request, found, number, Ask(Action(given.action), version=given.version)))


@router.get("/cases/{number}/comments", response={200: Comments, **READ})
@needs(Power.READ)
def comments(request: HttpRequest, number: Number, team: str = "", after: After = 0, limit: Limit = 100) -> Comments:
    """What people said at a case."""
    found = home(request, team, Power.READ)
    rows = talking.comments_of(_row(found, number)).filter(pk__gt=after).order_by("pk")
    shown = list(rows[: limit + 1])
    more = shown[limit - 1].pk if len(shown) > limit else None
    return Comments(comments=[CommentOut.of(row) for row in shown[:limit]], next=more)


@router.post("/cases/{number}/comments", response={201: CommentOut, **OF_STEP})
@needs(Power.COMMENT)
def comment(request: HttpRequest, number: Number, given: CommentIn, team: str = "") -> Status[Any]:
    """Say something at a case. People it mentions by `@account` are told."""
    found = home(request, team, Power.COMMENT)
    row = _row(found, number)

    def say() -> Status[Any]:
        person = _person(request, found)
        made = talking.say(person, row, given.text, on=given.on, anchor=given.anchor, answers=given.answers)
        return Status(201, CommentOut.of(made))

    return _answer(say)


@router.get("/waivers", response={200: Waivers, **READ})
@needs(Power.READ)
def list_waivers(
    request: HttpRequest,
    team: str = "",
    state: Literal["", "live", "ended", "asks"] = "",
    reason: Annotated[str, Query(max_length=30)] = "",
    after: After = 0,
    limit: Limit = 50,
) -> Waivers:
    """Waivers of a team: those that cover something now, that ended, or that ask for a second person."""
    found = home(request, team, Power.READ)
    rows = _in_state(state).filter(team=found).select_related("team", "case", "by", "second").order_by("-pk")
    rows = rows.filter(reason=reason.replace("\0", "")) if reason else rows
    shown = list((rows.filter(pk__lt=after) if after else rows)[: limit + 1])
    more = shown[limit - 1].pk if len(shown) > limit else None
    return Waivers(waivers=[WaiverOut.of(row) for row in shown[:limit]], next=more)


def _answer(call: Callable[[], Status[Any]]) -> Status[Any]:
    try:
        return call()
    except Case.DoesNotExist:
        missing = plain(404)
        return Status(404, {"code": missing.code, "detail": missing.text})
    except Refused as refused:
        stale = refused if isinstance(refused, Stale) else None
        fault = StepFault.of(refused.code, refused.field, stale)
        return Status(STATUSES.get(refused.code, 422), fault)


def _take(request: HttpRequest, team: Team, number: int, ask: Ask) -> Status[Any]:
    made = deciding.take(_person(request, team), team, number, ask)
    made.case.team = team
    return Status(200, Taken(decision=DecisionOut.of(made), case=CaseOut.of(made.case)))


def _row(team: Team, number: int) -> Case:
    """Return one case of a team that the person was let into, without its heavy evidence. Raises: Http404."""
    return get_object_or_404(Case.objects.select_related(*NAMED), team=team, number=number)


def _person(request: HttpRequest, team: Team) -> Person:
    return person_of(cast(User, request.user), team, actor_of(request))


def _values(team: Team, given: GivenIn) -> dict[str, Any]:
    plain = {name: getattr(given, name) for name in ("reason", "note", "link", "scope", "days", "ends")}
    return plain | {"waits_on": _named(team, given.waits_on, "waits_on") if given.waits_on else None}


def _named(team: Team, name: str, field: str) -> int:
    rows = Member.objects.filter(team=team, user__username=name.replace("\0", ""), user__is_active=True)
    found = rows.values_list("user", flat=True).first()
    if found is None:
        raise Refused("owner-unknown" if field == "owner" else "waits-on-needed", field)
    return found


def _chosen(request: HttpRequest, team: Team, given: ManyIn) -> bulk.Chosen:
    if given.query is not None:
        return bulk.found_by(team, given.query, request.user.pk)
    seen = {one.number: one.version for one in given.cases}
    now = dict(bulk.numbered(team, [number for number, version in seen.items() if version is None]))
    return [(number, version or now.get(number, 0)) for number, version in seen.items()]


def _in_state(state: str) -> Any:
    match state:
        case "live":
            return waivers.live()
        case "ended":
            return Waiver.objects.filter(ended__isnull=False)
        case "asks":
            return Waiver.objects.filter(needs_second=True, second=None, ended=None)
        case _:
            return Waiver.objects.all()
