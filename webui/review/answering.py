"""What the calls of cases share: who asks, which case, and how a refused step is answered."""

from collections.abc import Callable
from typing import Any, cast

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Status

from webui.accounts.actors import actor_of
from webui.accounts.models import Member, Team, User
from webui.common.errors import plain
from webui.common.schemas import READ
from webui.review.asking import Stale
from webui.review.models import Case
from webui.review.people import Person, person_of
from webui.review.schemas import StepFault
from webui.review.triage import Refused

OF_STEP: dict[int, Any] = {**READ, 403: StepFault, 409: StepFault, 422: StepFault}
STATUSES = {"stale": 409, "held-by-other": 409, "no-such-step": 409, "no-proposal": 409}
STATUSES |= {"not-permitted": 403, "not-yours": 403}
"""By code of a step that was refused; the others are 422."""

NAMED = ("team", "owner", "holder", "waiting_on", "newer")


def answered(call: Callable[[], Status[Any]]) -> Status[Any]:
    try:
        return call()
    except Case.DoesNotExist:
        missing = plain(404)
        return Status(404, {"code": missing.code, "detail": missing.text})
    except Refused as refused:
        stale = refused if isinstance(refused, Stale) else None
        fault = StepFault.of(refused.code, refused.field, stale)
        return Status(STATUSES.get(refused.code, 422), fault)


def row_of(team: Team, number: int) -> Case:
    """Return one case of a team that the person was let into, without its heavy evidence. Raises: Http404."""
    return get_object_or_404(Case.objects.select_related(*NAMED), team=team, number=number)


def person_in(request: HttpRequest, team: Team) -> Person:
    return person_of(cast(User, request.user), team, actor_of(request))


def person_named(team: Team, name: str, field: str) -> int:
    rows = Member.objects.filter(team=team, user__username=name.replace("\0", ""), user__is_active=True)
    found = rows.values_list("user", flat=True).first()
    if found is None:
        raise Refused("owner-unknown" if field == "owner" else "waits-on-needed", field)
    return found
