"""Every page in its states, both themes, wide and narrow: nothing for axe to find, nothing that scrolls sideways."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.looks import LOOKS

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}


def findings(page: Page) -> list[str]:
    """What axe finds on a page: the rule, and where."""
    response: dict[str, Any] = Axe().run(page, options=RULES).response
    return [
        f"{found['id']} at {node['target']}: {node['failureSummary']}"
        for found in response["violations"]
        for node in found["nodes"][:3]
    ]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def look(page: Page) -> dict[str, object]:
    # Wherever a page is scrolled to, some link is half behind the sticky bar; at the top none is.
    page.evaluate("window.scrollTo(0, 0)")
    return {key: value for key, value in (("axe", findings(page)), ("overflow", overflow(page))) if value}


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_no_page_has_anything_to_find(
    tab: Page, live_server: LiveServer, shown: dict[str, str], theme: str, width: int
) -> None:
    tab.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    tab.set_viewport_size({"width": width, "height": 900})
    wrong: dict[str, dict[str, object]] = {}

    for name, address in shown.items():
        tab.goto(live_server.url + address)
        if tab.locator("html").get_attribute("data-theme") != theme:
            wrong[name] = {"theme": "not drawn"}
        elif found := look(tab):
            wrong[name] = found

    assert wrong == {}


@pytest.mark.parametrize("width", [1280, 320])
def test_nothing_to_find_in_what_opens_over_and_after_a_page(tab: Page, live_server: LiveServer, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 900})
    wrong: dict[str, dict[str, object]] = {}

    def note(name: str) -> None:
        if found := look(tab):
            wrong[name] = found

    tab.goto(f"{live_server.url}/t/local/captures/new")
    for fold in tab.locator("details.fold > summary").all():
        fold.click()
    note("folds open")
    tab.locator("textarea").fill('{"wat": 1}')
    tab.get_by_role("button", name="Upload", exact=True).click()
    tab.get_by_text("was not accepted.").wait_for()
    note("refused")
    tab.locator("summary[aria-label^=Account]").click()
    note("account menu")
    tab.get_by_role("button", name="Shortcuts").click()
    tab.locator("#keys").wait_for(state="visible")
    note("shortcut sheet")
    tab.keyboard.press("Escape")
    tab.context.clear_cookies(name="sessionid")
    tab.goto(f"{live_server.url}/login?next=/rules")
    note("sign in")
    tab.get_by_label("Account name").fill("owner")
    tab.get_by_label("Password").fill("wrong")
    tab.get_by_role("button", name="Sign in").click()
    tab.get_by_text("do not match an account").wait_for()
    note("sign in refused")
    tab.goto(f"{live_server.url}/enter/abc")
    note("one-time address")

    assert wrong == {}


def test_an_empty_start_has_nothing_to_find(tab: Page, live_server: LiveServer, world: Any) -> None:
    from webui.transcripts.models import Capture, Transcript

    Transcript.objects.all().delete()
    Capture.objects.all().delete()
    wrong = {}
    for theme in ("light", "dark"):
        tab.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
        for width in (1280, 320):
            tab.set_viewport_size({"width": width, "height": 900})
            for address in ("/t/local/", "/t/local/captures", "/t/local/transcripts", "/rules/paired-tool-result"):
                tab.goto(live_server.url + address)
                if found := look(tab):
                    wrong[address, theme, width] = found

    assert wrong == {}
