"""A team with its people, and cases as the worker leaves them."""

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest
from django.test import Client

from tests.people import browser, member
from webui.accounts.models import Member, Team, User
from webui.audit.trail import Actor
from webui.review.models import Case, Source
from webui.review.triage import CLOSED_STATES

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
"""A working day, so that clocks run."""


@pytest.fixture
def max_(acme: Team) -> User:
    """A maintainer."""
    return member(acme, "max", Member.Role.MAINTAINER)


@pytest.fixture
def bob(acme: Team) -> User:
    """A second reviewer beside ada."""
    return member(acme, "bob", Member.Role.REVIEWER)


@pytest.fixture
def at_max(max_: User, data_dir: object) -> Client:
    """The browser of a maintainer."""
    return browser(max_)


@pytest.fixture
def at_bob(bob: User, data_dir: object) -> Client:
    """The browser of another reviewer."""
    return browser(bob)


@pytest.fixture
def actor() -> Callable[[User], Actor]:
    return lambda user: Actor("person", user.pk, user.username)


@pytest.fixture
def make_case(acme: Team) -> Callable[..., Case]:
    """Store a case of a broken transcript; every value may be given otherwise."""
    numbers = count(1)
    sources: dict[int, Source] = {}

    def make(**values: Any) -> Case:
        team = values.setdefault("team", acme)
        if "source" not in values:
            sources.setdefault(team.pk, Source.objects.create(team=team, name="session.jsonl"))
            values["source"] = sources[team.pk]
        values.setdefault("number", next(numbers))
        given = {
            "kind": Case.Kind.BROKEN,
            "about": Case.About.RULE,
            "code": "paired-tool-result",
            "dialect": "anthropic",
            "signature": "5" * 64,
            "name": "session.jsonl",
            "errors": 1,
            "created": MONDAY,
            "changed": MONDAY,
        }
        if values.get("state") in CLOSED_STATES:
            given["closed"] = MONDAY
        return Case.objects.create(**{**given, **values})

    return make
