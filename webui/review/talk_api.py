"""The router of remarks and waivers. Every answer is declared, refusals included."""

from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest
from ninja import Path, Query, Router, Status

from webui.accounts.access import home, needs
from webui.accounts.powers import Power
from webui.common import tables
from webui.common.schemas import READ
from webui.common.tables import ALSO_TABLES, CHUNK, Listed
from webui.review import talking, waivers
from webui.review.answering import OF_STEP, answered, person_in, row_of
from webui.review.models import Comment, Waiver
from webui.review.people import Person
from webui.review.schemas import HIGHEST
from webui.review.talk_schemas import ChangeIn, CommentIn, CommentOut, Comments, WaiverOut, Waivers

router = Router()
Number = Annotated[int, Path(ge=1, le=HIGHEST)]
Limit = Annotated[int, Query(ge=1, le=200)]
After = Annotated[int, Query(ge=0, le=2**62)]


@router.get("/cases/{number}/comments", response={200: Comments, **READ})
@needs(Power.READ)
def comments(request: HttpRequest, number: Number, team: str = "", after: After = 0, limit: Limit = 100) -> Comments:
    """What people said at a case."""
    found = home(request, team, Power.READ)
    rows = talking.comments_of(row_of(found, number)).filter(pk__gt=after).order_by("pk")
    shown = list(rows[: limit + 1])
    more = shown[limit - 1].pk if len(shown) > limit else None
    return Comments(comments=[CommentOut.of(row) for row in shown[:limit]], next=more)


@router.post("/cases/{number}/comments", response={201: CommentOut, **OF_STEP})
@needs(Power.COMMENT)
def comment(request: HttpRequest, number: Number, given: CommentIn, team: str = "") -> Status[Any]:
    """Say something at a case. People it mentions by `@account` are told."""
    found = home(request, team, Power.COMMENT)
    row = row_of(found, number)

    def say() -> Status[Any]:
        person = person_in(request, found)
        made = talking.say(person, row, given.text, on=given.on, anchor=given.anchor, answers=given.answers)
        return Status(201, CommentOut.of(made))

    return answered(say)


@router.get("/waivers", response={200: Waivers, **READ}, openapi_extra=ALSO_TABLES)
@needs(Power.READ)
def list_waivers(
    request: HttpRequest,
    team: str = "",
    state: Literal["", "live", "ended", "asks"] = "",
    reason: Annotated[str, Query(max_length=30)] = "",
    after: After = 0,
    limit: Limit = 50,
    format: Listed = "json",
) -> Any:
    """Waivers of a team: those that cover something now, that ended, or that ask for a second person."""
    found = home(request, team, Power.READ)
    rows = _in_state(state).filter(team=found).select_related("team", "case", "by", "second").order_by("-pk")
    rows = rows.filter(reason=reason.replace("\0", "")) if reason else rows
    if format != "json":
        values = (WaiverOut.of(row).model_dump() for row in rows.iterator(chunk_size=CHUNK))
        return tables.answered(values, list(WaiverOut.model_fields), format, f"{found.slug}-waivers")
    shown = list((rows.filter(pk__lt=after) if after else rows)[: limit + 1])
    more = shown[limit - 1].pk if len(shown) > limit else None
    return Waivers(waivers=[WaiverOut.of(row) for row in shown[:limit]], next=more)


@router.post("/cases/{number}/comments/{pk}", response={200: CommentOut, **OF_STEP})
@needs(Power.COMMENT)
def change(
    request: HttpRequest, number: Number, pk: Annotated[int, Path(ge=1, le=2**62)], given: ChangeIn, team: str = ""
) -> Status[Any]:
    """Edit or delete what you said, hide or show anybody's remark, resolve or reopen a thread."""
    found = home(request, team, Power.COMMENT)
    remark = talking.comments_of(row_of(found, number)).filter(pk=pk).first()
    if remark is None:
        raise Http404

    def do() -> Status[Any]:
        _do(person_in(request, found), remark, given)
        return Status(200, CommentOut.of(talking.comments_of(remark.case).get(pk=pk)))

    return answered(do)


def _do(person: Person, remark: Comment, given: ChangeIn) -> None:
    match given.action:
        case "edit":
            talking.edit(person, remark, given.text)
        case "delete":
            talking.delete(person, remark)
        case "hide":
            talking.hide(person, remark, given.why)
        case "show":
            talking.show(person, remark)
        case "resolve":
            talking.resolve(person, remark)
        case "reopen":
            talking.reopen(person, remark)


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
