"""The calls about runs: who may see what, what they cost, and what they never repeat."""

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from webui.accounts.models import Member, Team, User
from webui.runs import access, store
from webui.runs.models import Run, Summary
from webui.transcripts import access as captures
from webui.transcripts.models import Body, Capture, Transcript
from webui.transcripts.store import native_of, read_again

MARKER = "zzqmarkerqzz"
SECRET = "sk-ant-api03-" + "Ab1" * 31 + "AA"  # noqa: S105 - nobody's


def test_a_run_is_shown_to_its_team_alone(send: Callable[..., Any], whole: dict[str, Any], rob: User) -> None:
    pk = send(whole).json()["id"]
    stranger = Client()
    stranger.force_login(rob)

    for path in (f"/api/v1/runs/{pk}", f"/api/v1/runs/{pk}/checks"):
        assert stranger.get(path).status_code == 404
        assert Client().get(path).status_code == 401


def test_a_viewer_may_look_and_not_send(send: Callable[..., Any], whole: dict[str, Any], acme: Team) -> None:
    pk = send(whole).json()["id"]
    viewer = User.objects.create_user("vi")
    Member.objects.create(team=acme, user=viewer, role=Member.Role.VIEWER)
    client = Client()
    client.force_login(viewer)

    assert client.get(f"/api/v1/runs/{pk}").json()["verdict"] == "valid"
    assert send(whole, client=client).status_code == 403


def test_sending_needs_the_token_of_a_form(send: Callable[..., Any], whole: dict[str, Any], ada: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)

    assert send(whole, client=strict).status_code == 403
    assert not Run.objects.exists()


def test_every_check_is_answered_in_order(send: Callable[..., Any], signed_in: Client, whole: dict[str, Any]) -> None:
    pk = send({**whole, "usage": {"output_tokens": 257}}).json()["id"]

    answer = signed_in.get(f"/api/v1/runs/{pk}/checks").json()

    assert answer["verdict"] == "refused"
    states = {one["id"]: one["state"] for one in answer["checks"]}
    assert [states[name] for name in ("input", "fit", "bytes", "usage", "budget", "json", "replacement")] == (
        ["passed"] * 4 + ["failed"] + ["not_reached"] * 2
    )
    budget = next(one for one in answer["checks"] if one["id"] == "budget")
    assert (budget["measured"], budget["limit"], budget["reason"]) == (257, 256, "token_limit")


def test_a_run_costs_few_queries(
    send: Callable[..., Any], whole: dict[str, Any], ada: User, django_assert_max_num_queries: Any
) -> None:
    pk = send(whole).json()["id"]

    with django_assert_max_num_queries(2):
        run = access.run_for(ada, "acme", pk)
        summary = store.summary_of(run)
        assert summary is not None and run.before is not None
        assert store.text_of(summary) and run.before.capture.name
        assert store.checks_of(run) and store.given_of(run) and store.explanation_of(run) is None


def hostile(whole: dict[str, Any]) -> list[dict[str, Any]]:
    """Contracts that break in every part, each around the marker."""
    mark = {"role": MARKER, "blocks": [{"type": "text", "text": MARKER}]}
    return [
        {**whole, "input": {**whole["input"], "transcript": [mark]}},
        {**whole, "input": f'{{"{MARKER}": 1}}'.encode()},
        {**whole, "output": MARKER.encode()},
        {**whole, "output": {**whole["output"], MARKER: MARKER}},
        {**whole, "output": {**whole["output"], "summary": f"<{MARKER}>{MARKER}</{MARKER}>"}},
        {**whole, "output": {**whole["output"], "summary": f"<conversation_summary><goal><{MARKER}/></goal>"}},
        {**whole, "output": {**whole["output"], "request_fingerprint": MARKER}},
        {**whole, "usage": MARKER.encode()},
        {**whole, "limits": {MARKER: 1}},
        {**whole, "measured_tokens": MARKER},
        {**whole, "events": [{"type": "CompactionStarted", "attempt_id": MARKER, "reason": MARKER, "note": MARKER}]},
        {**whole, MARKER: MARKER},
    ]


@pytest.mark.parametrize("number", range(12))
def test_nothing_that_was_sent_is_repeated_outside_of_texts(
    number: int, send: Callable[..., Any], whole: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    answer = send(hostile(whole)[number])

    shown = answer.json()
    shown.pop("summaries", None)
    assert MARKER not in json.dumps(shown)
    assert MARKER not in caplog.text
    for row in Run.objects.values():
        assert MARKER not in str(row)


def test_the_exact_bytes_are_judged_and_masked_ones_stored(
    send: Callable[..., Any], whole: dict[str, Any], data_dir: Path
) -> None:
    summary = whole["output"]["summary"].replace("Parser ready", f"Key {SECRET} & more")
    whole["input"] = {**whole["input"], "transcript": [{"role": "user", "blocks": [{"type": "text", "text": SECRET}]}]}

    answer = send({**whole, "output": {**whole["output"], "summary": summary}}, name=f"run {SECRET}").json()

    assert (answer["reason"], answer["line"]) == ("xml_syntax", 1)
    assert answer["column"] == summary.index("&") + 1
    assert answer["given"]["output_size"] == len(json.dumps({**whole["output"], "summary": summary}))
    assert SECRET not in json.dumps(answer)
    assert sum(Capture.objects.get().redactions.values()) == 1
    assert "[redacted:" in answer["summaries"][0]["text"]
    stored = [store.text_of(one) for one in Summary.objects.all()]
    stored += [native_of(body).decode() for body in Body.objects.all()]
    assert stored and not [text for text in stored if SECRET in text]
    assert not [path for path in data_dir.rglob("*") if path.is_file() and SECRET.encode() in raw(path)]


def raw(path: Path) -> bytes:
    data = path.read_bytes()
    return zstandard.ZstdDecompressor().decompressobj().decompress(data) if path.suffix == ".zst" else data


def test_nothing_of_a_run_is_spooled_to_disk(send: Callable[..., Any], whole: dict[str, Any], data_dir: Path) -> None:
    large = {**whole, "output": b"x" * 3_000_000}

    assert send(large).json()["reason"] == "byte_limit"
    assert not list((data_dir / "tmp").iterdir())


def test_the_input_of_a_run_is_no_capture_of_its_own(
    send: Callable[..., Any], whole: dict[str, Any], acme: Team
) -> None:
    send(whole)

    assert not captures.captures_for(acme).exists()
    assert not captures.transcripts_for(acme).exists()
    assert not read_again(Capture.objects.get())
    assert Transcript.objects.get().messages == 1


def test_events_become_a_timeline(send: Callable[..., Any], whole: dict[str, Any]) -> None:
    loop, attempt, command = (f"0000000{n}-0000-4000-8000-000000000000" for n in (1, 2, 3))
    basis = {"revision": 7, "through_event_id": "3f0c2a9e-5b7d-4c1a-9e42-0a1b2c3d4e5f"}
    started = {"type": "CompactionStarted", "loop_id": loop, "attempt_id": attempt, "reason": 2, "basis": basis}
    rejected = {**started, "type": "CompactionRejected", "reject_reason": 9, "waiter_command_ids": [command]}

    answer = send({**whole, "events": [started, rejected]}).json()

    (found,) = answer["timeline"]["attempts"]
    assert (found["state"], found["reject_reason"], found["trigger"]) == ("rejected", 9, "automatic")
    assert found["waiters"] == [{"command_id": command, "answer": "missing", "reject_reason": None}]
    assert [one["type"] for one in answer["timeline"]["events"]] == ["CompactionStarted", "CompactionRejected"]


XML = (
    "<conversation_summary><goal>g</goal><constraints/><decisions/>"
    "<state>{}</state><open_items/></conversation_summary>"
)


def test_a_summary_alone_is_judged_and_not_stored(signed_in: Client) -> None:
    def ask(text: str) -> dict[str, Any]:
        return signed_in.post("/api/v1/check/summary", text, content_type="application/xml").json()

    fine = {"name": "summary", "reason": None, "section": None, "line": None, "column": None}
    assert ask(XML.format("s")) == fine
    assert ask("\n" + XML.format("s")) == {**fine, "reason": "xml_structure", "line": 1, "column": 1}
    blank = ask(XML.format(" "))
    assert (blank["reason"], blank["section"]) == ("xml_content", "state")
    assert not Run.objects.exists()


def test_the_command_line_prints_one_verdict_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.xml", tmp_path / "bad.xml"
    good.write_text(XML.format("s"))
    bad.write_text(XML.format(" "))

    assert run_command(good) == 0
    assert run_command(good, bad) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["name"], one["reason"]) for one in lines] == [
        (str(good), None),
        (str(good), None),
        (str(bad), "xml_content"),
    ]
    with pytest.raises(CommandError) as wrong:
        run_command(tmp_path / "none.xml")
    assert wrong.value.returncode == 2


def run_command(*paths: Path) -> object:
    with pytest.raises(SystemExit) as end:
        call_command("check_summary", *map(str, paths))
    return end.value.code


def test_parts_that_are_too_large_together_are_refused(
    signed_in: Client, whole: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.runs.uploads.MAX_BYTES", 1000)
    file = SimpleUploadedFile("output.json", b"x" * 2000)

    answer = signed_in.post("/api/v1/runs", {"output": file})

    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_the_messages_of_an_input_can_be_read_as_pages(
    send: Callable[..., Any], signed_in: Client, whole: dict[str, Any]
) -> None:
    blocks = [
        {"type": "text", "text": "Look."},
        {"type": "thinking", "thinking": "Hm.", "signature": "s"},
        {"type": "tool_use", "id": "c1", "name": "read", "input": {"path": "a.py"}},
        {"type": "image", "media_type": "image/png", "source": {"url": "", "data": "aGk="}},
        {"type": "document", "media_type": "text/plain", "name": "n", "data": None, "text": "t"},
        {"type": "audio", "media_type": "audio/wav", "data": None},
        {"type": "refusal", "text": "No."},
        {"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": "x"}], "is_error": False},
    ]
    transcript = [
        {"role": "assistant", "blocks": blocks, "usage": None},
        {"role": "tool", "blocks": [{"type": "text", "text": "GRACE = 14"}], "tool_use_id": "c1", "is_error": True},
    ]
    send({**whole, "input": {**whole["input"], "transcript": transcript}})
    row = Transcript.objects.get()

    rows = signed_in.get(f"/api/v1/transcripts/{row.pk}/messages").json()["messages"]
    assert [one["native"] for one in rows] == transcript
    assert rows[0]["kinds"] == {block["type"]: 1 for block in blocks}
    assert (rows[1]["role"], rows[1]["kinds"], rows[1]["origin"]) == ("tool", {"tool_result": 1}, "/transcript/1")
    for path in (f"captures/{row.capture_id}", f"transcripts/{row.pk}", f"transcripts/{row.pk}/m/0"):
        assert signed_in.get(f"/t/acme/{path}").status_code == 200, path


def test_a_text_that_hides_its_secret_from_the_bytes_is_masked_all_the_same(
    send: Callable[..., Any], whole: dict[str, Any], data_dir: Path
) -> None:
    wire = json.dumps(whole["input"]).replace("Please import the ledger.", SECRET[:5] + "\\u002d" + SECRET[6:])

    assert send({**whole, "input": wire.encode()}).json()["verdict"] == "valid"

    assert SECRET not in "".join(native_of(body).decode() for body in Body.objects.all())
    assert not [path for path in data_dir.rglob("*.gz") if SECRET.encode() in raw(path)]
