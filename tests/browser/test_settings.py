"""Settings about what is kept and masked, and the trail of it all: looked at in the states that a walk brings."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.looks import LOOKS, dress, look

SECRET = "sk-ant-api03-" + "a1B2c3D4" * 6


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_what_is_kept_masked_and_told(tab: Page, live_server: LiveServer, world: Any, theme: str, width: int) -> None:
    from datetime import timedelta

    from django.utils import timezone

    from webui.transcripts.models import Capture

    Capture.objects.update(created=timezone.now() - timedelta(days=40))
    dress(tab, live_server.url, theme, width)
    settings = f"{live_server.url}/t/local/settings"
    wrong: dict[str, dict[str, object]] = {}

    def note(name: str) -> None:
        if found := look(tab, f"settings-{name}"):
            wrong[name] = found

    tab.goto(f"{settings}/retention")
    note("retention")
    tab.get_by_label("Raw captures, days").fill("soon")
    tab.get_by_role("button", name="Show what would go").click()
    tab.get_by_text("Nothing was saved.").wait_for()
    note("retention-refused")
    tab.get_by_label("Raw captures, days").fill("30")
    tab.get_by_role("button", name="Show what would go").click()
    tab.get_by_text("This will delete").wait_for()
    note("retention-told")
    tab.get_by_role("button", name="Save").click()
    tab.get_by_text("Saved: captures 30 days").wait_for()

    tab.goto(f"{settings}/redaction")
    note("redaction")
    tab.get_by_label("Text, as a file would hold it").fill(f"the key is {SECRET}, as before")
    tab.get_by_role("button", name="Show what is masked").click()
    tab.get_by_text("api-key: 1 masked").wait_for()
    note("redaction-tried")

    tab.goto(live_server.url + world.pages["capture-clean"] + "/delete")
    note("capture-delete")
    tab.get_by_role("button", name="Delete it").click()
    tab.get_by_text("is deleted.").wait_for()
    with tab.expect_response("**/captures/*") as gone:
        tab.goto(live_server.url + world.pages["capture-clean"])
    assert gone.value.status == 410
    tab.get_by_text("This capture was deleted by owner on").wait_for()
    note("capture-gone")

    from webui.runs.models import Run

    run = f"{live_server.url}/t/local/runs/{Run.objects.filter(team=world.team).order_by('created')[0].pk}"
    tab.goto(run)
    tab.get_by_role("link", name="Delete this run").click()
    note("run-delete")
    tab.get_by_role("button", name="Delete it").click()
    tab.get_by_text("is deleted.").wait_for()
    with tab.expect_response("**/runs/*") as gone:
        tab.goto(run)
    assert gone.value.status == 410
    tab.get_by_text("This run was deleted by owner on").wait_for()
    note("run-gone")

    tab.goto(f"{settings}/audit")
    tab.get_by_text("owner changed retention from").wait_for()
    note("audit")
    tab.goto(f"{settings}/audit?subject=webhook&from=yesterday")
    tab.get_by_role("heading", name="No event matches").wait_for()
    note("audit-no-match")

    assert wrong == {}


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_a_secret_is_reported_and_masked_for_everyone(
    tab: Page, live_server: LiveServer, world: Any, work_off: Any, theme: str, width: int
) -> None:
    from webui.transcripts import store, uploads
    from webui.transcripts.models import Report

    suspect = "Zk3nQ7pXv9aT2mRw8LfY4dHs"
    said = f"The deploy token is {suspect}, and the host is staging.example."
    request = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [{"role": "user", "content": said}]}
    sink = uploads.Sink(bytes(world.team.redaction_key), "leak.json", "")
    sink.write(json.dumps(request).encode())
    capture = store.accept(world.team, world.user, sink.finish())[0]
    work_off()
    home = f"{live_server.url}/t/local/transcripts/{capture.transcripts.get().pk}"
    dress(tab, live_server.url, theme, width)
    wrong: dict[str, dict[str, object]] = {}

    def note(name: str) -> None:
        if found := look(tab, name):
            wrong[name] = found

    tab.goto(f"{home}?open=all")
    tab.get_by_text("looks like a secret: the text calls it one.").wait_for()
    note("suspect-reader")
    tab.goto(f"{home}/m/0/mask")
    tab.get_by_label("The words, as they stand in the message").fill("something else")
    tab.get_by_role("button", name="Show them in their place").click()
    tab.get_by_role("alert").get_by_text("Nothing was masked.").wait_for()
    note("mask-refused")
    tab.goto(f"{home}/m/0")
    note("suspect-message")
    tab.get_by_role("link", name="Report and mask").focus()
    tab.keyboard.press("Enter")
    tab.get_by_role("heading", name="Report these words and mask them?").wait_for()
    note("mask-ask")
    tab.get_by_role("button", name="Report and mask").click()
    tab.get_by_text("You may leave this page").wait_for()
    note("report-waiting")
    work_off()
    tab.reload()
    tab.get_by_text("Masked everywhere.").wait_for()
    note("report-done")
    tab.goto(f"{home}/m/0")
    tab.get_by_text("redacted: reported").wait_for()
    assert suspect not in tab.content()
    tab.goto(f"{live_server.url}/t/local/settings/redaction")
    tab.get_by_role("link", name="redacted:reported").wait_for()
    note("redaction-reported")
    assert Report.objects.get().ended is not None

    assert wrong == {}


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_somebody_is_invited_and_joins(tab: Page, live_server: LiveServer, world: Any, theme: str, width: int) -> None:
    dress(tab, live_server.url, theme, width)
    wrong: dict[str, dict[str, object]] = {}

    def note(page: Page, name: str) -> None:
        if found := look(page, name):
            wrong[name] = found

    tab.goto(f"{live_server.url}/t/local/settings/members")
    tab.get_by_label("Who it is for").fill("Grace of the night shift")
    tab.get_by_role("button", name="Show the link").click()
    link = tab.locator("#link").inner_text()
    note(tab, "member-invited")
    path = "/enter/" + link.rpartition("/")[2]

    assert tab.context.browser is not None
    with tab.context.browser.new_context() as elsewhere:
        page = elsewhere.new_page()
        dress(page, live_server.url, theme, width)
        page.goto(live_server.url + path)
        page.get_by_role("heading", name="Join Local").wait_for()
        note(page, "join")
        page.get_by_label("Account name").fill("grace")
        page.get_by_label("Password", exact=True).fill("short")
        page.get_by_role("button", name="Make the account and join").click()
        page.get_by_role("alert").get_by_text("You have not joined yet.").wait_for()
        note(page, "join-refused")
        page.get_by_label("Password", exact=True).fill("a-long-secret-of-7-words")
        page.get_by_label("Password again").fill("a-long-secret-of-7-words")
        page.keyboard.press("Enter")
        page.get_by_text("You belong to Local now, as Reviewer.").wait_for()

    tab.goto(f"{live_server.url}/t/local/settings/members")
    tab.get_by_label("Who it is for").fill("the owner, again")
    tab.get_by_role("button", name="Show the link").click()
    tab.goto(live_server.url + "/enter/" + tab.locator("#link").inner_text().rpartition("/")[2])
    tab.get_by_text("You belong to this team already, as owner.").wait_for()
    note(tab, "join-member")

    assert wrong == {}
