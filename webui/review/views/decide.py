"""Steps on one case: claims, decisions, undo, owner, legal hold. Each answers 303, or the page again with why not."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from webui.accounts.access import may, require
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common.htmx import private
from webui.review import access, alike, counting, deciding, words
from webui.review.asking import Stale
from webui.review.forms import FORMS, ask_of
from webui.review.holding import hold as put_on_hold
from webui.review.models import Case, Decision
from webui.review.triage import DECISIONS, Action, Refused
from webui.review.views.case import STAY, Again, change_words, shown
from webui.review.views.rights import asking
from webui.review.views.standing import Standing, standing

STATUS: Mapping[str, int] = {"stale": 409, "held-by-other": 409, "no-such-step": 409, "not-permitted": 403}
"""How a refused step is answered; every other one is 422."""

YEAR = 365 * 24 * 3600


@require_POST
@require(Power.DECIDE)
@private
def decide(request: HttpRequest, team: Team, number: int) -> HttpResponse:
    """Take one decision, then open the next case of the list, or stay."""
    return _take(request, team, number)


@require_POST
@require(Power.CLAIM)
@private
def claim(request: HttpRequest, team: Team, number: int) -> HttpResponse:
    """Claim, release or take over a case."""
    return _take(request, team, number)


def _take(request: HttpRequest, team: Team, number: int) -> HttpResponse:
    case = access.case_for(request.user, team.slug, number)
    ask = ask_of(request.POST, request.GET)
    if ask is None:
        return _again(request, team, case, Refused("no-such-step"))
    place = standing(request, team, case)
    try:
        decision = deciding.take(asking(request, team), team, number, ask)
    except Refused as refused:
        return _again(request, team, access.case_for(request.user, team.slug, number), refused)
    onward = ask.action in DECISIONS and "next" in request.POST
    _tell(request, decision, place, onward=onward)
    response = redirect(place.onward if onward else place.address(number))
    response.status_code = 303
    if ask.action in DECISIONS:
        stay = "next" if "next" in request.POST else "stay"
        response.set_cookie(STAY, stay, max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure())
    return response


@require_POST
@require(Power.WAIVE)
@private
def second(request: HttpRequest, team: Team, number: int) -> HttpResponse:
    """Say no to a proposed waiver, or take one's own proposal back."""
    case = access.case_for(request.user, team.slug, number)
    try:
        waiver = deciding.refuse(asking(request, team), team, number, request.POST.get("note", ""))
    except Refused as refused:
        return _again(request, team, case, refused)
    own = waiver.by_id == request.user.pk
    messages.success(request, "The proposal was taken back." if own else "The waiver was refused, with your name.")
    return _back(request, team, number)


@require_POST
@require(Power.DECIDE)
@private
def owner(request: HttpRequest, team: Team, number: int) -> HttpResponse:
    """Give a case an owner, or none."""
    case = access.case_for(request.user, team.slug, number)
    chosen = request.POST.get("owner", "")
    try:
        changed = deciding.assign(asking(request, team), team, number, int(chosen) if chosen.isdigit() else None)
    except Refused as refused:
        return _again(request, team, case, refused)
    name = changed.owner.get_username() if changed.owner else "nobody"
    messages.success(request, f"Case {number} is owned by {name}.")
    return _back(request, team, number)


@require_POST
@require(Power.HOLD)
@private
def hold(request: HttpRequest, team: Team, number: int) -> HttpResponse:
    """Put a case on legal hold, or end that."""
    access.case_for(request.user, team.slug, number)
    on = request.POST.get("hold") == "on"
    put_on_hold(asking(request, team).actor, team, number, on=on)
    said = f"Case {number} is on legal hold: retention leaves it and its evidence alone."
    messages.success(request, said if on else f"The legal hold on case {number} is over.")
    return _back(request, team, number)


def _back(request: HttpRequest, team: Team, number: int) -> HttpResponse:
    case = access.case_for(request.user, team.slug, number)
    response = redirect(standing(request, team, case).address(number))
    response.status_code = 303
    return response


def _tell(request: HttpRequest, decision: Decision, place: Standing, *, onward: bool) -> None:
    """Say what was done, with the way back from it."""
    case = decision.case
    past = words.STEPS[Action(decision.action)].past_of(words.thing_of(case))
    to = f" Waits on {decision.waiting_on.get_username()}." if decision.waiting_on else ""
    last = " It was the last of this list." if onward and place.onward == place.back else ""
    ways = _ways_on(request, decision, place, onward=onward) if Action(decision.action) in DECISIONS else {}
    tags = " ".join(f"{name}={value}" for name, value in ways.items())
    messages.success(request, f"Case {case.number}: you {past}.{to}{last}", extra_tags=tags)


def _ways_on(request: HttpRequest, decision: Decision, place: Standing, *, onward: bool) -> dict[str, str]:
    """Return what undoes this decision and no later one, the case from another page, and the same for those alike."""
    case, within = decision.case, place.within
    undo = reverse("review:decide", args=[place.team, case.number])
    ways = {"undo": f"{undo}?{within}&version={decision.version + 1}"}
    if onward:
        ways["back"] = place.address(case.number)
    more = alike.count(case) - (case.closed is None)
    if more and may(request.user, case.team, Power.BULK):
        asked = {
            "action": decision.action,
            "all": 1,
            "query": f"state=open&alike={case.number}",
            "reason": decision.reason,
        }
        ways |= {"more": f"{reverse('review:bulk', args=[place.team])}?{urlencode(asked)}"}
        ways |= {"count": counting.told(more, alike.MOST)}
    return ways


def _again(request: HttpRequest, team: Team, case: Case, refused: Refused) -> HttpResponse:
    """Show the page once more: what is in the way, what changed meanwhile, and the text that was written."""
    given = request.POST
    form = given.get("action", "") if given.get("action", "") in FORMS else ""
    thing = words.thing_of(case)
    changes = [change_words(one, thing) for one in refused.changes] if isinstance(refused, Stale) else []
    again = Again(form, _values(given), words.refused(refused.code), refused.field, changes)
    return shown(request, team, case, again, status=STATUS.get(refused.code, 422))


def _values(given: QueryDict) -> dict[str, object]:
    values: dict[str, object] = {name: given.get(name, "") for name in ("reason", "note", "link", "scope", "ends")}
    values["targets"] = given.getlist("targets")
    waits = given.get("waits_on", "")
    return values | ({"waits_on": int(waits)} if waits.isdigit() and len(waits) < 10 else {})
