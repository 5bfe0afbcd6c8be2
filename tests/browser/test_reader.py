"""The reader in a browser: find, map, gaps and keys."""

import re
from typing import Any

from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

FOCUSED = "document.activeElement.id"


def test_find_steps_from_hit_to_hit_with_the_focus_on_it(tab: Page, live_server: LiveServer, world: Any) -> None:
    tab.goto(live_server.url + world.pages["long"])
    tab.keyboard.press("/")
    expect(tab.get_by_label("Find in transcript").and_(tab.locator("input"))).to_be_focused()
    tab.keyboard.insert_text("step_99")
    tab.keyboard.press("Enter")
    expect(tab.get_by_text("1 of 3 hits in 1 message")).to_be_visible()
    assert tab.evaluate(FOCUSED) == "hit-1"

    tab.get_by_role("link", name="Next hit").click()

    tab.wait_for_url("**hit=2#hit-2")
    assert tab.evaluate(FOCUSED) == "hit-2"
    expect(tab.locator("mark.now")).to_have_text("step_99")


def test_a_mark_of_the_map_leads_to_its_violation(tab: Page, live_server: LiveServer, world: Any) -> None:
    tab.goto(live_server.url + world.pages["long"])

    tab.get_by_role("link", name=re.compile("^Error at 128")).focus()
    tab.keyboard.press("Enter")

    tab.wait_for_url("**?at=128#m-128.0")
    assert tab.evaluate(FOCUSED) == "m-128.0"


def test_what_is_pointed_at_or_focused_outlines_its_other_half(tab: Page, live_server: LiveServer, world: Any) -> None:
    tab.goto(live_server.url + world.pages["long"] + "?open=3")
    outlined = tab.locator(".half-here")

    tab.locator("#m-2").hover()
    expect(outlined).to_have_id("m-1.1")
    tab.locator("#m-3\\.1 header").hover()
    expect(outlined).to_have_id("m-4")
    tab.locator("h1").hover()
    expect(outlined).to_have_count(0)

    tab.mouse.move(1, 500)  # beside the messages, wherever they scroll
    tab.locator("#m-4").focus()
    expect(outlined).to_have_id("m-3.1")
    assert "dashed" in outlined.evaluate("(half) => getComputedStyle(half).outlineStyle")
    tab.locator("#find").focus()
    expect(outlined).to_have_count(0)


def test_a_row_of_a_list_opens_by_key(tab: Page, live_server: LiveServer, world: Any) -> None:
    tab.goto(live_server.url + "/t/local/transcripts")
    tab.keyboard.press("j")
    tab.keyboard.press("o")

    tab.wait_for_url("**/transcripts/*")
    tab.keyboard.press("u")
    tab.wait_for_url("**/transcripts")


def test_a_gap_opens_in_place(tab: Page, live_server: LiveServer, world: Any) -> None:
    tab.goto(live_server.url + world.pages["long"] + "?show=around")
    tab.evaluate("window.kept = true")

    tab.locator(".gap a").first.click()

    expect(tab.locator("#m-60")).to_be_visible()
    assert tab.evaluate("window.kept"), "the page was not loaded anew"
    tab.wait_for_url("**gap=4-103**")


def test_keys_fold_page_copy_and_show_raw(tab: Page, live_server: LiveServer, world: Any) -> None:
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live_server.url)
    tab.goto(live_server.url + world.pages["long"])
    tab.keyboard.press("]")
    tab.wait_for_url("**?at=100#m-100")
    assert tab.evaluate(FOCUSED) == "m-100"
    tab.keyboard.press("e")
    expect(tab.locator("#m-100 .block")).to_have_count(0)
    assert tab.evaluate(FOCUSED) == "m-100"

    tab.keyboard.press("y")
    expect(tab.get_by_text("Link copied.")).to_be_visible()
    assert tab.evaluate("navigator.clipboard.readText()").endswith("?at=100#m-100")

    tab.keyboard.press(".")
    tab.wait_for_url("**/m/100?view=raw")
    tab.keyboard.press(".")
    tab.wait_for_url("**/m/100")
    tab.go_back()
    tab.go_back()
    tab.keyboard.press("E")
    tab.wait_for_url("**open=all**")
    tab.keyboard.press("[")
    tab.wait_for_url("**?at=0#m-0")
