"""The page of a case in its states: nothing for axe to find; decided from the keyboard alone, and by two at once."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

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


@pytest.mark.skipif("SHOTS" not in os.environ, reason="pictures are asked for by SHOTS")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 320])
def test_shots(tab: Page, live_server: LiveServer, cases: dict[str, str], theme: str, width: int) -> None:
    folder = Path(os.environ["SHOTS"]) / f"{theme}-{width}"
    folder.mkdir(parents=True, exist_ok=True)
    tab.context.add_cookies([{"name": "theme", "value": theme, "url": live_server.url}])
    tab.set_viewport_size({"width": width, "height": 900})
    for name, address in cases.items():
        tab.goto(live_server.url + address)
        tab.screenshot(path=folder / f"{name}.png", full_page=True)
