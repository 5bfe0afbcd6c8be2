import json

import pytest

from compaction.errors import CaptureError
from compaction.formats.readers import pi_session
from compaction.inspection import Inspection, inspect

HEAD = {"type": "session", "id": "s", "cwd": "/repo"}


def entry(id: str, parent: str | None, kind: str = "message", **members: object) -> dict:
    return {"type": kind, "id": id, "parentId": parent, **members}


def said(id: str, parent: str | None, content: object, role: str = "user", **members: object) -> dict:
    return entry(id, parent, message={"role": role, "content": content, **members})


def read(*entries: object, **chosen: str) -> Inspection:
    text = "".join(f"{json.dumps(one)}\n" for one in (HEAD, *entries))
    return inspect(text.encode(), format="pi-session", **chosen)


def shown(found: Inspection) -> list[tuple[str, str]]:
    return [(one.path, one.roles) for one in found.lists]


CALL = {"type": "toolCall", "id": "c1", "name": "bash", "arguments": {"command": "ls"}}


def test_messages_of_every_role_are_read() -> None:
    found = read(
        said("a", None, "Look."),
        said("b", "a", [{"type": "thinking", "thinking": "Hm."}, CALL], "assistant", model="claude-opus-4-5"),
        said("c", "b", [{"type": "text", "text": "a.txt"}], "toolResult", toolCallId="c1"),
        entry("d", "c", message={"role": "bashExecution", "command": "pwd", "output": "/repo"}),
        entry("e", "d", message={"role": "branchSummary", "summary": "A branch."}),
        entry("f", "e", "branch_summary", summary="Another."),
        entry("g", "f", "custom_message", content="Mine."),
        entry("h", "g", "label"),
        said("i", "h", [{"type": "image", "data": "aGk=", "mimeType": "image/png"}, {"type": "odd"}], "custom"),
        entry("j", "i", "never-seen"),
        entry("k", "j", message="odd"),
        [1],
    )
    assert shown(found) == [("main", "u a t u u u u u")]
    (only,) = found.lists
    assert (only.dialect, only.source.model, only.report.violations) == (None, "claude-opus-4-5", ())
    assert [type(block).__name__ for block in only.messages[1].blocks] == ["Thinking", "ToolUse"]
    assert only.messages[1].blocks[-1].arguments == '{"command": "ls"}'
    assert [type(block).__name__ for block in only.messages[7].blocks] == ["Image", "Unknown"]
    assert [note.at for note in found.notes] == ["line 11", "line 12", "line 13"]


def test_the_chosen_dialect_gets_messages_in_its_own_form() -> None:
    entries = [said("a", None, "Look."), said("b", "a", [CALL], "assistant"), said("c", "b", "Never mind.")]
    found = read(*entries, dialect="anthropic").lists[0]
    assert (found.dialect, found.roles) == ("anthropic", "u a u")
    assert [(v.rule, v.pointer) for v in found.report.violations if v.severity == "error"] == [
        ("answered-tool-use", "/lines/2")
    ]


def test_a_call_at_the_end_is_pending() -> None:
    start = [said("a", None, "Look."), said("b", "a", [CALL, {**CALL, "id": "c2"}], "assistant")]
    running = read(*start, said("c", "b", "ok", "toolResult", toolCallId="c1"), dialect="openai-chat").lists[0]
    assert (running.pending, running.report.violations) == (("c2",), ())
    assert read(*start, said("c", "b", "Never mind.")).lists[0].pending == ()
    assert read(said("c", None, "ok", "toolResult", toolCallId="c1")).lists[0].pending == ()


def test_dead_branches_are_not_part_of_the_list() -> None:
    found = read(said("a", None, "One."), said("b", "a", "Two."), said("c", "a", "Three."))
    assert shown(found) == [("main", "u u")]
    assert (found.lists[0].reachable, found.lists[0].unreachable) == ((1, 3), (2,))


def test_several_compactions_form_a_sequence() -> None:
    found = read(
        said("a", None, "One."),
        said("b", "a", "Two."),
        entry("x", "b", "compaction", summary="First.", firstKeptEntryId="b", tokensBefore=9),
        said("c", "x", "Three."),
        entry("y", "c", "compaction", summary="", firstKeptEntryId="gone", tokensBefore=True),
    )
    assert shown(found) == [("before compaction", "u u"), ("after compaction", "u u u"), ("after compaction 2", "u")]
    assert [
        (c.before_list, c.list, c.before_messages, c.after_messages, c.kept_messages) for c in found.compactions
    ] == [
        (0, 1, 2, 2, 1),
        (1, 2, 3, 1, 0),
    ]
    assert [(c.summary, c.summary_text, c.prior_text, c.pre_tokens) for c in found.compactions] == [
        ("readable", "First.", None, 9),
        ("absent", None, "First.", None),
    ]


def test_files_of_the_first_generation_have_no_ids() -> None:
    message = {"role": "user", "content": "One."}
    found = read(
        {"type": "message", "message": message},
        {"type": "message", "message": {**message, "content": "Two."}},
        {"type": "compaction", "summary": "Done.", "firstKeptEntryIndex": 2},
        {"type": "message", "message": {**message, "content": "Three."}},
    )
    assert [m.blocks[0].text for m in found.lists[1].messages] == ["Done.", "Two.", "Three."]


def test_what_was_compacted_away_cannot_be_gone_back_to() -> None:
    found = read(
        said("a", None, "One."),
        entry("x", "a", "compaction", summary="First.", firstKeptEntryId=None),
        said("b", "a", "Back."),
    )
    assert shown(found) == [("before compaction", "u"), ("after compaction", "u")]
    assert found.lists[1].source.opens_midway


def test_a_window_beyond_any_request_is_given_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pi_session, "PART_BYTES", 10)
    found = read(said("a", None, "One."), said("b", "a", "Two."))
    assert shown(found) == [("main", "u"), ("main", "u")]


def test_a_log_that_begins_with_a_compaction_has_nothing_before_it() -> None:
    found = read(entry("x", None, "compaction", summary="First.", firstKeptEntryId=None))
    assert (found.compactions[0].before_list, found.compactions[0].before_messages) == (None, 0)


def test_bad_lines_are_noted_and_a_log_without_messages_is_refused() -> None:
    found = inspect(f"{json.dumps(HEAD)}\n{{\n{json.dumps(said('a', None, 'Hi.'))}\n".encode())
    assert (found.format, [note.code for note in found.notes]) == ("pi-session", ["jsonl-bad-line"])
    with pytest.raises(CaptureError) as refused:
        read()
    assert refused.value.code == "no-messages"
