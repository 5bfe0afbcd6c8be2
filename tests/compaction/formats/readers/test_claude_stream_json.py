import json

import pytest

from compaction.errors import CaptureError
from compaction.formats.readers import claude_stream_json
from compaction.inspection import Inspection, inspect

INIT = {"type": "system", "subtype": "init", "session_id": "s"}
BOUNDARY = {"type": "system", "subtype": "compact_boundary", "session_id": "s"}


def said(content: object, role: str = "user", task: str | None = None, **message: object) -> dict:
    inner = {"role": role, "content": content, **message}
    return {"type": role, "session_id": "s", "parent_tool_use_id": task, "message": inner}


def call(id: str) -> list:
    return [{"type": "tool_use", "id": id, "name": "ls", "input": {}}]


def result(id: str) -> list:
    return [{"type": "tool_result", "tool_use_id": id, "content": "ok"}]


def read(*records: object) -> Inspection:
    text = "".join(f"{json.dumps(one)}\n" for one in (INIT, *records))
    return inspect(text.encode(), format="claude-stream-json")


def shown(found: Inspection) -> list[tuple[str, str]]:
    return [(one.path, one.roles) for one in found.lists]


def test_lines_of_one_answer_are_joined_and_tasks_stand_apart() -> None:
    found = read(
        said("I look.", "assistant", id="m1", model="claude-opus-4-5"),
        said(call("t1"), "assistant", id="m1"),
        said("Task.", task="t1"),
        said("Done.", "assistant", task="t1", id="m2"),
        said(result("t1")),
        {"type": "stream_event", "session_id": "s", "event": {}},
        {"type": "never-seen", "session_id": "s"},
        {"type": "user", "session_id": "s"},
        [1],
    )
    assert shown(found) == [("main", "a u"), ("sub-task 1", "u a")]
    assert found.lists[0].report.violations == ()
    assert (found.lists[0].reachable, found.lists[0].source.model) == ((1, 2, 5), "claude-opus-4-5")
    assert [note.at for note in found.notes] == ["line 8", "line 9", "line 10"]


def test_several_compactions_form_a_sequence() -> None:
    found = read(
        said("One.", "assistant"),
        {**BOUNDARY, "compact_metadata": {"trigger": "manual", "pre_tokens": 9}},
        said("Two.", "assistant"),
        {**BOUNDARY, "compact_metadata": {"trigger": "odd", "pre_tokens": True}},
        said("Three.", "assistant"),
        BOUNDARY,
    )
    assert shown(found) == [("before boundary", "a"), ("after boundary", "a"), ("after boundary 2", "a")]
    assert [(c.before_list, c.list, c.trigger, c.pre_tokens, c.after_messages) for c in found.compactions] == [
        (0, 1, "manual", 9, None),
        (1, 2, "", None, None),
        (2, None, "", None, None),
    ]


def test_a_stream_that_begins_with_a_compaction_has_nothing_before_it() -> None:
    found = read(BOUNDARY, said("Two.", "assistant"))
    assert (found.compactions[0].before_list, found.compactions[0].before_messages) == (None, 0)


def test_a_list_beyond_any_request_is_given_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claude_stream_json, "PART_BYTES", 1)
    found = read(said("One."), said("Two."), said("A.", task="t"), said("B.", task="t"))
    assert [path for path, _ in shown(found)] == ["main", "sub-task", "main", "sub-task 1"]


def test_bad_lines_are_noted_and_a_stream_without_messages_is_refused() -> None:
    text = f"{json.dumps(INIT)}\n{{\n{json.dumps(said('Hi.', 'assistant'))}\n"
    assert [note.code for note in inspect(text.encode()).notes] == ["jsonl-bad-line"]
    with pytest.raises(CaptureError) as refused:
        read(BOUNDARY)
    assert refused.value.code == "no-messages"
