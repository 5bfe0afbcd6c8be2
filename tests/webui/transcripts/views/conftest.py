"""People at their browsers, and a capture whose tool result lost its call."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.accounts.models import Member, Team, User
from webui.transcripts.models import Capture, Transcript

HTMX = {"HTTP_HX_REQUEST": "true"}


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def at_ada(ada: User) -> Client:
    """The browser of a reviewer of Acme."""
    return browser(ada)


@pytest.fixture
def at_rob(rob: User) -> Client:
    """The browser of somebody of another team."""
    return browser(rob)


@pytest.fixture
def at_vic(acme: Team) -> Client:
    """The browser of a viewer of Acme."""
    vic = User.objects.create_user("vic")
    Member.objects.create(team=acme, user=vic, role=Member.Role.VIEWER)
    return browser(vic)


@pytest.fixture
def broken(deliver: Callable[..., Capture], orphan: dict[str, Any]) -> Transcript:
    """A transcript of four messages; block 0 of message 1 is a result without its call."""
    return deliver(orphan, name="nightly.json").transcripts.get()


@pytest.fixture
def address(broken: Transcript) -> str:
    return f"/t/acme/transcripts/{broken.pk}"
