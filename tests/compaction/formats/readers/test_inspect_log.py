import json

import pytest

from compaction.errors import CaptureError
from compaction.formats import Answer, read
from compaction.inspection import Inspection, inspect

USER = {"role": "user", "content": "Say hi"}
NATIVE = {"model": "gpt-5.2", "messages": [USER]}
OUTPUT = {"choices": [{"message": {"role": "assistant", "content": "hi"}}]}


def encoded(*samples: object) -> bytes:
    return json.dumps({"eval": {}, "version": 2, "status": "success", "samples": list(samples)}).encode()


def inspected(*samples: object, **chosen: str) -> Inspection:
    return inspect(encoded(*samples), format="inspect-log", **chosen)


def shown(found: Inspection) -> list[tuple[str, str]]:
    return [(one.path, one.roles) for one in found.lists]


def test_the_native_request_is_preferred_and_its_answer_read() -> None:
    event = {
        "event": "model",
        "model": "openai/gpt-5.2",
        "input": [USER],
        "call": {"request": NATIVE},
        "output": OUTPUT,
    }
    whole = {**event, "call": {"request": NATIVE, "response": OUTPUT}}
    sample = {"events": [event, whole, {"event": "tool"}, "odd"], "messages": [USER]}
    found = inspected(sample)
    assert shown(found) == [(f"/samples/0/events/{at}/call/request/messages", "u") for at in (0, 1)]
    assert (found.requests, found.responses) == (2, 2)
    answers = [one for one in read([encoded(sample)]) if isinstance(one, Answer)]
    assert [(one.at, one.text) for one in answers] == [
        ("/samples/0/events/0/output", "hi"),
        ("/samples/0/events/1/call/response", "hi"),
    ]


def test_without_a_native_request_the_list_is_in_the_logs_own_form() -> None:
    call = {"id": "c1", "function": "ls", "arguments": {}}
    own = [
        USER,
        {"role": "assistant", "content": [{"type": "reasoning", "reasoning": "Hm."}], "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "a.txt"},
    ]
    found = inspected({"events": [{"event": "model", "model": "m", "input": own}]})
    assert shown(found) == [("/samples/0/events/0/input", "u a t")]
    (only,) = found.lists
    assert (only.dialect, only.reconstructed, only.source.model) == (None, True, "m")
    assert [type(block).__name__ for block in only.messages[1].blocks] == ["Thinking", "ToolUse"]
    assert inspected({"messages": own}, dialect="anthropic").lists[0].roles == "u a u"
    assert shown(inspected({"messages": own})) == [("/samples/0/messages", "u a t")]


@pytest.mark.parametrize(
    "pools",
    [
        {"message_pool": [USER, USER], "call_pool": [USER, USER]},
        {"events_data": {"messages": [USER, USER], "calls": [USER, USER]}},
    ],
)
def test_messages_may_stand_in_pools(pools: dict) -> None:
    call = {"request": {"model": "gpt-5.2"}, "call_key": "messages", "call_refs": [[0, 2], 1, 7, "odd", [1, 0]]}
    events = [{"event": "model", "call": call}, {"event": "model", "input_refs": [[0, 1]]}]
    found = inspected({**pools, "events": events})
    assert shown(found) == [
        ("/samples/0/events/0/call/request/messages", "u u u"),
        ("/samples/0/events/1/input", "u"),
    ]


def test_compactions_stand_between_the_lists_of_their_sample() -> None:
    model = {"event": "model", "call": {"request": NATIVE}}
    mark = {"event": "compaction", "type": "summary", "summary": "Hi was said.", "tokens_before": 9}
    found = inspected(
        {"events": [model, mark, model, {"event": "compaction", "type": "edit", "tokens_before": True}]},
        {"events": [{"event": "compaction"}, {"event": "compaction"}, model]},
        "odd",
    )
    assert [(c.kind, c.at, c.before_list, c.list, c.before_messages, c.after_messages) for c in found.compactions] == [
        ("explicit", "/samples/0/events/1", 0, 1, 1, 1),
        ("clearing", "/samples/0/events/3", 1, None, 1, None),
        ("explicit", "/samples/1/events/0", None, None, 0, None),
        ("explicit", "/samples/1/events/1", None, 2, 0, 1),
    ]
    assert [(c.summary, c.summary_text, c.pre_tokens) for c in found.compactions[:2]] == [
        ("readable", "Hi was said.", 9),
        ("absent", None, None),
    ]
    assert [note.at for note in found.notes] == ["/samples/2"]


@pytest.mark.parametrize("log", [{"samples": [{"events": []}]}, {}, []])
def test_a_log_without_lists_is_refused(log: object) -> None:
    with pytest.raises(CaptureError) as refused:
        inspect(json.dumps(log).encode(), format="inspect-log")
    assert refused.value.code == "no-messages"
