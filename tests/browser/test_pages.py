"""Every page in its states, both themes, wide and narrow: nothing for axe to find, nothing that scrolls sideways."""

from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.looks import ALL_LOOKS, LOOKS, dress, look, look_at


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_no_page_has_anything_to_find(
    tab: Page, live_server: LiveServer, shown: dict[str, str], theme: str, width: int
) -> None:
    assert look_at(tab, live_server.url, shown, theme, width) == {}


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
    for theme, width in ALL_LOOKS:
        dress(tab, live_server.url, theme, width)
        for address in ("/t/local/", "/t/local/captures", "/t/local/transcripts", "/rules/paired-tool-result"):
            tab.goto(live_server.url + address)
            if found := look(tab):
                wrong[address, theme, width] = found

    assert wrong == {}
