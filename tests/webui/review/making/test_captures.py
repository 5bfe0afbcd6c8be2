"""Captures make cases: one a signature, one a capture, however often its lists show the defect."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from webui.accounts.models import Team, User
from webui.audit.models import Event
from webui.review import evidence, making
from webui.review.marking import marks_of
from webui.review.models import Case, Occurrence, Policy, Source
from webui.transcripts import store
from webui.transcripts.models import Capture, Transcript, Violation

pytestmark = pytest.mark.django_db
Deliver = Callable[..., Capture]


def test_an_error_makes_a_case(deliver: Deliver, orphan: dict[str, Any], acme: Team) -> None:
    capture = deliver(orphan)
    case = Case.objects.get()
    transcript = Transcript.objects.get()
    assert (case.number, case.kind, case.about, case.code) == (1, "broken", "rule", "paired-tool-result")
    assert (case.state, case.version, case.severity, case.dialect) == ("new", 1, "error", "anthropic")
    assert (case.team, case.capture, case.transcript, case.run) == (acme, capture, transcript, None)
    assert (case.name, case.source.name) == ("session.json", "session.json")
    assert (case.count, case.errors, case.owner) == (1, 1, None)
    assert case.place == {
        "transcript": transcript.pk,
        "position": 1,
        "pointer": "/messages/1/content/0",
        "block": 0,
    }
    assert len(case.evidence) == 64
    assert case.due is not None
    occurrence = Occurrence.objects.get()
    assert (occurrence.case, occurrence.capture, occurrence.count) == (case, capture, 1)
    decision = case.decisions.get()
    assert (decision.action, decision.was, decision.now, decision.version) == ("open", "", "new", 0)
    event = Event.objects.get(subject="case")
    assert (event.action, event.actor_kind, event.evidence) == ("opened", "worker", case.evidence)


def test_every_list_that_shows_a_defect_leads_to_its_case(deliver: Deliver, orphan: dict[str, Any], acme: Team) -> None:
    sound = {**orphan, "messages": [{"role": "user", "content": "Another day."}]}
    longer = {**orphan, "messages": [*orphan["messages"], {"role": "user", "content": "And test it."}]}
    capture = deliver("\n".join(map(json.dumps, (orphan, longer, sound))).encode(), name="three.jsonl")
    first, second, third = capture.transcripts.order_by("number")
    case = Case.objects.get()

    marks = {row.pk: marks_of(acme, "transcript", row.pk) for row in (first, second, third)}

    assert case.transcript_id in (first.pk, second.pk)
    assert [[mark.number for mark in marks[row.pk]] for row in (first, second, third)] == [[1], [1], []]
    assert [bool(marks[row.pk][0].remark) for row in (first, second)] == [
        row.pk == case.transcript_id for row in (first, second)
    ]
    assert {mark.signature for row in (first, second) for mark in marks[row.pk]} == {case.signature}


def test_nothing_wrong_makes_no_case(deliver: Deliver, clean: dict[str, Any]) -> None:
    deliver(clean)
    assert not Case.objects.exists()
    assert Source.objects.count() == 1


@pytest.mark.parametrize("state", ["queued", "reading", "failed", "cancelled"])
def test_what_was_not_read_to_its_end_makes_no_case(state: str, deliver: Deliver, orphan: dict[str, Any]) -> None:
    capture = deliver(orphan)
    Case.objects.all().delete()
    capture.state = state
    making.capture_over(capture)
    assert not Case.objects.exists()


def test_reading_again_changes_nothing_but_where_the_evidence_stands(
    deliver: Deliver, orphan: dict[str, Any], work_off: Callable[[], int]
) -> None:
    capture = deliver(orphan)
    before = Case.objects.values().get()
    events = Event.objects.filter(subject="case").count()
    store.read_again(capture)
    work_off()
    after = Case.objects.values().get()
    transcript = Transcript.objects.get()
    assert transcript.pk != before["transcript_id"]
    assert after["transcript_id"] == transcript.pk
    assert after["place"] == before["place"] | {"transcript": transcript.pk}
    same = {"transcript_id", "place"}
    assert {k: v for k, v in after.items() if k not in same} == {k: v for k, v in before.items() if k not in same}
    assert Occurrence.objects.get().transcript_id == transcript.pk
    assert Event.objects.filter(subject="case").count() == events


def test_two_defects_are_two_cases_of_the_list_that_shows_both(
    deliver: Deliver, orphan: dict[str, Any], clean: dict[str, Any]
) -> None:
    lines = [orphan, {**orphan, "messages": [*orphan["messages"], {"role": "user", "content": []}]}]
    deliver("\n".join(map(json.dumps, lines)).encode(), "log.jsonl")
    cases = Case.objects.order_by("number")
    assert [case.number for case in cases] == [1, 2]
    assert len({case.transcript_id for case in cases}) == 1
    assert {case.errors for case in cases} == {2}


def growing(request: dict[str, Any], more: list[dict[str, Any]], count: int) -> bytes:
    lines = [{**request, "messages": [*request["messages"], *more[: 2 * at]]} for at in range(count)]
    return "\n".join(map(json.dumps, lines)).encode()


def test_growing_requests_with_one_defect_are_one_case_in_bounded_queries(
    deliver: Deliver, orphan: dict[str, Any]
) -> None:
    request = {**orphan, "messages": orphan["messages"][:-1]}
    more = [{"role": ("user", "assistant")[at % 2], "content": f"{at}"} for at in range(200)]
    capture = deliver(growing(request, more, 60), "log.jsonl")
    case = Case.objects.get()
    assert Transcript.objects.filter(errors=1).count() == 60
    assert (case.count, case.errors) == (1, 1)
    assert case.transcript == Transcript.objects.get(number=0)
    assert Occurrence.objects.count() == 1
    with CaptureQueriesContext(connection) as first:
        evidence.of_capture(capture)
    assert len(first) <= 6
    with CaptureQueriesContext(connection) as again:
        making.capture_over(capture)
    assert len(again) <= 30


def test_an_owner_is_given_by_the_policy(deliver: Deliver, orphan: dict[str, Any], acme: Team, ada: User) -> None:
    Policy.objects.create(team=acme, owners=[{"by": "rule", "value": "paired-tool-result", "user": ada.pk}])
    deliver(orphan)
    assert Case.objects.get().owner == ada


def test_numbers_count_within_a_team(
    deliver: Deliver, orphan: dict[str, Any], clean: dict[str, Any], acme: Team, rivals: Team
) -> None:
    deliver(orphan)
    deliver(orphan, team=rivals)
    deliver(orphan, "other-session.json", team=rivals, dialect="anthropic")
    assert list(Case.objects.filter(team=acme).values_list("number", flat=True)) == [1]
    assert list(Case.objects.filter(team=rivals).values_list("number", flat=True)) == [1]


def test_a_log_of_a_session_makes_cases_of_what_it_reports(deliver: Deliver) -> None:
    def line(uuid: str, parent: str | None, role: str, content: Any) -> dict[str, Any]:
        message = {"role": role, "content": content} | ({"id": f"m{uuid}"} if role == "assistant" else {})
        return {
            "type": role,
            "uuid": uuid,
            "parentUuid": parent,
            "sessionId": "s",
            "timestamp": "2026-01-01T00:00:00Z",
            "message": message,
        }

    gone = [{"type": "tool_result", "tool_use_id": "toolu_gone", "content": "16"}]
    lines = [
        line("1", None, "user", "Hello."),
        line("2", "1", "assistant", [{"type": "text", "text": "Hi."}]),
        line("3", "2", "user", gone),
    ]
    deliver("\n".join(map(json.dumps, lines)).encode(), "session.jsonl")
    transcript = Transcript.objects.get()
    assert Case.objects.count() == transcript.errors == 1
    assert Case.objects.get().place["pointer"] == Violation.objects.get().pointer
