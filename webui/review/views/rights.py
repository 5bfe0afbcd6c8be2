"""What a person may do on the page of a case, by the names that its templates use."""

from collections.abc import Mapping
from typing import cast

from django.http import HttpRequest

from webui.accounts.access import LADDER, role_of
from webui.accounts.models import Member, Team, User
from webui.review.people import Person, person_of

LEAST: Mapping[str, Member.Role] = {
    "claim": Member.Role.REVIEWER,
    "decide": Member.Role.REVIEWER,
    "comment": Member.Role.REVIEWER,
    "waive": Member.Role.MAINTAINER,
    "hide_comment": Member.Role.MAINTAINER,
    "hold": Member.Role.ADMIN,
}


def rights_of(user: User, team: Team) -> frozenset[str]:
    """Return all that the person's role reaches. One query."""
    role = role_of(user, team)
    return frozenset(name for name, least in LEAST.items() if role and LADDER.index(role) >= LADDER.index(least))


def user_of(request: HttpRequest) -> User:
    """Return who asks; the guard of the view has let in nobody else than people who are signed in."""
    return cast("User", request.user)


def asking(request: HttpRequest, team: Team) -> Person:
    """Return who asks, with what they may do in the team."""
    return person_of(user_of(request), team)
