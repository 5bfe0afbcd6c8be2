"""Who belongs where."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory

from webui.accounts import access
from webui.accounts.models import Member, Team, User
from webui.accounts.powers import Power


@access.require(Power.UPLOAD)
def guarded(request: HttpRequest, team: Team, number: int) -> HttpResponse:
    return HttpResponse(f"{team.slug} {number}")


def visit(user: User | AnonymousUser, team: str) -> HttpResponse:
    request = RequestFactory().get(f"/t/{team}/x")
    request.user = user
    return guarded(request, team=team, number=7)


def test_a_member_finds_the_team(ada: User, acme: Team) -> None:
    assert access.team_for(ada, "acme") == acme


@pytest.mark.parametrize("slug", ["rivals", "nowhere"])
def test_a_strange_team_and_a_missing_one_are_the_same_404(ada: User, rivals: Team, slug: str) -> None:
    with pytest.raises(Http404) as caught:
        access.team_for(ada, slug)

    assert str(caught.value) == ""


def test_nobody_belongs_nowhere(acme: Team) -> None:
    assert not access.teams_of(AnonymousUser()).exists()


def test_a_person_who_was_shut_out_belongs_nowhere(ada: User) -> None:
    ada.is_active = False

    assert not access.teams_of(ada).exists()


@pytest.mark.parametrize(
    ("role", "power", "enough"),
    [
        ("viewer", "read", True),
        ("viewer", "upload", False),
        ("reviewer", "decide", True),
        ("reviewer", "bulk", False),
        ("maintainer", "upload", True),
        ("maintainer", "members", False),
        ("admin", "waive", True),
    ],
)
def test_a_role_holds_the_powers_of_those_below(ada: User, acme: Team, role: str, power: str, enough: bool) -> None:
    Member.objects.filter(user=ada).update(role=role)

    assert access.may(ada, acme, Power(power)) is enough
    assert (power in access.powers_of(ada, acme)) is enough


def test_a_role_in_one_team_gives_none_in_another(ada: User, rivals: Team) -> None:
    assert access.role_of(ada, rivals) is None
    assert not access.may(ada, rivals, Power.READ) and not access.powers_of(ada, rivals)


def test_a_guarded_view_gets_the_team(ada: User) -> None:
    assert visit(ada, "acme").content == b"acme 7"


def test_a_guarded_view_sends_a_stranger_to_sign_in(acme: Team, settings: object) -> None:
    answer = visit(AnonymousUser(), "acme")

    assert answer.status_code == 302
    assert answer["Location"].endswith("?next=/t/acme/x")


def test_a_guarded_view_hides_other_teams(ada: User, rivals: Team) -> None:
    with pytest.raises(Http404):
        visit(ada, "rivals")


def test_a_guarded_view_refuses_a_lower_role(ada: User) -> None:
    Member.objects.filter(user=ada).update(role=Member.Role.VIEWER)

    with pytest.raises(PermissionDenied):
        visit(ada, "acme")
