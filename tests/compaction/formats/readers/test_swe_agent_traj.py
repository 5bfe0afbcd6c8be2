import json

import pytest

from compaction.errors import CaptureError
from compaction.inspection import Inspection, inspect

USER = {"role": "user", "content": "Fix it.", "message_type": "observation"}
CALL = {
    "role": "assistant",
    "content": "Listing.",
    "thought": "Hm.",
    "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "bash", "arguments": "{}"}}],
}
RESULT = {"role": "tool", "content": "a.txt", "tool_call_ids": ["c1"]}
PLAIN = {"role": "assistant", "content": "Done.", "tool_calls": None}


def read(value: object) -> Inspection:
    return inspect(json.dumps(value).encode(), format="swe-agent-traj")


def shown(found: Inspection) -> list[tuple[str, str]]:
    return [(one.path, one.roles) for one in found.lists]


def test_the_history_and_the_list_of_each_step_are_read_without_what_is_the_agents_own() -> None:
    found = read(
        {
            "history": [USER, CALL, RESULT, PLAIN, "odd"],
            "trajectory": [{"query": [USER]}, {"messages": [USER, CALL, RESULT]}, {"query": []}, "odd"],
            "info": {"model": "gpt-5.2"},
        }
    )
    assert shown(found) == [
        ("/history", "u a t a"),
        ("/trajectory/0/query", "u"),
        ("/trajectory/1/messages", "u a t"),
    ]
    assert [(one.source.request, one.source.model) for one in found.lists] == [
        (False, "gpt-5.2"),
        (True, "gpt-5.2"),
        (True, "gpt-5.2"),
    ]
    assert json.loads(found.lists[0].messages[2].native) == {"role": "tool", "content": "a.txt", "tool_call_id": "c1"}
    assert all(one.report.violations == () for one in found.lists)
    assert [note.at for note in found.notes] == ["/history/4"]


def test_a_call_at_the_end_is_pending() -> None:
    assert read({"history": [USER, CALL], "info": "odd"}).lists[0].pending == ("c1",)
    assert read({"history": [RESULT]}).lists[0].pending == ()
    assert read({"history": [USER, CALL, RESULT]}).lists[0].pending == ()


@pytest.mark.parametrize("value", [{"trajectory": [], "info": {}}, {"history": []}, []])
def test_a_run_without_messages_is_refused(value: object) -> None:
    with pytest.raises(CaptureError) as refused:
        read(value)
    assert refused.value.code == "no-messages"
