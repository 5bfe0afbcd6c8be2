"""A page of charts of one team, at one moment."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from webui.accounts.models import Team
from webui.review import filters
from webui.review.trends.period import period
from webui.review.trends.scope import Scope

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def scope(acme: Team) -> Callable[..., Scope]:
    """The scope that an address asks for."""

    def made(query: str = "", code: str = "12w", team: Team = acme) -> Scope:
        return Scope(team, period(code, NOW), NOW, filters.read(query, team, None, NOW))

    return made
