"""Members of teams, and the browsers these sit at."""

from django.test import Client

from webui.accounts.models import Member, Team, User


def member(team: Team, name: str, role: str = Member.Role.REVIEWER) -> User:
    """An account without a password, in one team."""
    user = User.objects.create_user(name)
    Member.objects.create(team=team, user=user, role=role)
    return user


def browser(user: User) -> Client:
    """A browser at which somebody has signed in."""
    client = Client()
    client.force_login(user)
    return client
