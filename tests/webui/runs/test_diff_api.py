"""GET /runs/{id}/diff, and the measures and flags in the answer of a run."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from webui.accounts.models import User
from webui.runs.models import Pass, Run
from webui.transcripts.store.values import pack

PAIR = {
    "model": "claude-sonnet-4-5",
    "before": [
        {"role": "user", "content": "Look at billing/fees.py."},
        {"role": "assistant", "content": "I did."},
        {"role": "user", "content": "Go on."},
    ],
    "after": [{"role": "user", "content": "Summary: the fee is late."}, {"role": "user", "content": "Go on."}],
    "summary": "Summary: the fee is late.",
}


@pytest.fixture
def run(signed_in: Client, work_off: Callable[[], int]) -> Run:
    signed_in.post("/api/v1/captures?name=pair.json", json.dumps(PAIR), content_type="application/json")
    work_off()
    return Run.objects.get()


def test_a_run_tells_its_measures_and_flags(signed_in: Client, run: Run) -> None:
    answer = signed_in.get(f"/api/v1/runs/{run.pk}").json()

    assert answer["measures"]["identifiers"] == 1
    assert answer["measures"]["identifier-recall"] == 0.0
    flag = next(one for one in answer["flags"] if one["id"] == "lost-identifiers")
    assert flag["spans"] == [["before:/messages/0/content", 8, 23]]


def test_without_two_texts_there_is_nothing_to_compare(signed_in: Client, run: Run) -> None:
    answer = signed_in.get(f"/api/v1/runs/{run.pk}/diff").json()

    assert answer == {
        "pass_id": None, "pair": None, "pairs": [], "old": None, "new": None, "sections": [], "at_risk": [],
    }  # fmt: skip


def test_ranges_lead_into_the_two_texts(signed_in: Client, run: Run) -> None:
    old, new = "The limit is 3 for now.\nThe proxy is dead.", "The limit is 5 for now.\n"
    one = Pass.objects.create(
        team=run.team, run=run, source=run.before, attempt=1, state="done", outcome="compacted", client="extractive",
        target_tokens=9, draft=pack(old.encode()), final=pack(new.encode()), prior_text=pack(old.encode()),
        ended=timezone.now(),
    )  # fmt: skip
    answer = signed_in.get(f"/api/v1/runs/{run.pk}/diff?pass={one.pk}&pair=prior-final").json()

    assert (answer["pass_id"], answer["pair"]) == (one.pk, "prior-final")
    assert answer["pairs"] == ["draft-final", "prior-draft", "prior-final", "captured-final"]
    (section,) = answer["sections"]
    replaced = next(change for change in section["changes"] if change["kind"] == "replace")
    words = [(word["kind"], word["old"], word["new"]) for word in replaced["words"] if word["kind"] != "equal"]
    assert [(kind, old[slice(*was)], new[slice(*now)]) for kind, was, now in words if was and now][0][:2] == (
        "replace",
        "3",
    )
    assert [old[slice(*at)] for at in answer["at_risk"]] == ["The proxy is dead."]


def test_another_team_and_nobody_find_no_diff(run: Run, rob: User) -> None:
    stranger = Client()
    stranger.force_login(rob)

    assert stranger.get(f"/api/v1/runs/{run.pk}/diff").status_code == 404
    assert Client().get(f"/api/v1/runs/{run.pk}/diff").status_code == 401


def test_a_pass_of_another_run_is_not_taken(signed_in: Client, run: Run) -> None:
    assert signed_in.get(f"/api/v1/runs/{run.pk}/diff?pass=000000000000&pair=x").json()["pair"] is None


def test_the_call_is_declared(signed_in: Client) -> None:
    call: Any = signed_in.get("/api/openapi.json").json()["paths"]["/api/v1/runs/{pk}/diff"]["get"]

    assert {"200", "401", "404"} <= set(call["responses"])
    assert {one["name"] for one in call["parameters"]} == {"pk", "pass", "pair"}
