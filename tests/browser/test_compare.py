"""Summaries compared, runs compared, and rounds: nothing for axe to find, nothing that scrolls sideways."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.looks import LOOKS, look_at


@pytest.fixture
def compared(asked: dict[str, str]) -> dict[str, str]:
    """The pages on which summaries are compared."""
    from webui.runs.models import Pass, Run

    one, other = Run.objects.filter(kind="transcripts").order_by("created")[:2]
    done = Pass.objects.filter(outcome="compacted").order_by("attempt")[0]
    home = f"/t/local/runs/{done.run_id}"
    changes = f"{home}?tab=summary&view=changes&pass={done.pk}"
    return {
        **{f"changes-{name}": f"{changes}&diff={name}" for name in ("inline", "split", "final")},
        "changes-captured": f"{changes}&pair=captured-final",
        "losses": f"{home}?tab=summary&view=sections",
        "compare": f"/t/local/compare?a={one.pk}&b={other.pk}",
        "compare-pass": f"/t/local/compare?a={one.pk}&b={done.pk}&diff=split",
        "compare-none": "/t/local/compare",
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
