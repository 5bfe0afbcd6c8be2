"""Two teams, their people, and the browsers these sit at."""

import pytest
from django.test import Client

from tests.people import browser, member
from webui.accounts.models import Member, Team, User


@pytest.fixture
def acme(db: None) -> Team:
    return Team.objects.create(slug="acme", name="Acme")


@pytest.fixture
def rivals(db: None) -> Team:
    return Team.objects.create(slug="rivals", name="Rivals")


@pytest.fixture
def ada(acme: Team) -> User:
    """A reviewer."""
    return member(acme, "ada")


@pytest.fixture
def vic(acme: Team) -> User:
    """A viewer."""
    return member(acme, "vic", Member.Role.VIEWER)


@pytest.fixture
def rob(rivals: Team) -> User:
    """A reviewer of the other team."""
    return member(rivals, "rob")


@pytest.fixture
def at_ada(ada: User, data_dir: object) -> Client:
    """The browser of a reviewer."""
    return browser(ada)


@pytest.fixture
def at_vic(vic: User, data_dir: object) -> Client:
    """The browser of a viewer."""
    return browser(vic)


@pytest.fixture
def at_rob(rob: User, data_dir: object) -> Client:
    """The browser of a reviewer of the other team."""
    return browser(rob)
