"""What a run's summary kept, lost and invented, as it is stored."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from webui.runs import measuring
from webui.runs.models import Fact, Run, Summary
from webui.runs.store.values import summary_of, text_of

WORK = "The export of services/export/runner.py listens on port 5433 and uses ledger_v7."
ERROR = "EXPORT-118 came after 42 seconds."
BEFORE = [
    {"role": "user", "content": WORK},
    {"role": "assistant", "content": ERROR},
    {"role": "user", "content": "Stay on branch fix/export-lock."},
    {"role": "assistant", "content": "Done so far."},
    {"role": "user", "content": "Go on."},
]
SUMMARY = "Summary of the work so far: services/export/runner.py listens on port 5433; see ticket OPS-77."
AFTER = [{"role": "user", "content": SUMMARY}, *BEFORE[3:]]


def lost_of(run: Run) -> list[tuple[str, str, int]]:
    rows = run.facts.filter(of=None).order_by("number")
    return [(one.category, one.text, one.evidence[0]["message"]) for one in rows]


def flags_of(run: Run) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in run.flags or []}


@pytest.fixture
def send_pair(signed_in: Client, work_off: Callable[[], int]) -> Callable[..., Run]:
    def send_pair(before: Any = BEFORE, after: Any = AFTER, **more: Any) -> Run:
        body = {"model": "claude-sonnet-4-5", "before": before, "after": after, **more}
        signed_in.post("/api/v1/captures?name=pair.json", json.dumps(body), content_type="application/json")
        work_off()
        return Run.objects.get()

    return send_pair


def test_a_pair_is_measured_flagged_and_its_losses_lead_to_their_messages(send_pair: Callable[..., Run]) -> None:
    run = send_pair(summary=SUMMARY)

    assert run.measures is not None
    assert (run.measures["identifiers"], run.measures["kept"], run.measures["lost"]) == (6, 2, 4)
    assert run.measures["identifier-recall"] == 0.3333
    assert lost_of(run) == [
        ("path", "fix/export-lock", 2),
        ("number", "42", 1),
        ("ident", "EXPORT-118", 1),
        ("ident", "ledger_v7", 0),
    ]
    assert {"lost-identifiers", "ungrounded-fact"} <= set(flags_of(run))
    (span,) = flags_of(run)["ungrounded-fact"]["spans"]
    pointer, start, end = span
    assert (pointer, SUMMARY[start:end]) == ("after:/messages/0/content", "OPS-77")


def test_evidence_of_a_loss_counts_in_the_block_that_it_stands_in(send_pair: Callable[..., Run]) -> None:
    lists = json.loads(json.dumps(BEFORE))
    lists[0]["content"] = [{"type": "text", "text": "Look."}, {"type": "text", "text": WORK}]
    run = send_pair(lists, summary=SUMMARY)

    fact = Fact.objects.get(run=run, text="ledger_v7")
    (place,) = fact.evidence
    assert (place["message"], place["part"], WORK[place["start"] : place["end"]]) == (0, 1, "ledger_v7")


def test_a_summary_that_nobody_can_read_is_not_measured(send_pair: Callable[..., Run]) -> None:
    after = [{"role": "assistant", "content": [{"type": "compaction", "content": None}]}, *BEFORE[3:]]
    run = send_pair(after=after)

    assert run.measures is None
    assert list(flags_of(run)) == ["opaque-summary"]
    assert not run.facts.exists()


def test_two_equal_lists_have_nothing_to_measure(send_pair: Callable[..., Run]) -> None:
    run = send_pair(after=[*BEFORE, {"role": "assistant", "content": "Yes."}])

    assert run.measures is None
    assert not run.facts.exists()


def test_the_earlier_summary_of_a_pair_is_kept_and_looked_for(send_pair: Callable[..., Run]) -> None:
    prior = "Earlier summary: the customer number is C-2041 and the nightly job is billing_roll_up, owner team-billing."
    run = send_pair(summary=SUMMARY, prior=prior)

    kept = summary_of(run, Summary.Origin.PRIOR)
    assert kept is not None and text_of(kept) == prior
    assert run.measures is not None and run.measures["carry-over-recall"] == 0.0


def test_a_contract_is_measured_without_the_names_of_its_tags(
    send: Callable[..., Any], whole: dict[str, Any], work_off: Callable[[], int]
) -> None:
    blocks = [{"type": "text", "text": f"{WORK} {ERROR}"}]
    whole["input"] = whole["input"] | {"transcript": [{"role": "user", "blocks": blocks}]}
    text = "<goal>Keep port 5433 and OPS-77</goal><constraints/><decisions/><state>Open</state><open_items/>"
    whole["output"] = whole["output"] | {"summary": f"<conversation_summary>{text}</conversation_summary>"}
    assert send(whole).status_code == 201
    work_off()
    run = Run.objects.get()

    assert run.measures is not None
    assert (run.measures["identifiers"], run.measures["kept"], run.measures["unsupported"]) == (5, 1, 1)
    (pointer, start, end) = flags_of(run)["lost-identifiers"]["spans"][0]
    assert pointer.startswith("before:/transcript/0")
    assert f"{WORK} {ERROR}"[start:end] == "42"
    assert [text for _, text, _ in lost_of(run)] == ["42", "EXPORT-118", "ledger_v7", "services/export/runner.py"]


def test_a_summary_alone_is_flagged_for_what_it_shows_by_itself(
    send: Callable[..., Any], whole: dict[str, Any]
) -> None:
    del whole["input"]
    send(whole)
    run = Run.objects.get()
    found = measuring.measure_run(run)

    assert (found.measures, found.lost) == (None, [])
    assert {row["id"] for row in found.flags} <= set(measuring.ALONE)


def test_only_tags_of_a_whole_contract_are_blanked() -> None:
    assert measuring.unwrapped("<goal>x</goal>") == "<goal>x</goal>"
    text = "<conversation_summary><goal>x</goal></conversation_summary>"
    assert measuring.unwrapped(text).strip() == "x"
    assert len(measuring.unwrapped(text)) == len(text)


def test_a_loss_leads_to_a_replaced_message_even_where_a_kept_one_has_it_too(send_pair: Callable[..., Run]) -> None:
    kept = [{"role": "assistant", "content": "Done so far with ledger_v7."}, BEFORE[4]]
    run = send_pair([*BEFORE[:3], *kept], [AFTER[0], *kept], summary=SUMMARY)

    assert ("ident", "ledger_v7", 0) in lost_of(run)
