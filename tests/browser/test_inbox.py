"""The inbox in a browser: nothing for axe to find, and a walk through filters, ticks, views and steps for many."""

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.looks import LOOKS, look, look_at

FOCUSED = "document.activeElement.closest('tr')?.id"


@pytest.fixture
def world(transactional_db: None, data_dir: Path) -> Any:
    """A team without captures."""
    from webui.accounts.entry import ensure_owner

    team, user = ensure_owner("owner", "local", team_name="Local")
    return SimpleNamespace(team=team, user=user)


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_the_inbox_has_nothing_to_find(
    tab: Page, live_server: LiveServer, inbox_pages: dict[str, str], theme: str, width: int
) -> None:
    assert look_at(tab, live_server.url, inbox_pages, theme, width) == {}


def test_a_walk_through_filters_views_ticks_and_many_at_once(
    tab: Page, live_server: LiveServer, inbox_pages: dict[str, str], work_off: Callable[[], int]
) -> None:
    home = f"{live_server.url}/t/local/inbox"
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.set_default_timeout(12_000)
    tab.goto(f"{live_server.url}/t/local/transcripts")
    tab.keyboard.press("g")
    tab.keyboard.press("i")
    tab.wait_for_url(home)
    states = [home]

    def reached(address: str) -> None:
        tab.wait_for_url(f"{home}{address}")
        states.append(tab.url)

    # filters by htmx: the address says what is shown
    tab.get_by_role("link", name="All open").click()
    reached("?view=open")
    for name, value, address in (
        ("Rule", "answered-tool-use", "?state=open&rule=answered-tool-use"),
        ("Reason", "xml_content", "?state=open&reason=xml_content&rule=answered-tool-use"),
        ("More", "Error", "?state=open&reason=xml_content&rule=answered-tool-use&severity=error"),
    ):
        tab.locator("#filters summary", has_text=name).first.click()
        tab.locator("details[open]").get_by_label(value, exact=True).check()
        tab.locator("details[open]").get_by_role("button", name="Apply").click()
        reached(address)
    tab.get_by_role("link", name="Reset").click()
    reached("?view=open")
    tab.get_by_role("link", name="Severity").click()
    reached("?view=open&sort=severity")
    tab.get_by_role("link", name="Unassigned").click()
    reached("?view=unassigned")
    tab.get_by_role("link", name="Overdue", exact=False).first.click()
    reached("?view=overdue")
    tab.get_by_role("link", name="Closed").click()
    reached("?view=closed")
    tab.get_by_role("link", name="All open").click()
    reached("?view=open")

    # Back and Forward walk through all of them, each a whole page
    for address in states[-2::-1]:
        tab.evaluate("history.back()")
        expect(tab).to_have_url(address)
        expect(tab.locator("h1")).to_have_text("Inbox")
    for address in states[1:]:
        tab.evaluate("history.forward()")
        expect(tab).to_have_url(address)
        expect(tab.locator("h1")).to_have_text("Inbox")
    expect(tab.locator("tbody tr")).to_have_count(24)

    # a preview that follows the focus, and goes again
    tab.keyboard.press("j")
    assert tab.evaluate(FOCUSED) == "case-1001"
    tab.keyboard.press("Space")
    expect(tab.locator("#preview")).to_contain_text("Case 1001")
    tab.keyboard.press("j")
    expect(tab.locator("#preview")).to_contain_text("Case 1002")
    assert look(tab) == {}
    tab.keyboard.press("Escape")
    expect(tab.locator("#preview > *")).to_have_count(0)
    assert tab.evaluate(FOCUSED) == "case-1002"

    # ticks by key, and one step for all of them
    tab.keyboard.press("x")
    tab.keyboard.press("j")
    tab.keyboard.press("j")
    tab.keyboard.press("X")
    expect(tab.locator("[data-picked]")).to_have_text("3 selected")
    tab.keyboard.press("c")
    tab.wait_for_url(re.compile(r"/inbox/bulk\?action=comment"))
    tab.keyboard.insert_text("Seen in the nightly run again.")
    tab.keyboard.press("Control+Enter")
    tab.wait_for_url(re.compile(r"/inbox/bulk/\d+$"))
    work_off()
    tab.reload()
    expect(tab.locator("#result")).to_contain_text("3 cases done.")
    tab.get_by_role("link", name="Back to the list").click()

    # a view of one's own
    tab.goto(f"{home}?state=open&severity=warning")
    tab.get_by_role("link", name="Save view").click()
    tab.get_by_label("Name", exact=True).fill("Mild ones")
    tab.keyboard.press("Enter")
    tab.wait_for_url(re.compile(r"/inbox\?view=\d+$"))
    expect(tab.locator(".views [aria-current]")).to_contain_text("Mild ones")
