"""The inbox in a browser: nothing for axe to find, and a walk through filters, ticks, views and steps for many."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import PASSWORD, World
from tests.browser.test_pages import look
from tests.looks import LOOKS


@pytest.fixture
def world(transactional_db: None, data_dir: Path) -> World:
    """A team without captures."""
    from webui.accounts.entry import ensure_owner

    team, user = ensure_owner("owner", "local", team_name="Local")
    user.set_password(PASSWORD)
    user.save()
    return World(team, user)


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_the_inbox_has_nothing_to_find(
    tab: Page, live_server: LiveServer, inbox_pages: dict[str, str], theme: str, width: int
) -> None:
    tab.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    tab.set_viewport_size({"width": width, "height": 900})
    wrong: dict[str, dict[str, Any]] = {}
    for name, address in inbox_pages.items():
        tab.goto(live_server.url + address)
        if found := look(tab):
            wrong[name] = found

    assert wrong == {}
