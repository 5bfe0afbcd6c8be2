"""What helps at a review where script runs: an undo that does not linger, previews that are there before their turn."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from tests.review_rows import case

SAVES = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}})"


@pytest.fixture
def five(world: Any) -> None:
    """Five open cases of one team."""
    from webui.review.models import Case

    Case.objects.filter(team=world.team).delete()
    for number in range(1, 6):
        case(world.team, number, None)


def test_an_undo_goes_after_ten_seconds_but_not_from_under_a_hand(
    tab: Page, live_server: LiveServer, five: None
) -> None:
    tab.clock.install()
    tab.goto(f"{live_server.url}/t/local/cases/1?in=view%3Dopen")
    tab.keyboard.press("r")
    tab.keyboard.press("Control+Enter")
    tab.wait_for_url("**/cases/2?**")
    undo = tab.locator("#notices").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    undo.focus()
    tab.clock.run_for(12_000)
    expect(undo).to_be_visible()
    tab.locator("h1").click()
    tab.clock.run_for(2_000)
    expect(undo).to_have_count(0)
    expect(tab.locator("#notices")).to_contain_text("Case 1: you rejected the transcript.")

    tab.get_by_role("link", name="Back to it").click()
    tab.wait_for_url("**/cases/1?**")
    tab.locator("section", has=tab.locator("#hist")).get_by_role("button", name="Undo").click()
    expect(tab.locator("#notices")).to_contain_text("Case 1: you undid the decision.")
    expect(tab.locator("#case .state").first).to_contain_text("In review")


def test_the_undo_of_a_notice_needs_no_script(tab: Page, live_server: LiveServer, five: None) -> None:
    context = tab.context.browser
    assert context
    with context.new_context(java_script_enabled=False) as bare:
        bare.add_cookies(tab.context.cookies())  # type: ignore[arg-type]
        page = bare.new_page()
        page.goto(f"{live_server.url}/t/local/cases/1?in=view%3Dopen&form=reject")
        page.locator("form[aria-label^='Reject'] .btn.primary").click()
        page.wait_for_url("**/cases/2?**")
        page.locator("#notices").get_by_role("button", name="Undo").click()
        page.wait_for_url("**/cases/1?**")
        expect(page.locator("#notices")).to_contain_text("Case 1: you undid the decision.")


@pytest.mark.parametrize("saves", [False, True])
def test_the_next_two_previews_are_fetched_ahead_and_kept_nowhere_else(
    tab: Page, live_server: LiveServer, five: None, saves: bool
) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        if found := re.search(r"/cases/(\d)\?", request.url):
            asked.append(found[1])

    tab.on("request", note)
    if saves:
        tab.add_init_script(SAVES)
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.goto(f"{live_server.url}/t/local/inbox?view=open")
    tab.keyboard.press("j")
    with tab.expect_response(re.compile("/cases/1[?]" if saves else "/cases/3[?]")):
        tab.keyboard.press("Space")
    expect(tab.locator("#preview")).to_contain_text("Case 1")
    assert sorted(asked) == (["1"] if saves else ["1", "2", "3"])

    with tab.expect_response(re.compile("/cases/2[?]" if saves else "/cases/4[?]")):
        tab.keyboard.press("j")
    expect(tab.locator("#preview")).to_contain_text("Case 2")
    assert sorted(asked) == (["1", "2"] if saves else ["1", "2", "3", "4"]), "what is shown was here already"
    tab.locator("#preview summary", has_text="Reject").click()
    tab.locator("#preview form[aria-label^='Reject'] .btn.primary").click()
    expect(tab.locator("#notices")).to_contain_text("Case 2: you rejected the transcript.")
    assert "paired-tool-result" not in tab.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")


def test_links_and_whole_messages_are_copied_from_where_the_focus_is(
    tab: Page, live_server: LiveServer, world: Any, five: None
) -> None:
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live_server.url)
    held = "navigator.clipboard.readText()"
    tab.goto(f"{live_server.url}/t/local/inbox?view=open")
    tab.keyboard.press("j")
    tab.keyboard.press("y")
    expect(tab.locator("#notices")).to_contain_text("Link copied.")
    assert tab.evaluate(held) == f"{live_server.url}/t/local/cases/1?in=view%3Dopen"

    long = live_server.url + world.pages["long"]
    tab.goto(f"{long}?open=3")
    tab.locator("#m-3 [data-copy-from]").click()
    expect(tab.locator("#m-3 [data-copy-from]")).to_have_attribute("title", "Copied")
    whole = tab.evaluate(held)
    assert whole == tab.context.request.get(f"{long}/m/3.json").text()
    assert '"billing/part_1.py"' in whole


def test_c_comments_on_the_section_that_holds_the_focus(
    tab: Page, live_server: LiveServer, world: Any, runs: dict[str, str]
) -> None:
    from webui.review.models import Case
    from webui.runs.models import Run

    Case.objects.filter(team=world.team).delete()
    run = Run.objects.get(pk=runs["refused"].rpartition("/")[2])
    case(world.team, 1, None, run=run, kind="refused", about="reason", code="xml_content", place={"run": run.pk})
    tab.goto(f"{live_server.url}{runs['refused']}?tab=summary#s-decisions-1")
    expect(tab.locator("#s-decisions-1")).to_be_focused()
    tab.keyboard.press("c")
    tab.wait_for_url("**on=section&section=decisions#comment")
    expect(tab.locator("label[for=comment]")).to_have_text("Comment on the Decisions section")
    expect(tab.locator("#comment")).to_be_focused()
