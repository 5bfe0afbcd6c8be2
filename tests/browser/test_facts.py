"""From a fresh machine to a fact with its proof, with no key and no model."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.looks import LOOKS, look_at, picture


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_no_page_of_passes_and_facts_has_anything_to_find(
    tab: Page, live_server: LiveServer, asked: dict[str, str], theme: str, width: int
) -> None:
    assert look_at(tab, live_server.url, asked, theme, width, unfold=True) == {}


def test_a_fresh_machine_shows_a_recovered_fact_with_its_proof(
    tab: Page, live_server: LiveServer, work_off: Callable[[], int]
) -> None:
    tab.goto(f"{live_server.url}/t/local/runs")
    tab.get_by_role("link", name="billing-session").first.click()
    tab.get_by_role("link", name="Run QA").click()
    expect(tab.get_by_text("Nothing leaves this machine")).to_be_visible()
    tab.get_by_role("radio", name="extractive").check()
    tab.get_by_role("button", name="Run QA").click()
    expect(tab.get_by_text("in the queue").first).to_be_visible()
    work_off()
    tab.get_by_role("link", name="Read the facts").click(timeout=15_000)
    row = tab.locator("tr", has_text="Recovered").first
    proof = row.locator("mark").inner_text()
    row.locator("q mark").hover()
    row.get_by_role("link").nth(1).click()

    mark = tab.locator("mark#proof")
    expect(mark).to_be_focused()
    expect(mark).to_have_text(proof)
    expect(mark).to_be_in_viewport()


def test_facts_are_ticked_and_decided_by_keyboard(
    tab: Page, live_server: LiveServer, asked: dict[str, str], work_off: Callable[[], int]
) -> None:
    tab.goto(live_server.url + asked["run-facts"])
    for key in ("j", "x", "j", "j", "Shift+X"):
        tab.keyboard.press(key)
    expect(tab.locator("tbody input:checked")).to_have_count(3)
    tab.get_by_role("button", name="Not important").last.click()
    expect(tab.get_by_text("3 decisions noted.")).to_be_visible()
    expect(tab.locator("tbody tr", has_text="Not important").first).to_contain_text("owner")


def test_a_confirmed_loss_flows_into_the_decision_without_retyping(
    tab: Page, live_server: LiveServer, asked: dict[str, str]
) -> None:
    tab.goto(live_server.url + asked["run-facts"] + "&kind=path")
    row = tab.locator("tbody tr").first
    words = row.locator(".lead-line").inner_text()
    row.get_by_role("link", name="Both ends").click()
    expect(tab.locator("#both")).to_be_focused()
    expect(tab.locator("#both .code").first).to_contain_text(words)
    row.get_by_role("button", name="Confirm").click()
    expect(tab.get_by_text("1 decision noted.")).to_be_visible()

    tab.goto(tab.url.partition("?")[0])
    tab.get_by_role("link", name="Case").first.click()
    expect(tab.get_by_role("heading", level=1)).to_contain_text("A fact confirmed as important is missing")
    tab.keyboard.press("w")
    picture(tab, "confirmed-needs-work")
    target = tab.get_by_role("checkbox", name=f"confirmed as important: {words}")
    expect(target).to_be_checked()
    tab.keyboard.press("Escape")
    tab.keyboard.press("r")
    expect(tab.get_by_role("radio", checked=True)).to_have_attribute("value", "fact-lost")
    picture(tab, "confirmed-reject")
