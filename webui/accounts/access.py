"""Which team, which powers. Another person's team and a missing one are the same 404."""

from collections.abc import Callable
from functools import wraps
from typing import TypeAlias

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from webui.accounts.models import Endpoint, Member, Team

Person: TypeAlias = AbstractBaseUser | AnonymousUser
View: TypeAlias = Callable[..., HttpResponseBase]

TEST_ENDPOINT = "test-endpoint"
"""The job that asks an endpoint one question."""

LADDER = (Member.Role.VIEWER, Member.Role.REVIEWER, Member.Role.MAINTAINER, Member.Role.ADMIN)


def teams_of(user: Person) -> QuerySet[Team]:
    """Return the teams of this person, by slug; none for someone who is not signed in."""
    if not user.is_authenticated or not user.is_active:
        return Team.objects.none()
    return Team.objects.filter(members__user=user.pk).order_by("slug")


def team_for(user: Person, slug: str) -> Team:
    """Return the team if this person belongs to it. Raises: Http404."""
    # PostgreSQL takes no NUL, even in a question.
    team = teams_of(user).filter(slug=slug).first() if "\0" not in slug else None
    if team is None:
        raise Http404
    return team


def role_of(user: Person, team: Team) -> Member.Role | None:
    """Return the person's role in the team, None outside it."""
    found = Member.objects.filter(team=team, user=user.pk).values_list("role", flat=True).first()
    return Member.Role(found) if found else None


def may(user: Person, team: Team, least: Member.Role) -> bool:
    """Return whether the person's role reaches `least`: viewer, reviewer, maintainer, admin."""
    role = role_of(user, team)
    return role is not None and LADDER.index(role) >= LADDER.index(least)


def endpoints_of(team: Team) -> QuerySet[Endpoint]:
    """Return the endpoints of a team, by name."""
    return team.endpoints.order_by("name")


def endpoint_of(team: Team, pk: int) -> Endpoint:
    """Return one endpoint of the team. Raises: Http404."""
    return get_object_or_404(endpoints_of(team), pk=pk)


def require(least: Member.Role = Member.Role.VIEWER) -> Callable[[View], View]:
    """Let a view of one team run for members whose role reaches `least`.

    The address gives the slug as `team`; the view gets the Team in its place. Nobody signed in: off to the sign-in
    page. Not a member: 404. A lower role: 403.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, team: str, *args: object, **kwargs: object) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            found = team_for(request.user, team)
            if not may(request.user, found, least):
                raise PermissionDenied
            return view(request, found, *args, **kwargs)

        return guarded

    return decorate
