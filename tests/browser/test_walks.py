"""From upload to violation: by keyboard alone, without script, and by pasted addresses."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

ORPHAN = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 100,
    "messages": [
        {"role": "user", "content": "Summary: the fee is early."},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_lost", "content": "GRACE = 14"}]},
        {"role": "user", "content": "Then fix it."},
    ],
}
FOCUSED = "document.activeElement.id"


def test_upload_to_violation_by_keyboard_alone(
    tab: Page, live_server: LiveServer, world: Any, work_off: Callable[[], int]
) -> None:
    work_off()
    tab.goto(f"{live_server.url}/rules")
    tab.keyboard.press("g")
    tab.keyboard.press("u")
    tab.wait_for_url("**/captures/new")
    fold = tab.locator("summary", has_text="Or paste JSON")
    for _ in range(30):
        tab.keyboard.press("Tab")
        if fold.evaluate("element => element === document.activeElement"):
            break
    tab.keyboard.press("Enter")
    tab.keyboard.press("Tab")
    tab.keyboard.insert_text(json.dumps(ORPHAN))
    tab.keyboard.press("Tab")
    tab.keyboard.press("Tab")
    expect(tab.get_by_role("button", name="Upload", exact=True)).to_be_focused()
    tab.keyboard.press("Enter")
    tab.wait_for_url(re.compile(r"/captures/[0-9a-f]{12}$"))

    work_off()
    link = tab.get_by_role("link", name="Open the transcript")
    link.wait_for()
    assert tab.locator("[data-poll]").count() == 0, "the last part has no trigger"
    for _ in range(30):
        tab.keyboard.press("Tab")
        if link.evaluate("element => element === document.activeElement"):
            break
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/transcripts/*")
    tab.keyboard.press("n")

    assert tab.evaluate(FOCUSED) == "v-0"
    expect(tab.locator("#v-0")).to_contain_text("Tool result without its call")


def test_upload_to_violation_without_script(
    browser: Browser, live_server: LiveServer, world: Any, work_off: Callable[[], int], tmp_path: Path
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/t/local/captures/new")
    page.get_by_label("Account name").fill("owner")
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Sign in").click()
    file = tmp_path / "orphan.json"
    file.write_text(json.dumps(ORPHAN))
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.get_by_role("heading", name="orphan.json")).to_be_visible()
    work_off()
    page.reload()
    page.get_by_role("link", name="Open the transcript").click()
    page.get_by_role("link", name="Go to first").click()

    expect(page.locator("#v-0")).to_contain_text(
        "Put the message with the call back before message 1, or remove block 0."
    )
    page.get_by_role("link", name="Open message 2").click()
    expect(page.locator("#m-2 .block")).to_contain_text("Then fix it.")
    page.get_by_role("link", name="Message 1 alone").click()
    page.get_by_role("link", name="Raw JSON").click()
    expect(page.locator(".l.bad").first).to_be_visible()
    context.close()


def test_a_deep_link_lands_on_its_block_with_focus(tab: Page, live_server: LiveServer, world: Any) -> None:
    tab.goto(live_server.url + world.pages["long"] + "?at=128#m-128.0")
    expect(tab.locator("[id='m-128.0']")).to_be_focused()
    expect(tab.locator("[id='m-128.0']")).to_be_in_viewport()


def test_a_bare_fragment_typed_by_hand_is_honoured(tab: Page, live_server: LiveServer, world: Any) -> None:
    tab.goto(live_server.url + world.pages["long"] + "#m-128")
    tab.wait_for_url("**?at=128#m-128")
    expect(tab.locator("#m-128")).to_be_focused()
    tab.goto(live_server.url + world.pages["long"] + "#m-99999")
    tab.wait_for_url("**?at=99999#m-99999")
    expect(tab.get_by_text("99,999 was asked for")).to_be_visible()


def test_a_pasted_error_focuses_its_block(tab: Page, live_server: LiveServer, world: Any) -> None:
    tab.goto(live_server.url + world.pages["long"])
    tab.keyboard.press("/")
    expect(tab.locator("#find")).to_be_focused()
    tab.keyboard.insert_text("messages.128.content.0: unexpected tool_use_id")
    tab.keyboard.press("Enter")
    tab.wait_for_url("**?at=128#m-128.0")
    expect(tab.locator("[id='m-128.0']")).to_be_focused()


def test_keys_move_real_focus(tab: Page, live_server: LiveServer, world: Any) -> None:
    tab.goto(live_server.url + world.pages["long"] + "?at=100")
    seen = []
    for key in ("j", "j", "k", "n"):
        tab.keyboard.press(key)
        seen.append(tab.evaluate(FOCUSED))
    assert seen[0] == "m-100"
    assert seen[1:3] == ["m-101", "m-100"]
    assert seen[3].startswith("v-")
    tab.keyboard.press("n")
    tab.wait_for_url("**?at=201#v-*")
    assert tab.evaluate(FOCUSED).startswith("v-")
    tab.keyboard.press("p")
    tab.wait_for_url("**?at=128#v-*")
    tab.keyboard.press("u")
    tab.wait_for_url("**/transcripts")
    tab.keyboard.press("j")
    assert tab.evaluate("document.activeElement.closest('tbody tr') !== null")
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/transcripts/*")


def test_a_message_opens_in_its_place_and_keeps_the_focus(tab: Page, live_server: LiveServer, world: Any) -> None:
    address = live_server.url + world.pages["long"]
    tab.goto(address)
    tab.locator("#m-4").focus()
    tab.keyboard.press("Enter")
    tab.locator("#m-4 .block").wait_for()
    assert tab.url == address
    assert tab.evaluate(FOCUSED) == "m-4"
    tab.get_by_role("link", name="Fold message 4").click()
    tab.locator("#m-4 .block").wait_for(state="detached")


def test_the_sheet_opens_and_closes_and_keys_can_be_turned_off(tab: Page, live_server: LiveServer, world: Any) -> None:
    tab.goto(f"{live_server.url}/rules")
    tab.keyboard.press("?")
    expect(tab.locator("#keys")).to_be_visible()
    tab.keyboard.press("Escape")
    expect(tab.locator("#keys")).to_be_hidden()
    tab.keyboard.press("?")
    tab.get_by_role("button", name="Turn single keys off").click()
    tab.wait_for_load_state()
    tab.keyboard.press("?")
    expect(tab.locator("#keys")).to_be_hidden()


@pytest.mark.parametrize("key", ["j", "?", "/"])
def test_keys_never_fire_in_a_text_field(tab: Page, live_server: LiveServer, world: Any, key: str) -> None:
    tab.goto(f"{live_server.url}/rules")
    tab.locator("#q").focus()
    tab.keyboard.press(key)
    expect(tab.locator("#q")).to_be_focused()
    assert tab.locator("#q").input_value() == key


def test_hostile_content_runs_nothing(tab: Page, live_server: LiveServer, world: Any) -> None:
    tab.goto(live_server.url + world.pages["hostile"] + "?open=all")
    assert tab.title().startswith(world.pages["hostile"].rsplit("/", 1)[1])
    expect(tab.locator("[id='m-0.0']")).to_contain_text("<script>document.title='owned'</script>")
    assert tab.locator("main script, main img").count() == 0


def test_nothing_is_kept_in_the_browser_and_nothing_is_asked_elsewhere(
    tab: Page, live_server: LiveServer, world: Any
) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(live_server.url + world.pages["long"])
    tab.locator("#m-4 [data-open]").click()
    tab.locator("#m-4 .block").wait_for()

    assert all(url.startswith(live_server.url) for url in asked)
    assert len(asked) <= 7, "five for the first paint, and the message"
    kept = tab.evaluate("({...localStorage, ...sessionStorage})")
    assert set(kept.values()) <= {world.pages["long"]}, "htmx notes the path of the page, and nothing else"

    tab.locator("summary[aria-label^=Account]").click()
    tab.get_by_role("button", name="Sign out").click()
    tab.wait_for_url("**/login")
    held = str(tab.evaluate("[{...localStorage, ...sessionStorage}, document.cookie]")) + str(tab.context.cookies())
    assert "billing" not in held, "no word of a capture is held after signing out"
    assert "sessionid" not in {cookie.get("name") for cookie in tab.context.cookies()}
    tab.go_back()
    tab.wait_for_url(re.compile(r"/login"))


def test_a_session_that_ended_leads_to_the_sign_in_page(tab: Page, live_server: LiveServer, world: Any) -> None:
    tab.goto(live_server.url + world.pages["long"])
    tab.context.clear_cookies(name="sessionid")
    tab.locator("#m-4 [data-open]").click()
    tab.wait_for_url(re.compile(r"/login\?next="))
    expect(tab.get_by_label("Account name")).to_be_visible()


def test_back_and_forward_walk_through_ten_states_each_a_whole_page(
    tab: Page, live_server: LiveServer, world: Any
) -> None:
    """Acceptance check 3."""
    tab.goto(live_server.url + world.pages["long"])
    steps: tuple[Callable[[], None], ...] = (
        lambda: tab.keyboard.press("]"),
        lambda: tab.keyboard.press("]"),
        lambda: tab.keyboard.press("["),
        lambda: tab.keyboard.press("u"),
        lambda: tab.get_by_role("link", name="Captures").first.click(),
        lambda: tab.get_by_role("link", name="long-session.json").first.click(),
        lambda: tab.get_by_role("link", name="Open the transcript").click(),
        lambda: tab.locator("a[href*='show=only']").first.evaluate("link => link.click()"),
        lambda: tab.locator(".foot").get_by_role("link", name="Rules").click(),
        lambda: tab.locator("main a[href^='/rules/']").first.click(),
    )
    visited = [tab.url]
    for step in steps:
        step()
        tab.wait_for_function("address => location.href !== address", arg=visited[-1])
        tab.wait_for_load_state()
        visited.append(tab.url)
    heads = [state(tab)]
    for address in reversed(visited[:-1]):
        tab.go_back()
        tab.wait_for_url(address)
        heads.append(state(tab))
    for address, said in zip(visited[1:], list(reversed(heads))[1:], strict=True):
        tab.go_forward()
        tab.wait_for_url(address)
        assert state(tab) == said, address


def state(tab: Page) -> tuple[str, int]:
    """Return what a whole page shows: its heading; its bar, its main part and its foot are there once."""
    expect(tab.get_by_role("banner")).to_have_count(1)
    expect(tab.locator("main h1")).to_have_count(1)
    expect(tab.locator(".foot")).to_have_count(1)
    return tab.locator("main h1").inner_text(), tab.locator("article.msg").count()
