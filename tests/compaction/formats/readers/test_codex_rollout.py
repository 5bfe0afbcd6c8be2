import json

import pytest

from compaction.errors import CaptureError
from compaction.formats.readers import codex_rollout
from compaction.inspection import Inspection, inspect

META = {"timestamp": "t", "type": "session_meta", "payload": {"id": "s"}}


def record(kind: str, payload: object) -> dict:
    return {"timestamp": "t", "type": kind, "payload": payload}


def item(**members: object) -> dict:
    return record("response_item", members)


def said(text: str, role: str = "user") -> dict:
    kind = "output_text" if role == "assistant" else "input_text"
    return item(type="message", role=role, content=[{"type": kind, "text": text}])


def call(call_id: str) -> dict:
    return item(type="function_call", call_id=call_id, name="shell", arguments="{}")


def output(call_id: str) -> dict:
    return item(type="function_call_output", call_id=call_id, output="ok")


def event(kind: str, **members: object) -> dict:
    return record("event_msg", {"type": kind, **members})


def compacted(message: str = "", history: object = None) -> dict:
    replaced = {} if history is None else {"replacement_history": history}
    return record("compacted", {"message": message, **replaced})


def read(*records: object) -> Inspection:
    return inspect("".join(f"{json.dumps(one)}\n" for one in records).encode(), format="codex-rollout")


def shown(found: Inspection) -> list[tuple[str, str]]:
    return [(one.path, one.roles) for one in found.lists]


def noted(found: Inspection) -> list[tuple[str, str]]:
    return [(note.code, note.at) for note in found.notes]


def test_only_items_are_read_and_a_violation_points_into_its_line() -> None:
    found = read(
        META,
        record("turn_context", {"model": "gpt-5.2"}),
        said("Look."),
        event("user_message", message="Look."),
        item(type="ghost_snapshot"),
        output("c0"),
        item(content=[], role="assistant"),
    )
    assert shown(found) == [("window 1", "u o a")]
    (only,) = found.lists
    assert (only.source.model, only.reachable, only.unreachable) == ("gpt-5.2", (2, 5, 6), ())
    assert [(v.rule, v.pointer) for v in only.report.violations if v.severity == "error"] == [
        ("paired-tool-result", "/lines/5/payload")
    ]


def test_calls_at_the_end_are_pending_unless_somebody_spoke_after_them() -> None:
    running = read(META, said("Look."), call("c1"), call("c2"), output("c1")).lists[0]
    assert running.pending == ("c2",)
    assert [v.rule for v in running.report.violations if v.severity == "error"] == []
    left = read(META, said("Look."), call("c1"), said("Never mind.")).lists[0]
    assert left.pending == ()
    assert "answered-tool-use" in {v.rule for v in left.report.violations}


def test_old_files_have_bare_items() -> None:
    found = read(
        {"id": "s", "timestamp": "t", "instructions": None},
        {"record_type": "state"},
        {"type": "message", "role": "user", "content": "Look."},
        {"alpha": 1},
        [1],
    )
    assert shown(found) == [("window 1", "u")]
    assert noted(found) == [("unknown-record", "line 4"), ("unknown-record", "line 5")]
    assert found.lists[0].source.places[0][0].pointer == "/lines/2"


def test_a_rollback_drops_turns_from_the_end() -> None:
    found = read(
        META,
        said("<environment_context>repo</environment_context>"),
        said("One."),
        said("First.", "assistant"),
        said("Two."),
        said("Second.", "assistant"),
        event("thread_rolled_back", num_turns=1),
        said("Three."),
    )
    assert shown(found) == [("window 1", "u u a u")]
    assert found.lists[0].unreachable == (4, 5)
    assert shown(read(META, said("One.", "developer"), event("thread_rolled_back", num_turns=2))) == [("window 1", "s")]


def test_several_windows_are_numbered_and_form_a_sequence() -> None:
    first = {
        "type": "message",
        "role": "user",
        "content": "Another language model started to solve this problem:\nOne.",
    }
    found = read(
        META,
        said("Look."),
        event("token_count", info={"last_token_usage": {"total_tokens": 900}}),
        event("token_count", info=None),
        compacted("", [first, "odd"]),
        event("context_compacted"),
        said("Go on."),
        compacted("Two.", []),
        event("context_compacted"),
    )
    assert shown(found) == [("window 1", "u"), ("window 2", "u u")]
    assert [(c.before_list, c.list, c.before_messages, c.after_messages) for c in found.compactions] == [
        (0, 1, 1, 1),
        (1, None, 2, 0),
    ]
    assert [(c.summary_text, c.prior_text, c.pre_tokens) for c in found.compactions] == [
        ("One.", None, 900),
        ("Two.", "One.", None),
    ]
    assert noted(found) == []


def test_a_compaction_without_any_summary_says_so() -> None:
    found = read(META, said("Look."), compacted("", [{"type": "message", "role": "user", "content": "Look."}]))
    assert (found.compactions[0].summary, found.compactions[0].kept_messages) == ("absent", 0)


def test_a_log_that_begins_with_a_compaction_has_nothing_before_it() -> None:
    found = read(META, compacted("What was done."))
    assert shown(found) == [("window 2", "u")]
    assert (found.compactions[0].before_list, found.compactions[0].before_messages) == (None, 0)
    assert found.lists[0].source.places[0][0].pointer == "/lines/1/payload/message"


def test_an_announcement_alone_is_no_compaction_and_is_noted() -> None:
    found = read(META, said("Look."), event("context_compacted"), said("Go on."))
    assert (len(found.compactions), noted(found)) == (0, [("compaction-announced", "line 3")])
    again = read(META, compacted("Done."), event("context_compacted"), event("context_compacted"))
    assert noted(again) == [("compaction-announced", "line 4")]
    before = read(META, said("Look."), event("context_compacted"), compacted("Done."))
    assert (len(before.compactions), noted(before)) == (1, [])


def test_user_messages_beside_an_old_summary_are_kept_as_far_as_they_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codex_rollout, "USER_CHARACTERS", 8)
    found = read(META, said("Rules.", "developer"), said("First."), said("Second"), said("3."), compacted("Done."))
    assert [message.blocks[0].text for message in found.lists[1].messages] == ["Rules.", "Second", "3.", "Done."]


def test_a_window_beyond_any_request_is_given_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codex_rollout, "PART_BYTES", 20)
    found = read(META, said("One."), call("c1"), output("c1"), said("Two."), compacted("Done."))
    assert [path for path, _ in shown(found)][-1] == "window 2"
    assert [path for path, _ in shown(found)][:2] == ["window 1, part 1", "window 1, part 2"]
    assert found.compactions[0].before_messages == 4


def test_unknown_records_are_noted_and_bad_lines_too() -> None:
    text = "\n".join([json.dumps(META), json.dumps(said("Look.")), "{", json.dumps(record("odd", {}))])
    found = inspect(text.encode())
    assert found.format == "codex-rollout"
    assert noted(found) == [("jsonl-bad-line", "line 3"), ("unknown-record", "line 4")]


def test_a_log_without_items_is_refused() -> None:
    with pytest.raises(CaptureError) as refused:
        read(META)
    assert refused.value.code == "no-messages"
