"""The page of a case in its states: nothing for axe to find; decided from the keyboard alone, and by two at once."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.looks import LOOKS, look_at
from tests.review_rows import case


@pytest.fixture
def cases(world: Any, runs: dict[str, str]) -> dict[str, str]:
    """Cases in every state, as addresses."""
    from webui.accounts.models import Member, User
    from webui.review import talking
    from webui.review.asking import Ask
    from webui.review.deciding import take
    from webui.review.models import Case
    from webui.review.people import person_of
    from webui.review.triage import Action
    from webui.runs.models import Run
    from webui.transcripts.models import Transcript

    team = world.team
    Case.objects.filter(team=team).delete()
    jr = User.objects.create_user("jr")
    Member.objects.create(team=team, user=jr, role=Member.Role.MAINTAINER)
    me, other = person_of(world.user, team), person_of(jr, team)
    transcript = Transcript.objects.get(pk=world.pages["long"].rpartition("/")[2])
    run = Run.objects.get(pk=runs["refused"].rpartition("/")[2])
    place = {"transcript": transcript.pk, "position": 128, "block": 0, "pointer": "/messages/128/content/0"}
    broken = {"transcript": transcript, "capture": transcript.capture, "place": place, "errors": 2}
    refused = {
        "run": run,
        "kind": "refused",
        "about": "reason",
        "code": "xml_content",
        "place": {"run": run.pk, "section": "state"},
    }
    made = {
        "new": case(team, 1001, None, **broken),
        "review": case(team, 1002, None, **refused),
        "sent-back": case(team, 1003, None, **broken),
        "closed": case(team, 1004, None, **refused),
        "gone": case(team, 1005, None, place=place, evidence="5" * 64),
        "loss": case(team, 1006, None, run=run, kind="loss", about="flag", code="summary-growth", severity="warning"),
        "waived": case(team, 1007, None, **broken),
    }
    take(me, team, 1002, Ask(Action.CLAIM))
    made["review"].refresh_from_db()
    said = talking.say(other, made["review"], "Prompt v15 moved the list into Decisions. @owner does that count?")
    spot = {"transcript": transcript.pk, "position": 128, "block": 0}
    talking.say(other, made["new"], "Who cut here?", on="block", anchor=spot)
    talking.say(me, made["review"], "It does. Sending it back.", answers=said.pk)
    take(other, team, 1003, Ask(Action.NEEDS_WORK, reason="fix-compactor", targets=("case",), waits_on=world.user.pk))
    take(other, team, 1004, Ask(Action.REJECT, reason="contract", note="Twice this week."))
    take(me, team, 1007, Ask(Action.WAIVE, reason="test-traffic", scope="source"))
    addresses = {f"case-{name}": f"/t/local/cases/{one.number}" for name, one in made.items()}
    addresses |= {f"case-{form}": f"/t/local/cases/1002?form={form}" for form in ("reject", "needs-work")}
    addresses["case-waive"] = "/t/local/cases/1001?form=waive"
    addresses["case-comment"] = f"/t/local/cases/1001?on=block&transcript={transcript.pk}&position=128&block=0"
    return addresses


@pytest.mark.parametrize(("theme", "width"), LOOKS)
def test_no_page_of_a_case_has_anything_to_find(
    tab: Page, live_server: LiveServer, cases: dict[str, str], theme: str, width: int
) -> None:
    assert look_at(tab, live_server.url, cases, theme, width) == {}


ACTIVE = "document.activeElement.name + ' ' + document.activeElement.checked"


def test_ten_cases_are_decided_from_the_keyboard_alone(tab: Page, live_server: LiveServer, world: Any) -> None:
    from webui.review.models import Case

    Case.objects.filter(team=world.team).delete()
    keys = {1003: "v", 1007: "a", 1010: "w"}
    for number in range(1001, 1011):
        loss = {"kind": "loss", "about": "flag", "code": "summary-growth", "errors": 0} if number == 1007 else {}
        case(world.team, number, None, due=timezone.now() + number * timedelta(hours=1), owner=world.user, **loss)
    started = time.monotonic()
    tab.goto(f"{live_server.url}/t/local/inbox?view=open")

    tab.keyboard.press("j")
    tab.keyboard.press("o")
    for number in range(1001, 1011):
        tab.wait_for_url(f"**/cases/{number}?**")
        if number > 1001:
            tab.wait_for_function("document.activeElement.id === 'case'")
        tab.keyboard.press(keys.get(number, "r"))
        assert tab.evaluate(ACTIVE) == "reason true"
        tab.keyboard.press("Control+Enter")
    tab.wait_for_url("**/inbox?**")

    assert time.monotonic() - started < 90
    assert sorted(Case.objects.values_list("state", flat=True)) == sorted(
        ["rejected"] * 7 + ["waived", "needs_work", "accepted"]
    )


def test_two_people_at_one_case(tab: Page, live_server: LiveServer, browser: Browser, cases: dict[str, str]) -> None:
    from webui.accounts.models import User

    there = Client()
    there.force_login(User.objects.get(username="jr"))
    session = {"name": "sessionid", "value": there.cookies["sessionid"].value, "url": live_server.url}
    with browser.new_context() as context:
        context.add_cookies([session])  # type: ignore[list-item]
        other = context.new_page()
        tab.goto(live_server.url + cases["case-review"])
        other.goto(live_server.url + cases["case-review"])
        expect(tab.locator("#here")).to_contain_text("One other reviewer is here", timeout=15_000)
        tab.keyboard.press("r")
        tab.locator("#reject-note").fill("I have looked at it for an hour.")

        other.keyboard.press("i")
        other.get_by_role("button", name="Take over from owner").click()
        expect(other.get_by_text("you took the case over")).to_be_visible()
        expect(tab.locator("#here")).to_contain_text("jr holds it now.", timeout=15_000)
        other.keyboard.press("r")
        other.keyboard.press("Control+Enter")
        other.wait_for_url("**/cases/1006?**")

        tab.locator("#reject-note").press("Control+Enter")
        expect(tab.get_by_role("alert")).to_contain_text("The case changed after you opened it.")
        expect(tab.get_by_role("alert")).to_contain_text("Jr rejected the run")
        expect(tab.get_by_role("alert")).to_contain_text("I have looked at it for an hour.")
