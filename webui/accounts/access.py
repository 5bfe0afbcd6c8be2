"""Which team, which powers. Another person's team and a missing one are the same 404.

Every view and every call of the API says whom it is for: `require`, `signed_in`, `anyone` for pages, `needs` for calls.
Each leaves its word in the attribute `power` of the function, where tests find it.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from webui.accounts.models import ApiKey, Endpoint, Member, Team
from webui.accounts.powers import SCOPES, Open, Power, reaches
from webui.common.errors import Refusal, plain

Person: TypeAlias = AbstractBaseUser | AnonymousUser
View: TypeAlias = Callable[..., HttpResponseBase]
P = ParamSpec("P")
R = TypeVar("R")

TEST_ENDPOINT = "test-endpoint"
"""The job that asks an endpoint one question."""


def teams_of(user: Person) -> QuerySet[Team]:
    """Return the teams of this person, by slug; none for someone who is not signed in."""
    if not user.is_authenticated or not user.is_active:
        return Team.objects.none()
    found = Team.objects.filter(members__user=user.pk).order_by("slug")
    key = _key(user)
    return found if key is None else found.filter(pk=key.team_id)


def team_for(user: Person, slug: str) -> Team:
    """Return the team if this person belongs to it. Raises: Http404."""
    team: Team = _held(user, slug)
    return team


def _held(user: Person, slug: str) -> Any:
    """Return the team with the person's role in it as `held`, in one query."""
    # PostgreSQL takes no NUL, even in a question.
    teams = teams_of(user).annotate(held=F("members__role"))
    team = teams.filter(slug=slug).first() if "\0" not in slug else None
    if team is None:
        raise Http404
    return team


def role_of(user: Person, team: Team) -> Member.Role | None:
    """Return the person's role in the team, None outside it; a key has none outside its own."""
    key = _key(user)
    if key is not None and key.team_id != team.pk:
        return None
    found = Member.objects.filter(team=team, user=user.pk).values_list("role", flat=True).first()
    return Member.Role(found) if found else None


def may(user: Person, team: Team, power: Power) -> bool:
    """Return whether the person's role in the team has the power, and the key that speaks for them its scope."""
    role = role_of(user, team)
    return role is not None and reaches(role, power) and _missing_scope(user, power) is None


def holds(team: Any, power: Power) -> bool:
    """Return whether the person for whom `require` gave this team has the power in it; without a query."""
    return reaches(Member.Role(team.held), power)


def powers_held(team: Team) -> frozenset[Power]:
    """Return all that the person may do in the team that `require` gave to the view. No query."""
    role = Member.Role(getattr(team, "held"))  # noqa: B009 - the guard put it there
    return frozenset(power for power in Power if reaches(role, power))


def powers_of(user: Person, team: Team) -> frozenset[Power]:
    """Return all that the person may do in the team."""
    role = role_of(user, team)
    return frozenset(
        power for power in Power if role is not None and reaches(role, power) and _missing_scope(user, power) is None
    )


def demand(user: Person, team: Team, power: Power) -> None:
    """Go on if the person has the power in the team. Raises: Refusal 403."""
    _demand_scope(user, power)
    if not may(user, team, power):
        said = plain(403)
        raise Refusal(said.status, said.code, said.text)


def home(request: HttpRequest, slug: str, power: Power) -> Team:
    """Return the team that a call names, or the only one of this person. Raises: Refusal, Http404."""
    teams = teams_of(request.user)
    found = [team_for(request.user, slug)] if slug else list(teams[:2])
    if len(found) > 1:
        raise Refusal(400, "team-needed", "You belong to several teams: add ?team= with one of their names.")
    if not found:
        raise Http404
    demand(request.user, found[0], power)
    return found[0]


def endpoints_of(team: Team) -> QuerySet[Endpoint]:
    """Return the endpoints of a team, by name."""
    return team.endpoints.order_by("name")


def endpoint_of(team: Team, pk: int) -> Endpoint:
    """Return one endpoint of the team. Raises: Http404."""
    return get_object_or_404(endpoints_of(team), pk=pk)


def require(power: Power = Power.READ, *, post: Power | None = None) -> Callable[[View], View]:
    """Let a view of one team run for members who have the power; `post` is what its POST needs, where that differs.

    The address gives the slug as `team`; the view gets the Team in its place. Nobody signed in: off to the sign-in
    page. Not a member: 404. A lower role: 403.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, team: str, *args: object, **kwargs: object) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            found = _held(request.user, team)
            if not reaches(Member.Role(found.held), post if post and request.method == "POST" else power):
                raise PermissionDenied
            return view(request, found, *args, **kwargs)

        return _marked(guarded, power, post)

    return decorate


def signed_in(view: View) -> View:
    """Let a view of no team run for everybody who is signed in; others are sent to the sign-in page."""
    return _marked(login_required(view), Open.SIGNED_IN)


def anyone(view: View) -> View:
    """Say of a view that everybody may see it."""
    return _marked(view, Open.ANYONE)


def needs(power: Power | Open) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Say of a call of the API which power it needs; goes below the router's decorator.

    A key without the scope is refused here; the call itself asks for the role where it knows the team (`demand`).
    """

    def decorate(call: Callable[P, R]) -> Callable[P, R]:
        @wraps(call)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            request = args[0]
            if isinstance(power, Power) and isinstance(request, HttpRequest):
                _demand_scope(request.user, power)
            return call(*args, **kwargs)

        return _marked(guarded, power)

    return decorate


def _key(user: Person) -> ApiKey | None:
    return getattr(user, "key", None)


def _missing_scope(user: Person, power: Power) -> str | None:
    """Return the scope that a key lacks for a power, empty where no key has it; None where nothing is missing."""
    key = _key(user)
    scope = SCOPES.get(power, "")
    return None if key is None or (scope and scope in key.scopes) else str(scope)


def _demand_scope(user: Person, power: Power) -> None:
    missing = _missing_scope(user, power)
    if missing is not None:
        text = f"This key lacks the scope: {missing}." if missing else "No key can do this; a person has to."
        raise Refusal(403, "scope-missing", text)


def _marked(function: Any, power: Power | Open, post: Power | None = None) -> Any:
    function.power = power
    function.post_power = post or power
    return function
