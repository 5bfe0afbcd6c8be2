import json

import pytest

from compaction.errors import CaptureError
from compaction.inspection import Inspection, inspect

HEAD = {"sessionId": "s", "projectHash": "p"}
SNAPSHOT = {"id": "n", "type": "user", "content": "<state_snapshot>Read a.py.</state_snapshot>"}


def said(id: str, content: object, kind: str = "user", **members: object) -> dict:
    return {"id": id, "type": kind, "content": content, **members}


def call(id: str, **members: object) -> dict:
    return {"id": id, "name": "ls", "args": {}, **members}


def lines(*records: object) -> Inspection:
    return inspect("".join(f"{json.dumps(one)}\n" for one in (HEAD, *records)).encode())


def document(*records: object) -> Inspection:
    return inspect(json.dumps({**HEAD, "messages": list(records)}).encode())


def shown(found: Inspection) -> list[tuple[str, str]]:
    return [(one.path, one.roles) for one in found.lists]


RESPONSE = {"functionResponse": {"id": "f1", "name": "ls", "response": {"output": "a.txt"}}}


@pytest.mark.parametrize("result", [[RESPONSE], RESPONSE, "a.txt"])
def test_a_call_and_its_result_become_two_turns(result: object) -> None:
    found = document(said("1", "Look."), said("2", "", "gemini", toolCalls=[call("f1", result=result), "odd"]))
    assert shown(found) == [("/messages", "u m u")]
    assert found.lists[0].report.violations == ()
    assert (found.lists[0].messages[2].blocks[0].call_id, found.lists[0].pending) == ("f1", ())


def test_a_call_without_a_result_is_pending_at_the_end() -> None:
    found = document(
        said("1", ["Look.", {"text": "Now."}]), said("2", {"text": "Yes."}, "gemini", toolCalls=[call("f1")])
    )
    assert (shown(found), found.lists[0].pending) == ([("/messages", "u m")], ("f1",))
    assert [v.rule for v in found.lists[0].report.violations if v.severity == "error"] == []


def test_what_was_not_sent_is_left_out_and_what_nobody_knows_is_noted() -> None:
    found = document(said("1", None), said("2", "Note.", "info"), said("3", "", "gemini"))
    assert (shown(found), found.notes) == ([("/messages", "u")], ())
    odd = lines("odd", said("1", "Look."), {"type": "never-seen"}, {"type": "user", "content": "Again."})
    assert [note.at for note in odd.notes] == ["line 2", "line 4"]
    assert shown(odd) == [("main", "u u")]


def test_a_newer_version_of_a_message_takes_the_place_of_the_older_and_a_rewind_drops_the_rest() -> None:
    found = lines(
        said("1", "One."),
        said("2", "Two."),
        said("3", "Three."),
        said("1", "First."),
        {"$rewindTo": "2"},
        said("4", "4."),
    )
    assert [message.blocks[0].text for message in found.lists[0].messages] == ["First.", "4."]
    assert shown(lines(said("1", "One."), {"$rewindTo": "gone"}, said("2", "Two."))) == [("main", "u")]


def test_compressions_follow_each_other_and_kept_messages_are_counted() -> None:
    found = lines(
        said("1", "One."),
        said("2", "Two."),
        {"$set": {"messages": [SNAPSHOT, said("2", "Two.")]}},
        said("3", "Three.", "gemini", model="gemini-2.5-pro"),
        {"$set": {"summary": "A title."}},
        {"$set": {"messages": [{**SNAPSHOT, "content": "<state_snapshot></state_snapshot>"}, "odd"]}},
    )
    assert shown(found) == [("before $set", "u u"), ("after $set", "u u m"), ("after $set 2", "u")]
    assert [
        (c.before_list, c.list, c.before_messages, c.after_messages, c.kept_messages) for c in found.compactions
    ] == [
        (0, 1, 2, 2, 1),
        (1, 2, 3, 1, 0),
    ]
    assert [(c.summary, c.summary_text, c.prior_text) for c in found.compactions] == [
        ("readable", "Read a.py.", None),
        ("absent", None, "Read a.py."),
    ]
    assert [note.at for note in found.notes] == ["line 7 /$set/messages/1"]


def test_a_list_replaced_without_a_snapshot_is_no_compression() -> None:
    found = lines(said("1", "One."), {"$set": {"messages": [said("2", "Two.")]}})
    assert (shown(found), found.compactions) == ([("main", "u")], ())


def test_a_chat_that_begins_with_a_snapshot_has_nothing_before_it() -> None:
    found = lines({"$set": {"messages": [SNAPSHOT]}})
    assert (found.compactions[0].before_list, found.compactions[0].before_messages) == (None, 0)


def test_bad_lines_are_noted_and_violations_point_into_lines() -> None:
    text = "\n".join([json.dumps(HEAD), "{", json.dumps(said("1", [RESPONSE]))])
    found = inspect(text.encode())
    assert [note.code for note in found.notes] == ["jsonl-bad-line"]
    assert {v.pointer for v in found.lists[0].report.violations} == {"/lines/2"}


@pytest.mark.parametrize("value", [{**HEAD}, []])
def test_a_chat_without_messages_is_refused(value: object) -> None:
    with pytest.raises(CaptureError) as refused:
        inspect(json.dumps(value).encode(), format="gemini-cli-session")
    assert refused.value.code == "no-messages"
    with pytest.raises(CaptureError):
        inspect(f"{json.dumps(HEAD)}\n{json.dumps(HEAD)}\n".encode())
