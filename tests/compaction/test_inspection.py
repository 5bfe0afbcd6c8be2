import json

import pytest

from compaction.errors import CaptureError
from compaction.inspection import Inspection, inspect
from compaction.transcripts import Dialect

HELLO = {"role": "user", "content": "Hello"}
ORPHAN = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "ok"}]}


def inspected(value: object, **chosen: str) -> Inspection:
    return inspect(json.dumps(value).encode(), **chosen)


def test_a_broken_list_carries_its_report() -> None:
    found = inspected(
        {"model": "claude-sonnet-4-5", "system": "Be brief.", "tools": [{"name": "read"}], "messages": [HELLO, ORPHAN]}
    )
    assert (found.format, found.requests, found.responses) == ("anthropic-request", 1, 0)
    (only,) = found.lists
    assert (only.path, only.dialect, only.roles, only.system) == ("/messages", "anthropic", "u u", True)
    assert [(v.rule, v.pointer) for v in only.report.violations] == [("paired-tool-result", "/messages/1/content/0")]


def test_a_sound_list_has_an_empty_report() -> None:
    found = inspected([HELLO], dialect="anthropic")
    (only,) = found.lists
    assert (found.format, found.requests, only.path, only.system) == ("messages-array", 0, "", False)
    assert only.report.accepted
    assert only.messages[0].blocks[0].text == "Hello"


def test_pointers_into_a_bare_list_read_as_if_it_stood_under_messages() -> None:
    (only,) = inspected([HELLO, ORPHAN]).lists
    assert [violation.pointer for violation in only.report.violations] == ["/messages/1/content/0"]


def test_an_ambiguous_list_keeps_only_what_all_its_dialects_refuse() -> None:
    blank = {"role": "user", "content": ""}
    assert [v.rule for v in inspected([HELLO, blank], dialect="anthropic").lists[0].report.violations] == [
        "non-empty-content"
    ]
    (only,) = inspected([HELLO, blank]).lists
    assert only.dialect is None
    assert only.dialect_alternatives == (Dialect.ANTHROPIC, Dialect.OPENAI_CHAT)
    assert only.report.violations == ()


def test_an_answer_without_its_request_is_not_judged() -> None:
    call = {"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}}
    found = inspected({"type": "message", "role": "assistant", "content": [call]})
    assert (found.requests, found.responses) == (0, 1)
    assert found.lists[0].response_only
    assert found.lists[0].report.violations == ()
    assert [note.code for note in found.notes] == ["response-only"]


def test_requests_by_line_are_counted_and_notes_kept() -> None:
    line = json.dumps({"messages": [HELLO]})
    found = inspect(f"{line}\n{{\n{line}\n".encode())
    assert (found.format, found.requests, len(found.lists)) == ("chat-jsonl", 2, 2)
    assert [(note.code, note.at) for note in found.notes] == [("jsonl-bad-line", "line 2")]
    assert found.compactions == found.provider_said == ()


def test_what_session_logs_say_is_empty_elsewhere() -> None:
    (only,) = inspected([HELLO]).lists
    assert (only.pending, only.reachable, only.unreachable, only.reconstructed) == ((), None, None, False)


def test_a_refused_capture_is_an_error() -> None:
    with pytest.raises(CaptureError) as refused:
        inspect(b"")
    assert refused.value.code == "empty-file"


def test_a_defect_has_one_signature_in_a_request_and_in_a_longer_one() -> None:
    first, second = (
        inspected({"model": "claude-sonnet-4-5", "tools": [{"name": "read"}], "messages": messages})
        for messages in ([HELLO, ORPHAN], [HELLO, {"role": "assistant", "content": "Hi"}, HELLO, ORPHAN, HELLO])
    )
    assert len(first.lists[0].signatures) == 1
    assert first.lists[0].signatures == second.lists[0].signatures
