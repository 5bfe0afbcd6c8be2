"""Charts and the settings of triage in a browser: a bar leads to its cases, a table says the same, nothing to find."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import World
from tests.looks import LOOKS, dress, look


@pytest.fixture
def world(transactional_db: None, data_dir: Path) -> World:
    """A team with forty cases over twelve weeks, runs, facts and waivers, and a team with nothing."""
    from django.utils import timezone

    from tests import review_rows
    from webui.accounts.entry import ensure_owner
    from webui.accounts.models import Member, Team
    from webui.review.models import Case, Occurrence, Policy, Waiver
    from webui.runs.models import Run

    team, user = ensure_owner("owner", "local", team_name="Local")
    now = timezone.now()
    for number, case in enumerate(review_rows.forty(team, [user])):
        seen = now - timedelta(days=number * 2 + 1)
        run = None
        if case.about == "reason":
            run = Run.objects.create(
                team=team, name="r", kind="contract", state="ready", verdict="refused", reason=case.code, judged=seen,
                measures={"identifiers": 30, "lost": number % 7}, rule_version="2026.1" if number > 20 else "2026.2",
            )  # fmt: skip
            Run.objects.filter(pk=run.pk).update(created=seen)
        Case.objects.filter(pk=case.pk).update(created=seen)
        Occurrence.of(case, created=seen, run=run, count=1 + number % 3).save()
        if case.state == "waived":
            Waiver.objects.create(
                team=team, case=case, scope="source", code=case.code, reason="other", created=seen,
                ends=now + timedelta(days=number % 20 + 1),
            )  # fmt: skip
    source = review_rows.source_of(team)
    owners = [("rule", "paired-tool-result", user.pk), ("rule", "token_limit", 0), ("source", str(source.pk), user.pk)]
    Policy.objects.create(team=team, owners=[{"by": by, "value": value, "user": who} for by, value, who in owners])
    empty = Team.objects.create(slug="empty", name="Empty")
    Member.objects.create(team=empty, user=user, role="admin")
    return World(team, user)


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_charts_and_choices_have_nothing_to_find(
    tab: Page, live_server: LiveServer, world: World, theme: str, width: int
) -> None:
    dress(tab, live_server.url, theme, width)
    wrong: dict[str, dict[str, Any]] = {}

    def note(name: str) -> None:
        if found := look(tab, name):
            wrong[name] = found

    for name, address in {
        "analytics": "/t/local/analytics",
        "analytics-filtered": "/t/local/analytics?period=4w&rule=paired-tool-result&state=new",
        "analytics-nothing": "/t/empty/analytics",
        "triage": "/t/local/settings/triage",
    }.items():
        tab.goto(live_server.url + address)
        note(name)
    tab.get_by_label("Days for a refused run").fill("0")
    tab.get_by_role("button", name="Save choices").click()
    tab.get_by_text("Nothing was saved.").wait_for()
    note("triage-refused")
    assert wrong == {}


def test_a_bar_leads_to_its_cases_and_the_table_says_the_same(tab: Page, live_server: LiveServer, world: World) -> None:
    tab.goto(live_server.url + "/t/local/analytics")
    ages = tab.locator("#ages")
    bar = ages.get_by_role("link", name="Opened over 10 days ago")
    said = bar.get_attribute("aria-label") or ""
    count = int(re.findall(r"(\d+) case", said)[0])
    ages.get_by_text("Show as table").click()
    expect(ages.get_by_role("row", name="opened over 10 days ago")).to_contain_text(str(count))

    bar.focus()
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/t/local/inbox?**")

    expect(tab.locator("tbody tr")).to_have_count(count)
    tab.go_back()
    tab.keyboard.press("g")
    tab.keyboard.press("i")
    tab.wait_for_url("**/t/local/inbox")
    tab.keyboard.press("g")
    tab.keyboard.press("a")
    tab.wait_for_url("**/t/local/analytics")
