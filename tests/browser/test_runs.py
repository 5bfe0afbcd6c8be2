"""Runs in a browser: every tab in its states, and four mistakes of a summarizer from upload to the right line."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.contracts import contract, output
from tests.looks import LOOKS, look_at

OUTPUT = output()
SUMMARY = OUTPUT["summary"]
WHOLE = contract()
del WHOLE["measured_tokens"]


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_no_page_of_runs_has_anything_to_find(
    tab: Page, live_server: LiveServer, run_pages: dict[str, str], theme: str, width: int
) -> None:
    assert look_at(tab, live_server.url, run_pages, theme, width) == {}


def paste(tab: Page, server: str, **parts: Any) -> None:
    """Paste the parts of a contract into the form and send it."""
    tab.goto(f"{server}/t/local/runs/new")
    for name, value in (WHOLE | parts).items():
        tab.locator(f"textarea[name={name}]").fill(value if isinstance(value, str) else json.dumps(value))
    tab.get_by_role("button", name="Judge it").click()
    tab.wait_for_url(re.compile(r"/runs/[0-9a-f]{12}$"))


def test_a_result_of_another_conversation_lands_on_identity(tab: Page, live_server: LiveServer, world: Any) -> None:
    other = OUTPUT | {"basis": {"revision": 7, "through_event_id": "11111111-5b7d-4c1a-9e42-0a1b2c3d4e5f"}}
    paste(tab, live_server.url, output=other)

    expect(tab.locator(".verdict .code")).to_have_text("identity")
    tab.get_by_role("link", name="Go to the place").click()
    row = tab.locator("#check-identity")
    expect(row).to_be_focused()
    expect(row).to_contain_text("basis.through_event_id")


def test_a_code_fence_lands_on_the_first_line_of_the_reply(tab: Page, live_server: LiveServer, world: Any) -> None:
    paste(tab, live_server.url, output=f"```json\n{json.dumps(OUTPUT)}\n```")

    expect(tab.locator(".verdict .code")).to_have_text("wire")
    tab.get_by_role("link", name="Go to the place").click()
    expect(tab.locator("#l-1")).to_be_focused()
    expect(tab.locator(".l.bad mark")).to_have_text("`")
    expect(tab.locator(".l.bad")).to_have_count(1)


def test_a_summary_in_a_code_fence_lands_on_its_first_line(tab: Page, live_server: LiveServer, world: Any) -> None:
    paste(tab, live_server.url, output=OUTPUT | {"summary": f"```xml\n{SUMMARY}\n```"})

    expect(tab.locator(".verdict .code")).to_have_text("xml_structure")
    tab.get_by_role("link", name="Go to the place").click()
    expect(tab.locator("#l-1")).to_be_focused()
    expect(tab.locator("#l-1 mark")).to_have_text("`")


def test_a_leading_newline_lands_on_line_one(tab: Page, live_server: LiveServer, world: Any) -> None:
    paste(tab, live_server.url, output=OUTPUT | {"summary": f"\n{SUMMARY}"})

    expect(tab.locator(".verdict .code")).to_have_text("xml_structure")
    expect(tab.locator("#fault")).to_contain_text("line 1, column 1")
    tab.get_by_role("link", name="Go to the place").click()
    expect(tab.locator("#l-1")).to_be_focused()
    expect(tab.locator("#l-1 mark")).to_have_text("end of line")


def test_one_token_over_budget_lands_on_the_budget(tab: Page, live_server: LiveServer, world: Any) -> None:
    paste(tab, live_server.url, usage={"output_tokens": 257})

    expect(tab.locator(".verdict")).to_contain_text("The summary is over its token budget by 1 token.")
    tab.get_by_role("link", name="Go to the place").click()
    expect(tab.locator("#check-budget")).to_be_focused()
    expect(tab.locator("#check-budget")).to_contain_text("257 of 256 tokens")


def test_where_a_message_went_is_told_in_place_and_without_script(
    tab: Page, live_server: LiveServer, runs: dict[str, str], browser: Any, cookies: list[dict[str, Any]]
) -> None:
    tab.goto(f"{live_server.url}{runs['pair']}?tab=before")
    tab.get_by_role("link", name="Where did message 2 go?").click()
    expect(tab.locator("#trace-2")).to_contain_text("Summarised")

    plain = browser.new_context(java_script_enabled=False)
    plain.add_cookies(cookies)
    page = plain.new_page()
    page.goto(f"{live_server.url}{runs['pair']}?tab=before")
    page.get_by_role("link", name="Where did message 2 go?").click()
    expect(page.get_by_role("heading", name="Where did this go?")).to_be_visible()
    expect(page.locator(".answer")).to_contain_text("Summarised")
    plain.close()


def test_the_keyboard_reaches_runs_their_messages_and_the_list_again(
    tab: Page, live_server: LiveServer, runs: dict[str, str]
) -> None:
    tab.goto(f"{live_server.url}{runs['pair']}?tab=before")
    tab.keyboard.press("j")
    expect(tab.locator("#m-0")).to_be_focused()
    tab.keyboard.press("j")
    expect(tab.locator("#m-1")).to_be_focused()
    tab.keyboard.press("u")
    tab.wait_for_url("**/t/local/runs")
    tab.goto(f"{live_server.url}/rules")
    tab.keyboard.press("g")
    tab.keyboard.press("r")
    tab.wait_for_url("**/t/local/runs")


def test_a_run_that_waits_shows_its_result_by_itself(
    tab: Page, live_server: LiveServer, runs: dict[str, str], work_off: Callable[[], int]
) -> None:
    tab.goto(f"{live_server.url}{runs['waiting']}")
    expect(tab.locator(".verdict")).to_contain_text("Not judged yet.")
    work_off()
    expect(tab.locator(".verdict")).to_contain_text("The upload holds no contract.")
    assert tab.locator("[data-poll]").count() == 0
