"""Two lists give a run that tells what became of every message."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from compaction.boundary import CauseKind, Fate, Origin
from webui.accounts.models import Team, User
from webui.runs import access, store
from webui.runs.models import Run
from webui.transcripts import sample
from webui.transcripts.models import Capture, Transcript
from webui.transcripts.store import read_again

CASE = Path(__file__).parents[2] / "cases" / "wire" / "pair-anthropic.json"


@pytest.fixture
def pair() -> dict[str, Any]:
    return json.loads(CASE.read_text())


def explained(run_id: str) -> tuple[Run, store.Explanation]:
    run = Run.objects.get(pk=run_id)
    found = store.explanation_of(run)
    assert found is not None, (run.state, run.error_code)
    return run, found


def check_case(run: Run, found: store.Explanation) -> None:
    assert (run.state, run.verdict) == ("ready", "unjudged")
    assert (run.messages_before, run.messages_after, found.kept_messages) == (7, 4, 3)
    assert [(one.start, one.stop, one.fate) for one in found.fates.before] == [
        (0, 4, Fate.SUMMARISED),
        (4, 7, Fate.KEPT),
    ]
    assert [(one.start, one.stop, one.fate) for one in found.fates.after] == [(0, 1, Fate.INSERTED), (1, 4, Fate.KEPT)]
    assert (run.introduced, run.inherited) == (1, 0)
    (breach,) = found.introduced()
    assert breach.violation is not None and breach.cause is not None
    assert (breach.violation.rule, breach.position) == ("paired-tool-result", 1)
    assert breach.cause.kind is CauseKind.CUT_EXCHANGE
    assert breach.cause.instead == "/messages/5"
    assert breach.earlier == "/messages/3/content/1"
    assert store.text_of(run.summaries.get()).startswith("This session is being continued")
    assert {row["note"] for row in run.checks} == {"not in the upload"}


def test_a_pair_file_gives_its_run_at_once_and_the_worker_fills_it(
    send: Callable[..., Any], pair: dict[str, Any], work_off: Callable[[], int]
) -> None:
    answer = send({"pair": pair})
    assert (answer.status_code, answer.json()["state"]) == (202, "queued")

    work_off()

    check_case(*explained(answer.json()["id"]))
    assert Run.objects.count() == 1
    assert send({"pair": pair}).status_code == 200
    assert Run.objects.count() == 1


def test_two_files_are_the_same_thing(
    send: Callable[..., Any], pair: dict[str, Any], work_off: Callable[[], int]
) -> None:
    sides = {side: pair[side] for side in ("before", "after")}
    answer = send(sides, summary=pair["summary"], dialect="anthropic", name="ours")

    work_off()

    check_case(*explained(answer.json()["id"]))


def test_a_pair_that_comes_as_a_capture_makes_a_run_as_well(
    signed_in: Client, pair: dict[str, Any], work_off: Callable[[], int]
) -> None:
    answer = signed_in.post("/api/v1/captures?name=p.json", json.dumps(pair), content_type="application/octet-stream")
    work_off()

    shown = signed_in.get(f"/api/v1/captures/{answer.json()['id']}").json()

    check_case(*explained(shown["runs"][0]))


def test_reading_again_keeps_the_run(
    send: Callable[..., Any], pair: dict[str, Any], work_off: Callable[[], int]
) -> None:
    run_id = send({"pair": pair}).json()["id"]
    work_off()
    assert read_again(Capture.objects.get())
    work_off()

    check_case(*explained(run_id))
    assert Run.objects.count() == 1


def test_two_stored_transcripts_make_a_run(
    send: Callable[..., Any], signed_in: Client, pair: dict[str, Any], work_off: Callable[[], int]
) -> None:
    for side in ("before", "after"):
        body = json.dumps({"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": pair[side]})
        signed_in.post(f"/api/v1/captures?name={side}", body, content_type="application/octet-stream")
    work_off()
    before, after = Transcript.objects.order_by("messages").reverse()

    answer = send({}, before=before.pk, after=after.pk, summary=pair["summary"])
    assert answer.status_code == 202
    work_off()

    run, found = explained(answer.json()["id"])
    check_case(run, found)
    assert (run.before, run.after, run.kind) == (before, after, "transcripts")


def test_a_transcript_of_another_team_is_not_found(
    send: Callable[..., Any], acme: Team, rob: User, rivals: Team, pair: dict[str, Any], work_off: Callable[[], int]
) -> None:
    send({"pair": pair})
    work_off()
    before, after = Transcript.objects.order_by("number")
    stranger = Client()
    stranger.force_login(rob)

    assert send({}, client=stranger, before=before.pk, after=after.pk).status_code == 404
    assert Run.objects.filter(team=rivals).count() == 0


def test_a_side_that_cannot_be_read_fails_the_run(send: Callable[..., Any], work_off: Callable[[], int]) -> None:
    answer = send({"before": [], "after": {"model": "claude-sonnet-4-5"}})
    work_off()

    run = Run.objects.get(pk=answer.json()["id"])
    assert (run.state, run.error_code) == ("failed", "no-messages")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({}, "nothing-to-judge"),
        ({"before": "0" * 12}, "nothing-to-judge"),
        ({"before": "0" * 12, "after": "0" * 12}, "not-found"),
        ({"summary": "text"}, "nothing-to-judge"),
    ],
)
def test_what_is_no_pair_is_refused(words: dict[str, str], code: str, send: Callable[..., Any]) -> None:
    assert send({}, **words).json()["code"] == code


def test_unknown_roles_are_told_apart_by_where_they_came_from(
    send: Callable[..., Any], work_off: Callable[[], int]
) -> None:
    before = [{"role": "digest", "content": "a"}, {"role": "robot", "content": "b"}, {"role": "user", "content": "c"}]
    after = [{"role": "digest", "content": "s"}, *before[1:]]
    answer = send({"before": before, "after": after}, dialect="anthropic")
    work_off()

    _, found = explained(answer.json()["id"])

    told = [one for one in found.breaches if one.violation and one.violation.rule == "role-legal"]
    roles = [(one.position, one.origin, one.cause and one.cause.kind) for one in told]
    assert roles == [(0, Origin.INTRODUCED, CauseKind.SUMMARY_ROLE), (1, Origin.INHERITED, None)]


def test_a_long_kept_tail_is_one_range(send: Callable[..., Any], work_off: Callable[[], int]) -> None:
    before = [{"role": "assistant" if i % 2 else "user", "content": f"turn {i}"} for i in range(200)]
    after = [{"role": "user", "content": "short"}, *before[101:]]
    answer = send({"before": before, "after": after}, dialect="anthropic")
    work_off()

    _, found = explained(answer.json()["id"])

    gone, kept = found.fates.before
    assert (gone.start, gone.stop, gone.fate, gone.others) == (0, 101, Fate.SUMMARISED, (range(1),))
    assert (kept.start, kept.stop, kept.offset) == (101, 200, -100)
    assert kept.others_of(150) == (range(50, 51),)


def test_the_sample_gives_two_compactions_and_two_contracts(
    acme: Team, ada: User, data_dir: Path, work_off: Callable[[], int]
) -> None:
    sample.load(acme, ada)
    work_off()
    sample.load(acme, ada)
    work_off()

    runs = list(access.runs_for(acme))
    pairs = {run.after.messages: run for run in Run.objects.filter(kind="transcripts") if run.after}
    assert len(runs) == 4
    assert {(run.verdict, run.reason) for run in runs if run.kind == "contract"} == {
        ("valid", ""),
        ("refused", "xml_content"),
    }
    assert (pairs[22].introduced, pairs[23].introduced) == (2, 0)
    assert {run.state for run in runs} == {"ready"}


def test_from_either_side_a_person_finds_what_became_of_a_message(
    send: Callable[..., Any],
    ada: User,
    pair: dict[str, Any],
    work_off: Callable[[], int],
    django_assert_num_queries: Any,
) -> None:
    pair["summary"] = "<goal>Semicolons in the importer.</goal><state>importer/parse.py reads them.</state>"
    pk = send({"pair": pair}).json()["id"]
    work_off()
    run = access.run_for(ada, None, pk)

    with django_assert_num_queries(0):
        call, answered, kept = (store.goes_to(run, position) for position in (1, 3, 5))
        assert (call.fate, call.places, call.after) == (Fate.SUMMARISED, (range(1),), (0,))
        assert call.sections == ("state",)  # both name importer/parse.py
        assert (answered.fate, answered.sections) == (Fate.SUMMARISED, ())
        assert (kept.fate, kept.places, kept.after, kept.sections) == (Fate.KEPT, (range(2, 3),), (), ())
        made, same = store.comes_from(run, 0), store.comes_from(run, 2)
        assert (made.fate, made.places, made.sharing) == (Fate.INSERTED, (range(4),), (range(1, 3),))
        assert (same.fate, same.places, same.sharing) == (Fate.KEPT, (range(5, 6),), ())
        assert store.section_from(run, "state").sharing == (range(1, 2),)
        assert store.section_from(run, "goal").sharing == ()


def test_a_contract_tells_which_messages_a_section_carries(
    send: Callable[..., Any], whole: dict[str, Any], work_off: Callable[[], int]
) -> None:
    texts = ("Import ledger_v7.", "Done.", "Open ledger_v7 on port 5433.")
    transcript = [{"role": "user", "blocks": [{"type": "text", "text": text}]} for text in texts]
    summary = whole["output"]["summary"].replace("Parser ready", "LEDGER_V7 is open")
    sent = {
        **whole,
        "input": {**whole["input"], "transcript": transcript},
        "output": {**whole["output"], "summary": summary},
    }
    answer = send(sent)
    assert (answer.status_code, answer.json()["verdict"]) == (201, "valid")
    work_off()

    run = Run.objects.get()
    assert store.section_from(run, "state").sharing == (range(1), range(2, 3))
    assert [store.goes_to(run, position).sections for position in range(3)] == [("state",), (), ("state",)]
