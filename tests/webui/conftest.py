"""Two teams and their people."""

import pytest

from webui.accounts.models import Member, Team, User


def person(username: str, team: Team, role: str = Member.Role.REVIEWER) -> User:
    user = User.objects.create_user(username)
    Member.objects.create(team=team, user=user, role=role)
    return user


@pytest.fixture
def acme(db: None) -> Team:
    return Team.objects.create(slug="acme", name="Acme")


@pytest.fixture
def rivals(db: None) -> Team:
    return Team.objects.create(slug="rivals", name="Rivals")


@pytest.fixture
def ada(acme: Team) -> User:
    return person("ada", acme)


@pytest.fixture
def rob(rivals: Team) -> User:
    return person("rob", rivals)
