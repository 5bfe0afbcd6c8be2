"""What a person may do on the page of a case, by the names that its templates use."""

from collections.abc import Mapping
from typing import cast

from django.http import HttpRequest

from webui.accounts.access import role_of
from webui.accounts.models import Team, User
from webui.accounts.powers import Power, reaches
from webui.review.people import Person, person_of

SHOWN: Mapping[str, Power] = {
    "claim": Power.CLAIM,
    "decide": Power.DECIDE,
    "comment": Power.COMMENT,
    "waive": Power.WAIVE,
    "hide_comment": Power.HIDE_COMMENT,
    "hold": Power.HOLD,
}


def rights_of(user: User, team: Team) -> frozenset[str]:
    """Return all that the person's role reaches. One query."""
    role = role_of(user, team)
    return frozenset(name for name, power in SHOWN.items() if role and reaches(role, power))


def user_of(request: HttpRequest) -> User:
    """Return who asks; the guard of the view has let in nobody else than people who are signed in."""
    return cast("User", request.user)


def asking(request: HttpRequest, team: Team) -> Person:
    """Return who asks, with what they may do in the team."""
    return person_of(user_of(request), team)
