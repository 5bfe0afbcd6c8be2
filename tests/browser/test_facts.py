"""From a fresh machine to a fact with its proof, with no key and no model."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.looks import LOOKS

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def findings(page: Page) -> dict[str, Any]:
    """What axe finds, and by how much the page is too wide."""
    page.evaluate("window.scrollTo(0, 0)")
    page.evaluate("document.querySelectorAll('main details.fold').forEach((fold) => (fold.open = true))")
    response: dict[str, Any] = Axe().run(page, options={"runOnly": TAGS, "resultTypes": ["violations"]}).response
    found = {
        one["id"]: [(node["target"], node["failureSummary"]) for node in one["nodes"][:3]]
        for one in response["violations"]
    }
    wide = int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
    return found | ({"overflow": [wide]} if wide else {})


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_no_page_of_passes_and_facts_has_anything_to_find(
    tab: Page, live_server: LiveServer, asked: dict[str, str], theme: str, width: int
) -> None:
    tab.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    tab.set_viewport_size({"width": width, "height": 900})
    wrong = {}

    for name, address in asked.items():
        answer = tab.goto(live_server.url + address)
        found = findings(tab) if answer and answer.ok else {"status": answer and answer.status}
        if found:
            wrong[name] = found

    assert wrong == {}


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
