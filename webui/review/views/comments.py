"""Saying something at a case, and what one may do with what was said. Each answers 303 to the comment."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from webui.accounts.access import require
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common.htmx import private
from webui.review import access, talking, words
from webui.review.models import Case, Comment
from webui.review.people import Person
from webui.review.triage import Refused
from webui.review.views.case import Again, shown
from webui.review.views.rights import asking
from webui.review.views.standing import standing
from webui.review.views.talk import ANCHORS

DONE: Mapping[str, str] = {
    "edit": "The comment was changed.",
    "delete": "The comment was deleted.",
    "hide": "The comment is hidden, with your name and reason.",
    "show": "The comment is shown again.",
    "resolve": "The thread is resolved.",
    "reopen": "The thread is open again.",
}


@require_POST
@require(Power.COMMENT)
@private
def comments(request: HttpRequest, team: Team, number: int) -> HttpResponse:
    """Say something on a case or a place in its evidence, or answer somebody."""
    case = access.case_for(request.user, team.slug, number)
    answers = request.POST.get("answers", "")
    try:
        said = talking.say(
            asking(request, team),
            case,
            request.POST.get("text", ""),
            on=request.POST.get("on", Comment.On.CASE),
            anchor={name: request.POST[name] for name in ANCHORS if name in request.POST},
            answers=int(answers) if answers.isdigit() and len(answers) < 10 else None,
        )
    except Refused as refused:
        return _again(request, team, case, refused)
    messages.success(request, "Your comment is kept.")
    return _back(request, team, case, said.pk)


@require_POST
@require(Power.COMMENT)
@private
def change(request: HttpRequest, team: Team, number: int, pk: int) -> HttpResponse:
    """Edit, delete, hide, show, resolve or reopen."""
    case = access.case_for(request.user, team.slug, number)
    comment = case.comments.filter(pk=pk).first()
    do = request.POST.get("do", "")
    if comment is None or do not in DONE:
        raise Http404
    try:
        _do(do, asking(request, team), comment, request)
    except Refused as refused:
        return _again(request, team, case, refused)
    messages.success(request, DONE[do])
    return _back(request, team, case, pk)


def _do(do: str, person: Person, comment: Comment, request: HttpRequest) -> None:
    match do:
        case "edit":
            talking.edit(person, comment, request.POST.get("text", ""))
        case "delete":
            talking.delete(person, comment)
        case "hide":
            talking.hide(person, comment, request.POST.get("why", ""))
        case "show":
            talking.show(person, comment)
        case "resolve":
            talking.resolve(person, comment)
        case _:
            talking.reopen(person, comment)


def _back(request: HttpRequest, team: Team, case: Case, comment: int) -> HttpResponse:
    address = standing(request, team, case).address(case.number).partition("#")[0]
    response = redirect(f"{address}#c-{comment}")
    response.status_code = 303
    return response


def _again(request: HttpRequest, team: Team, case: Case, refused: Refused) -> HttpResponse:
    """Show the page once more, with the text that was written."""
    again = Again(fault=words.refused(refused.code), field=refused.field, comment=request.POST.get("text", ""))
    status = {"not-permitted": 403, "not-yours": 403}.get(refused.code, 422)
    return shown(request, team, case, again, status=status)
