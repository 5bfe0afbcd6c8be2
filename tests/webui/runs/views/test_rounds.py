"""Several compactions of one session as a sequence."""

import html
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from webui.runs.models import Pass, Run
from webui.runs.views.rounds import Round, chart
from webui.transcripts.store.values import pack

FACTS = "The export of services/export/runner.py listens on port 5433, uses ledger_v7 and fails with EXPORT-118."
ONE = "This session is being continued. services/export/runner.py listens on port 5433 and fails with EXPORT-118."
TWO = "This session is being continued. services/export/runner.py was repaired; next is billing_roll_up."


def plain(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def record(uuid: str, parent: str | None, kind: str, text: str, **more: Any) -> dict[str, Any]:
    message = {"role": kind, "content": text}
    return {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message, **more}


@pytest.fixture
def session(at_ada: Client, work_off: Callable[[], int]) -> list[Run]:
    """A session log with two compactions."""
    boundary = {"type": "system", "subtype": "compact_boundary", "parentUuid": None, "sessionId": "s"}
    lines = [
        record("a", None, "user", FACTS),
        record("b", "a", "assistant", "I will look at it."),
        {**boundary, "uuid": "c", "logicalParentUuid": "b"},
        record("d", "c", "user", ONE, isCompactSummary=True),
        record("e", "d", "assistant", "The job billing_roll_up is next."),
        {**boundary, "uuid": "f", "logicalParentUuid": "e"},
        record("g", "f", "user", TWO, isCompactSummary=True),
        record("h", "g", "assistant", "Going on."),
    ]
    body = "\n".join(map(json.dumps, lines))
    at_ada.post("/api/v1/captures?name=session.jsonl", body, content_type="application/json")
    work_off()
    return list(Run.objects.order_by("number"))


def test_rounds_of_a_session_show_what_each_kept_and_what_lasts(session: list[Run], at_ada: Client) -> None:
    assert [run.number for run in session] == [0, 1]
    page = at_ada.get(f"/t/acme/runs/{session[1].pk}/rounds").content.decode()

    assert "Compaction 1" in page and "Compaction 2" in page
    assert "Compaction 1 75% not told 100%" in plain(page)
    assert "33.3%" in plain(page)
    assert '<svg class="rounds"' in page
    assert "this run" in page


def test_the_later_summary_is_compared_with_the_one_before(session: list[Run], at_ada: Client) -> None:
    page = at_ada.get(f"/t/acme/runs/{session[1].pk}?tab=summary&view=changes").content.decode()

    assert "Before → captured" in page
    assert "EXPORT-118" in page


def test_passes_of_one_source_are_rounds_too(pair: Run, at_ada: Client) -> None:
    for at, text in ((1, "See billing/fees.py and OPS-77."), (2, "See OPS-77.")):
        Pass.objects.create(
            team=pair.team, run=pair, source=pair.before, attempt=at, number=at, state="done", outcome="compacted",
            client="extractive", target_tokens=100, final=pack(text.encode()), tokens_before=90, tokens_after=50 - at,
            measures={"identifier-recall": 1 / at}, flags=[{"id": "nothing-saved", "candidate": False}],
            ended=timezone.now(),
        )  # fmt: skip
    page = plain(at_ada.get(f"/t/acme/runs/{pair.pk}/rounds").content.decode())

    assert "Pass 1 100% not told 100% 4 90 → 49 The pass saved nothing" in page
    assert "Pass 2 50% not told 50% 2 90 → 48 The pass saved nothing" in page


def test_a_run_by_itself_has_no_rounds(at_ada: Client, upload: Callable[..., Run], whole: dict[str, Any]) -> None:
    run = upload("contract", whole)

    assert "No rounds to show" in at_ada.get(f"/t/acme/runs/{run.pk}/rounds").content.decode()


def test_another_team_finds_no_rounds(session: list[Run], at_rob: Client) -> None:
    assert at_rob.get(f"/t/acme/runs/{session[0].pk}/rounds").status_code == 404


def test_the_page_keeps_to_its_budget(session: list[Run], at_ada: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(12):
        at_ada.get(f"/t/acme/runs/{session[0].pk}/rounds")


def test_a_line_is_broken_where_a_share_is_not_known() -> None:
    def one(recall: float | None) -> Round:
        return Round("r", "", recall, None, None, 0, "", (), False, False)

    drawn = chart([one(1.0), one(None), one(0.5), one(0.0)])
    assert drawn is not None
    recall = drawn["lines"][0]
    assert recall.path == "M80 12 M224 72 L296 132"
    assert [words for _, _, words in recall.dots] == ["100%", "50%", "0%"]
    assert chart([one(1.0)]) is None
