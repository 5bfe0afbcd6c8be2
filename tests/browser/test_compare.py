"""Summaries compared, runs compared, and rounds: nothing for axe to find, nothing that scrolls sideways."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import call, result, text, turn
from tests.looks import LOOKS, look_at

WORDS = "The file was read. Its retry limit is 3. Nothing else was found in it. The tests pass."
BEFORE = [
    turn("user", "Find the limit."),
    turn(
        "assistant", text("I will look."), call(1, path="billing/retry.py", limit=400), call(2, path="billing/fees.py")
    ),
    turn("user", result(1, WORDS), result(2, "GRACE = 14")),
    turn("assistant", "It is 3."),
]
CUT = {
    "model": "claude-sonnet-4-5",
    "before": BEFORE,
    "after": [
        BEFORE[0],
        turn("assistant", text("I will look."), call(1, limit=20, path="billing/retry.py"), BEFORE[1]["content"][2]),
        turn("user", result(2, "GRACE = 14"), result(1, WORDS.replace(" Nothing else was found in it.", ""))),
        BEFORE[3],
    ],
}  # fmt: skip


@pytest.fixture
def compared(asked: dict[str, str], send_run: Callable[..., str], work_off: Callable[[], int]) -> dict[str, str]:
    """The pages on which summaries are compared."""
    from webui.runs.models import Pass, Run

    one, other = Run.objects.filter(kind="transcripts").order_by("created")[:2]
    done = Pass.objects.filter(outcome="compacted").order_by("attempt")[0]
    home = f"/t/local/runs/{done.run_id}"
    cut = send_run("cut input", {"pair": CUT})
    work_off()
    changes = f"{home}?tab=summary&view=changes&pass={done.pk}"
    return {
        **{f"changes-{name}": f"{changes}&diff={name}" for name in ("inline", "split", "final")},
        "changes-captured": f"{changes}&pair=captured-final",
        "changes-at": f"{changes}&pair=captured-final#ch-2",
        "changes-raw": f"{changes}&pair=captured-final&raw=1&all=1&marks=off",
        "losses": f"{home}?tab=summary&view=sections",
        "compare": f"/t/local/compare?a={one.pk}&b={other.pk}",
        "compare-pass": f"/t/local/compare?a={one.pk}&b={done.pk}&diff=split",
        "compare-none": "/t/local/compare",
        "rewritten": f"{cut}/rewritten/1",
        "rewritten-raw": f"{cut}/rewritten/2?raw=1&diff=split#ch-1",
        "rewritten-same": f"{cut}/rewritten/0",
        "rewritten-aligned": f"{cut}/aligned",
        "rounds": f"{home}/rounds",
        "measures": "/measures",
    }


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_no_comparison_has_anything_to_find(
    tab: Page, live_server: LiveServer, compared: dict[str, str], theme: str, width: int
) -> None:
    assert look_at(tab, live_server.url, compared, theme, width) == {}


def test_two_runs_are_ticked_by_keyboard_and_compared(
    tab: Page, live_server: LiveServer, compared: dict[str, str]
) -> None:
    tab.goto(f"{live_server.url}/t/local/runs")
    for key in ("j", "x", "j", "x"):
        tab.keyboard.press(key)
    expect(tab.locator("tbody input:checked")).to_have_count(2)
    tab.get_by_role("button", name="Compare two").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Did this change make compaction better or worse?")


def test_changes_are_walked_by_key_and_read_section_by_section(
    tab: Page, live_server: LiveServer, compared: dict[str, str]
) -> None:
    tab.goto(live_server.url + compared["changes-captured"])
    total = tab.locator(".change").count()
    assert total >= 3
    here = tab.locator(".change:focus")
    tab.keyboard.press("n")
    expect(here).to_have_attribute("id", "ch-1")
    expect(here.locator(".nth")).to_contain_text(f"Change 1 of {total}")
    expect(here.locator(".nth")).to_be_visible()
    expect(tab.locator("#told")).to_contain_text(f"Change 1 of {total}")
    tab.keyboard.press("n")
    expect(here).to_have_attribute("id", "ch-2")
    expect(tab.locator(".nth:visible")).to_have_count(1)
    tab.keyboard.press("p")
    tab.keyboard.press("p")
    expect(here).to_have_attribute("id", f"ch-{total}")
    expect(tab.locator("#notices")).to_contain_text("That was the first change. This is the last.")
    tab.keyboard.press("n")
    expect(here).to_have_attribute("id", "ch-1")
    expect(tab.locator("#notices")).to_contain_text("That was the last change. This is the first.")

    for name in ("split", "final", "inline"):  # d goes round, and the change stays in focus
        tab.keyboard.press("d")
        tab.wait_for_url(f"**diff={name}*#ch-1")
        expect(here).to_have_attribute("id", "ch-1")
    tab.keyboard.press(".")
    tab.wait_for_url("**raw=1*")
    tab.keyboard.press("E")
    tab.wait_for_url("**all=1*")


def test_without_script_changes_are_links_and_sections_are_ticked(
    browser: Browser, live_server: LiveServer, compared: dict[str, str], cookies: list[Any]
) -> None:
    context = browser.new_context(java_script_enabled=False)
    context.add_cookies(cookies)
    page = context.new_page()
    page.goto(live_server.url + compared["changes-captured"])
    total = page.locator(".change").count()
    page.get_by_role("link", name="First change").click()
    shown = page.locator(".nth:visible")
    for nth in (1, 2):
        expect(shown).to_contain_text(f"Change {nth} of {total}")
        shown.get_by_role("link", name="Next").click()
    sections = page.get_by_role("button", name="Mark as read").count()
    for left in range(sections - 1, -1, -1):
        page.get_by_role("button", name="Mark as read").first.click()
        expect(page.get_by_role("button", name="Mark as read")).to_have_count(left)
    expect(page.locator("#unread")).to_have_text("All read")
    expect(page.locator(".turned[open]")).to_have_count(0)
    context.close()


def test_marks_of_facts_are_shown_and_hidden(tab: Page, live_server: LiveServer, compared: dict[str, str]) -> None:
    tab.goto(live_server.url + compared["changes-inline"])
    marks = tab.locator(".diff sup")
    count = marks.count()
    assert count
    tab.keyboard.press("m")
    expect(marks).to_have_count(0)
    tab.keyboard.press("m")
    expect(marks).to_have_count(count)
