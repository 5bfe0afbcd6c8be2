import json

import pytest

from compaction.errors import CaptureError
from compaction.inspection import Inspection, inspect


def message(id: str, text: str, role: str = "user") -> dict:
    return {
        "id": id,
        "kind": "MessageEvent",
        "llm_message": {"role": role, "content": [{"type": "text", "text": text}]},
    }


def action(id: str, call: str, answer: str = "", **members: object) -> dict:
    made = {"id": call, "name": "terminal", "arguments": "{}"}
    return {
        "id": id,
        "kind": "ActionEvent",
        "tool_name": "terminal",
        "tool_call": made,
        "llm_response_id": answer,
        **members,
    }


def observation(id: str, call: str) -> dict:
    return {
        "id": id,
        "kind": "ObservationEvent",
        "tool_call_id": call,
        "observation": {"content": [{"type": "text", "text": "ok"}]},
    }


def read(*events: object, **chosen: str) -> Inspection:
    return inspect(json.dumps(list(events)).encode(), format="openhands-events", **chosen)


def shown(found: Inspection) -> list[tuple[str, str]]:
    return [(one.path, one.roles) for one in found.lists]


def test_calls_of_one_answer_are_one_message() -> None:
    found = read(
        {"id": "0", "kind": "SystemPromptEvent", "system_prompt": {"text": "You work."}},
        message("1", "Look."),
        action("2", "c1", "r1", thinking_blocks=[{"thinking": "Hm."}]),
        action("3", "c2", "r1"),
        observation("4", "c1"),
        {"id": "5", "kind": "AgentErrorEvent", "tool_call_id": "c2", "error": "No."},
        {"id": "6", "kind": "PauseEvent"},
        {"id": "7", "kind": "NeverSeenEvent"},
        "odd",
        dialect="openai-chat",
    )
    assert shown(found) == [("main", "s u a t t")]
    (only,) = found.lists
    assert only.report.violations == ()
    assert [type(block).__name__ for block in only.messages[2].blocks] == ["Thinking", "ToolUse", "ToolUse"]
    assert [note.at for note in found.notes] == ["/7", "/8"]


def test_a_call_at_the_end_is_pending() -> None:
    start = [message("1", "Look."), action("2", "c1", "r1"), action("3", "c2", "r1"), observation("4", "c1")]
    assert read(*start).lists[0].pending == ("c2",)
    assert read(*start, message("5", "Never mind.")).lists[0].pending == ()
    assert read(observation("1", "c1")).lists[0].pending == ()


def test_condensations_follow_each_other() -> None:
    found = read(
        message("1", "One."),
        message("2", "Two."),
        {"id": "3", "kind": "Condensation", "forgotten_event_ids": ["2"], "summary": "First.", "summary_offset": 0},
        message("4", "Three."),
        {"id": "5", "kind": "Condensation", "forgotten_event_ids": ["1"]},
    )
    assert [(one.path, [m.blocks[0].text for m in one.messages]) for one in found.lists] == [
        ("before condensation", ["One.", "Two."]),
        ("after condensation", ["First.", "One.", "Three."]),
        ("after condensation 2", ["First.", "Three."]),
    ]
    assert [
        (c.summary, c.before_messages, c.after_messages, c.kept_messages, c.prior_text) for c in found.compactions
    ] == [
        ("readable", 2, 2, 1, None),
        ("absent", 3, 2, 2, "First."),
    ]


def test_all_may_be_forgotten_and_a_log_may_begin_with_a_condensation() -> None:
    found = read(message("1", "One."), {"kind": "Condensation", "forgotten_event_ids": ["1"]})
    assert (shown(found), found.compactions[0].list) == ([("before condensation", "u")], None)
    begins = read({"kind": "Condensation", "summary": "First."}, message("1", "One."))
    assert (begins.compactions[0].before_list, begins.lists[0].roles) == (None, "u u")


def test_older_events_are_read_too() -> None:
    metadata = {"tool_call_id": "c1", "function_name": "execute_bash"}
    condensed = {"forgotten_events_start_id": 2, "forgotten_events_end_id": 3, "summary": "Done."}
    found = read(
        {"id": 0, "source": "agent", "action": "system", "args": {"content": "You work."}},
        {"id": 1, "source": "user", "action": "message", "args": {"content": "Look."}},
        {"id": 2, "source": "agent", "action": "run", "args": {"command": "ls"}, "tool_call_metadata": metadata},
        {"id": 3, "source": "agent", "observation": "run", "content": "a.txt", "tool_call_metadata": metadata},
        {"id": 4, "source": "agent", "action": "condensation", "args": condensed},
        {"id": 5, "source": "agent", "action": "read", "args": {"thought": "Hm."}},
        {"id": 6, "source": "agent", "observation": "read", "content": "x", "cause": 5},
        {"id": 7, "source": "agent", "action": "message", "message": "Seen."},
        {"id": 8, "source": "environment", "observation": "agent_state_changed"},
        {"id": 9, "source": "environment", "action": "change_agent_state"},
        {"id": 10, "source": "agent", "action": "condensation", "args": {"forgotten_events_start_id": "odd"}},
    )
    assert shown(found) == [
        ("before condensation", "s u a t"),
        ("after condensation", "s u u a t a"),
        ("after condensation 2", "s u u a t a"),
    ]
    assert found.lists[1].messages[3].blocks[1].id == "event-5"
    assert found.notes == ()


def test_events_stand_one_a_line_or_alone() -> None:
    text = f"{json.dumps(message('1', 'One.'))}\n{{\n{json.dumps(observation('2', 'c1'))}\n"
    found = inspect(text.encode(), dialect="openai-chat")
    assert (found.format, shown(found)) == ("openhands-events", [("main", "u t")])
    assert [note.code for note in found.notes] == ["jsonl-bad-line"]
    assert {v.pointer for v in found.lists[0].report.violations} == {"/lines/2"}
    alone = inspect(json.dumps(message("1", "One.")).encode())
    assert (alone.format, shown(alone)) == ("openhands-events", [("main", "u")])


@pytest.mark.parametrize("value", [[{"kind": "PauseEvent"}], {"kind": "PauseEvent"}])
def test_a_log_without_messages_is_refused(value: object) -> None:
    with pytest.raises(CaptureError) as refused:
        inspect(json.dumps(value).encode(), format="openhands-events")
    assert refused.value.code == "no-messages"
