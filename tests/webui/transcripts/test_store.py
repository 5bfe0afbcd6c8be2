"""What is stored of a received file, and once only."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compaction.transcripts import Text, ToolResult, ToolUse
from webui.accounts.models import Team
from webui.jobs.models import Job
from webui.transcripts import access, blobs, store
from webui.transcripts.models import Body, Capture, Message, Transcript, Violation
from webui.transcripts.uploads import Received

Receive = Callable[..., Received]
Deliver = Callable[..., Capture]


def files(data_dir: Path) -> list[str]:
    return sorted(path.suffix for path in (data_dir / "blobs").iterdir())


def test_a_new_file_becomes_a_capture_with_a_job(acme: Team, receive: Receive, data_dir: Path) -> None:
    capture, created = store.accept(acme, None, receive(acme, b'{"messages":[]}', "a.json"), format="messages-array")

    assert created
    assert (capture.name, capture.size, capture.state, capture.format_asked) == (
        "a.json",
        15,
        "queued",
        "messages-array",
    )
    job = Job.objects.get()
    assert (job.kind, job.target, job.team) == ("check-capture", capture.pk, acme)
    assert [step["name"] for step in job.steps] == ["Receive", "Read", "Store", "Check"]
    assert files(data_dir) == [".zst"]


def test_the_same_bytes_again_are_the_earlier_capture(acme: Team, receive: Receive, data_dir: Path) -> None:
    first, _ = store.accept(acme, None, receive(acme, b"{}", "a.json"))

    again, created = store.accept(acme, None, receive(acme, b"{}", "other.json"))

    assert (again, created) == (first, False)
    assert Job.objects.count() == 1
    assert files(data_dir) == [".zst"]


def test_the_same_bytes_of_another_team_are_another_capture(acme: Team, rivals: Team, receive: Receive) -> None:
    ours, _ = store.accept(acme, None, receive(acme, b"{}"))
    theirs, created = store.accept(rivals, None, receive(rivals, b"{}"))

    assert created
    assert ours.fingerprint != theirs.fingerprint


def test_of_two_senders_at_once_one_wins(
    acme: Team, receive: Receive, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, rival = receive(acme, b"{}"), receive(acme, b"{}")
    keep = blobs.keep

    def overtaken(temporary: Path) -> str:
        monkeypatch.setattr(blobs, "keep", keep)
        store.accept(acme, None, rival)
        return keep(temporary)

    monkeypatch.setattr(blobs, "keep", overtaken)
    capture, created = store.accept(acme, None, mine)

    assert not created
    assert capture == Capture.objects.get()
    assert Job.objects.count() == 1
    assert files(data_dir) == [".zst"]


def test_nul_and_half_surrogates_reach_no_text_column(acme: Team, receive: Receive) -> None:
    capture, _ = store.accept(acme, None, receive(acme, b"{}", "a\0b\ud800.json"))

    assert capture.name == "a\ufffdb\ufffd.json"


def test_a_message_is_stored_whole_and_in_brief(deliver: Deliver, session: dict[str, Any]) -> None:
    capture = deliver(session)

    transcript = capture.transcripts.get()
    row = access.message_for(transcript, 1)
    assert store.native_of(row.body).decode().startswith('{"role": "assistant", "content": [{"type": "text"')
    assert [type(block) for block in store.blocks_of(row)] == [Text, ToolUse]
    assert [block.origin for block in store.blocks_of(row)] == ["/messages/1/content/0", "/messages/1/content/1"]
    assert row.body.kinds == {"text": 1, "tool_use": 1}
    assert row.body.preview == "I will look."
    assert row.body.brief[1] == {
        "kind": "tool_use",
        "name": "read_file",
        "id": "toolu_1",
        "preview": '{"path": "billing/fees.py"}',
        "size": 27,
    }
    assert store.system_of(transcript) == (Text("You fix bugs.", "/system"),)


def test_a_header_counts_what_it_holds(deliver: Deliver, session: dict[str, Any]) -> None:
    transcript = deliver(session).transcripts.get()

    assert (transcript.dialect, transcript.model, transcript.messages) == ("anthropic", "claude-sonnet-4-5", 5)
    tokens = sum(row.body.tokens for row in access.rows_of(transcript).select_related("body"))
    assert transcript.tokens == tokens + transcript.system_tokens > 20


def test_a_message_sent_again_is_stored_once(deliver: Deliver, session: dict[str, Any]) -> None:
    deliver(session)
    before = Body.objects.count()
    session["messages"].append({"role": "assistant", "content": "Done."})

    transcript = deliver(session, name="longer.json").transcripts.get()

    assert Body.objects.count() == before + 1
    assert access.rows_of(transcript).count() == 6


def test_a_shared_message_has_the_origins_of_its_own_place(deliver: Deliver, session: dict[str, Any]) -> None:
    deliver(session)
    session["messages"][:0] = [{"role": "user", "content": "Hello."}, {"role": "assistant", "content": "Hello!"}]

    transcript = deliver(session).transcripts.get()

    (block,) = store.blocks_of(access.message_for(transcript, 4))
    assert isinstance(block, ToolResult)
    assert (block.origin, block.blocks[0].origin) == ("/messages/4/content/0", "/messages/4/content/0/content")


def test_a_message_at_another_place_is_the_same_body(deliver: Deliver, session: dict[str, Any]) -> None:
    deliver(session)
    session["messages"].insert(0, {"role": "assistant", "content": "Hello!"})
    deliver(session)

    assert Body.objects.count() == 6


def test_a_message_read_by_another_dialect_is_another_body(deliver: Deliver) -> None:
    request = {"messages": [{"role": "tool", "tool_call_id": "c1", "content": "42"}]}
    kinds = []
    for number, dialect in enumerate(("anthropic", "openai-chat")):
        transcript = deliver({**request, "seed": number}, dialect=dialect).transcripts.get()
        kinds.append(access.message_for(transcript, 0).body.kinds)

    assert kinds == [{"text": 1}, {"tool_result": 1}]


@pytest.mark.parametrize(
    ("model", "tokens", "estimated"), [("gpt-4o", 4, False), ("gpt-4", 4, False), ("odd", 4, True)]
)
def test_tokens_are_exact_where_the_vocabulary_is_known(
    deliver: Deliver, model: str, tokens: int, estimated: bool
) -> None:
    request = {
        "model": model,
        "messages": [{"role": "system", "content": ""}, {"role": "user", "content": "Why is it early?"}],
    }

    transcript = deliver(request, dialect="openai-chat").transcripts.get()

    assert (transcript.tokens, transcript.tokens_estimated) == (tokens + 1, estimated)


def test_teams_share_no_body(deliver: Deliver, rivals: Team, session: dict[str, Any]) -> None:
    deliver(session)
    deliver(session, team=rivals)

    assert Body.objects.filter(team=rivals).count() == Body.objects.exclude(team=rivals).count() == 5


def test_a_long_message_is_cut_in_brief_only(deliver: Deliver, session: dict[str, Any]) -> None:
    session["messages"][0]["content"] = [{"type": "text", "text": f"{number} " + "word " * 500} for number in range(12)]

    row = access.message_for(deliver(session).transcripts.get(), 0)

    assert len(row.body.brief) == 8
    assert row.body.kinds == {"text": 12}
    assert max(len(store.begins(brief, row.body.preview)) for brief in row.body.brief) == 160
    assert len(row.body.preview) == 300
    assert [len(block.text) for block in store.blocks_of(row) if isinstance(block, Text)][:2] == [2502, 2502]


def test_a_violation_comes_back_as_the_library_gave_it(deliver: Deliver, orphan: dict[str, Any]) -> None:
    transcript = deliver(orphan).transcripts.get()

    violation = store.violation_of(access.violations_of(transcript).get())
    assert (violation.rule, violation.severity, violation.layers) == (
        "paired-tool-result",
        "error",
        ("core", "provider"),
    )
    assert (violation.position, violation.pointer) == (1, "/messages/1/content/0")
    assert (transcript.errors, transcript.warnings, transcript.layers) == (1, 0, "both")
    assert transcript.checked is not None


def test_reading_again_replaces_rows(deliver: Deliver, orphan: dict[str, Any], work_off: Callable[[], int]) -> None:
    capture = deliver(orphan)
    old = capture.transcripts.get()

    assert store.read_again(capture, dialect="openai-chat") is True
    assert store.read_again(capture) is False
    work_off()

    new = Capture.objects.get().transcripts.get()
    assert new.pk != old.pk
    assert new.dialect == "openai-chat"
    assert not Body.objects.exclude(pk__in=Message.objects.values("body")).exists()
    assert (Transcript.objects.count(), Violation.objects.exclude(transcript=new).count()) == (1, 0)


@pytest.mark.django_db
def test_a_sweep_leaves_bodies_that_stand_somewhere(deliver: Deliver, session: dict[str, Any]) -> None:
    first = deliver(session)
    session["messages"].append({"role": "assistant", "content": "Done."})
    deliver(session)

    store.sweep(store.forget(first))

    assert Body.objects.count() == 6
