"""A team, somebody who acts, and the database without its guards."""

from collections.abc import Callable

import pytest
from django.db import connection

from webui.accounts.models import Team
from webui.audit import guards
from webui.audit.trail import Actor


@pytest.fixture
def team(db: None) -> Team:
    return Team.objects.create(slug="ada", name="Ada")


@pytest.fixture
def ada() -> Actor:
    return Actor("person", 7, "ada")


@pytest.fixture
def guarded(db: None) -> None:
    """The database as it is outside of tests."""
    with connection.cursor() as cursor:
        for statement in (*guards.removals(connection.vendor), *guards.statements(connection.vendor)):
            cursor.execute(statement)


@pytest.fixture
def tamper(db: None) -> Callable[..., None]:
    """Run SQL as somebody who has taken the triggers away."""

    def run(sql: str, *values: object) -> None:
        with connection.cursor() as cursor:
            for statement in guards.removals(connection.vendor):
                cursor.execute(statement)
            cursor.execute(sql, values)

    return run
