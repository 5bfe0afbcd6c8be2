"""Steps of cases, captures that were read and verdicts are told to webhooks, without a word of a capture."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.accounts.models import Delivery, Team, User, Webhook
from webui.accounts.webhooks import EVENTS
from webui.review import hooks
from webui.review.models import Case
from webui.review.triage import Action

MARKER = "left over from before"
BROKEN = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 9,
    "messages": [
        {"role": "user", "content": "Hi"},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_9", "content": MARKER}]},
    ],
}


def test_every_event_that_is_told_can_be_asked_for() -> None:
    assert set(hooks.EVENTS.values()) | {"capture.ready", "run.judged"} == set(EVENTS)
    assert Action.CLAIM not in hooks.EVENTS


@pytest.mark.django_db
def test_a_capture_and_its_case_are_told_with_links_and_no_content(
    acme: Team, ada: User, data_dir: Any, work_off: Callable[[], int], settings: Any
) -> None:
    Webhook.objects.create(team=acme, name="paused later", address="http://127.0.0.1:1/in", events=list(EVENTS))
    client = Client()
    client.force_login(ada)

    client.post("/api/v1/captures?name=nightly.json", data=json.dumps(BROKEN), content_type="application/json")
    work_off()

    case = Case.objects.get()
    told = {one.event: one.payload for one in Delivery.objects.all()}
    assert set(told) == {"capture.ready", "case.opened"}
    assert told["capture.ready"]["state"] == "ready"
    assert told["case.opened"]["code"] == "paired-tool-result"
    assert told["case.opened"]["link"] == f"{settings.BASE_URL}/t/acme/cases/{case.number}"
    assert MARKER not in json.dumps(told) and "toolu_9" not in json.dumps(told)
