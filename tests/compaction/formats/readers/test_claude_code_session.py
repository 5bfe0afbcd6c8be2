import json

import pytest

from compaction.errors import CaptureError
from compaction.formats.readers import claude_code_session
from compaction.formats.sessions import claude_chain
from compaction.inspection import Inspection, inspect

BOUNDARY = {"type": "system", "subtype": "compact_boundary", "parentUuid": None}


def said(uuid: str, parent: str | None, content: object, role: str = "user", **members: object) -> dict:
    """One message record; `id` is the message id."""
    message = {"role": role, "content": content}
    if "id" in members:
        message["id"] = members.pop("id")
    if "model" in members:
        message["model"] = members.pop("model")
    return {"type": role, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message, **members}


def call(*ids: str) -> list:
    return [{"type": "tool_use", "id": one, "name": "ls", "input": {}} for one in ids]


def result(*ids: str) -> list:
    return [{"type": "tool_result", "tool_use_id": one, "content": "ok"} for one in ids]


def boundary(uuid: str, logical: str | None = None, **metadata: object) -> dict:
    return {**BOUNDARY, "uuid": uuid, "sessionId": "s", "logicalParentUuid": logical, "compactMetadata": metadata}


def summary(uuid: str, parent: str, text: str = "What was done.", **members: object) -> dict:
    return said(uuid, parent, text, isCompactSummary=True, **members)


def read(*records: object) -> Inspection:
    return inspect("".join(f"{json.dumps(record)}\n" for record in records).encode(), format="claude-code-session")


def shown(found: Inspection) -> list[tuple[str, str]]:
    return [(one.path, one.roles) for one in found.lists]


def noted(found: Inspection) -> list[tuple[str, str]]:
    return [(note.code, note.at) for note in found.notes]


def test_results_that_hang_under_their_own_call_lines_are_attached() -> None:
    found = read(
        said("u1", None, "Look."),
        said("a1", "u1", call("t1"), "assistant", id="m1"),
        said("a2", "a1", call("t2"), "assistant", id="m1"),
        said("a3", "a2", call("t3"), "assistant", id="m1"),
        said("r1", "a1", result("t1")),
        said("r2", "a2", result("t2")),
        said("r3", "a3", result("t3")),
        said("a4", "r1", "Done.", "assistant", id="m2"),
    )
    (only,) = found.lists
    assert only.roles == "u a u u u a"
    assert only.report.violations == ()
    assert (only.reachable, only.unreachable, only.pending) == (tuple(range(8)), (), ())
    assert [block.id for block in only.messages[1].blocks] == ["t1", "t2", "t3"]


def test_a_violation_points_into_the_line_that_holds_its_block() -> None:
    found = read(
        said("u1", None, "Look."),
        said("a1", "u1", [{"type": "text", "text": "I"}, {"type": "text", "text": "look."}], "assistant", id="m1"),
        said("a2", "a1", call("t1", "t2"), "assistant", id="m1"),
        said("r1", "a2", result("t1")),
        said("a3", "r1", "Done.", "assistant", id="m2"),
        said("u2", "a3", result("t9")),
    )
    places = {(v.rule, v.pointer, v.confidence.value, v.position) for v in found.lists[0].report.violations}
    assert ("answered-tool-use", "/lines/2/message/content/1", "fair", 1) in places
    assert ("paired-tool-result", "/lines/5/message/content/0", "fair", 4) in places


def test_calls_at_the_end_are_pending_unless_somebody_spoke_after_them() -> None:
    start = [said("u1", None, "Look."), said("a1", "u1", call("t1", "t2"), "assistant", id="m1")]
    running = read(*start, said("r1", "a1", result("t1"))).lists[0]
    assert (running.pending, running.report.violations) == (("t2",), ())
    left = read(*start, said("u2", "a1", "Never mind.")).lists[0]
    assert (left.pending, {v.rule for v in left.report.violations}) == ((), {"answered-tool-use"})


def test_a_gap_in_the_middle_of_a_turn_is_bridged_and_noted() -> None:
    found = read(
        said("u1", None, "Look."),
        said("a1", "u1", call("t1"), "assistant", id="m1"),
        said("r1", "hook-never-written", result("t1")),
    )
    assert shown(found) == [("main", "u a u")]
    assert noted(found) == [("gap-bridged", "line 3")]
    assert found.lists[0].report.violations == ()


def test_a_gap_before_a_prompt_is_bridged_where_a_compaction_shows_that_the_session_went_on() -> None:
    found = read(
        said("u1", None, "Look."),
        said("a1", "u1", "Seen.", "assistant", id="m1"),
        said("u2", "gone", "Again."),
        boundary("b1", "u2"),
        summary("n1", "b1"),
        said("u3", "gone too", "Go on."),
    )
    assert shown(found) == [("main, before boundary", "u a u"), ("main, after boundary", "u u")]
    assert noted(found) == [("gap-bridged", "line 3"), ("gap-bridged", "line 6")]


def test_a_link_through_records_that_are_no_messages_holds() -> None:
    found = read(
        {"type": "system", "subtype": "session_start", "uuid": "x0", "parentUuid": None, "sessionId": "s"},
        said("u1", "x0", "Look."),
        {"type": "progress", "uuid": "p1", "parentUuid": "u1", "sessionId": "s"},
        {"type": "progress", "uuid": "p2", "parentUuid": "never written", "sessionId": "s"},
        {"type": "progress", "uuid": "p2", "parentUuid": "u1", "sessionId": "s"},
        {"type": "progress", "sessionId": "s", "leafUuid": "x"},
        said("a1", "p2", "Seen.", "assistant", id="m1"),
    )
    assert shown(found) == [("main", "u a")]
    assert noted(found) == []


def test_a_log_that_begins_midway_says_so_and_its_first_result_is_no_orphan() -> None:
    found = read(said("r1", "elsewhere", result("t0")), said("a1", "r1", "Seen.", "assistant", id="m1"))
    assert shown(found) == [("main", "u a")]
    assert noted(found) == [("start-elsewhere", "line 1")]
    assert found.lists[0].report.violations == ()
    assert read(said("r1", "elsewhere", result("t0"))).lists[0].pending == ()
    later = read(
        said("a1", "elsewhere", "Seen.", "assistant", id="m1"),
        said("r1", "a1", result("t0")),
    )
    assert [v.rule for v in later.lists[0].report.violations if v.severity == "error"] == ["paired-tool-result"]


def test_repeated_records_are_read_once_and_other_records_with_the_same_id_twice() -> None:
    first = said("u1", None, "Look.")
    found = read(first, first, said("u1", "u1", "Other."))
    assert shown(found) == [("main", "u u")]
    assert noted(found) == [("duplicate-log-entry", "line 2"), ("duplicate-log-entry", "line 3")]
    assert [v.pointer for v in found.lists[0].report.violations if v.rule == "duplicate-log-entry"] == [
        "/lines/1/uuid",
        "/lines/2/uuid",
    ]


def test_dead_branches_are_noted_and_not_part_of_the_list() -> None:
    found = read(
        said("u1", None, "Look."),
        said("u2", "u1", "There."),
        said("u3", "u1", "Here."),
    )
    assert shown(found) == [("main", "u u")]
    assert found.lists[0].unreachable == (1,)
    assert noted(found) == [("records-off-path", "line 2")]


def test_several_compactions_make_a_sequence() -> None:
    found = read(
        said("u1", None, "One."),
        boundary("b1", "u1", trigger="auto", preTokens=10),
        summary("n1", "b1"),
        said("u2", "n1", "Two."),
        boundary("b2", "u2", trigger="odd", preTokens=True),
        summary("n2", "b2", "<analysis>Hm.</analysis>\n<summary>Second.</summary>"),
    )
    assert shown(found) == [
        ("main, before boundary", "u"),
        ("main, after boundary", "u u"),
        ("main, after boundary 2", "u"),
    ]
    assert [(c.before_list, c.list, c.before_messages, c.after_messages, c.at) for c in found.compactions] == [
        (0, 1, 1, 1, "line 2"),
        (1, 2, 2, 1, "line 5"),
    ]
    assert [(c.trigger, c.pre_tokens, c.summary_text, c.prior_text) for c in found.compactions] == [
        ("auto", 10, "What was done.", None),
        ("", None, "Second.", "What was done."),
    ]


def test_a_boundary_that_names_no_record_falls_back_to_the_last_message() -> None:
    found = read(
        said("u1", None, "One."),
        said("u2", "u1", "Two."),
        boundary("b1", "never written"),
        summary("n1", "b1"),
    )
    assert found.compactions[0].before_messages == 2
    assert noted(found) == [("boundary-parent-missing", "line 3")]


@pytest.mark.parametrize(
    "kept",
    [
        {"preservedSegment": {"headUuid": "u2", "tailUuid": "a2", "anchorUuid": "n1"}},
        {"preservedMessages": {"uuids": ["u2", "a2"], "anchorUuid": "n1"}},
        {"preservedMessages": ["u2", "a2"]},
    ],
)
def test_kept_messages_above_the_boundary_are_spliced_in(kept: dict) -> None:
    found = read(
        said("u1", None, "One."),
        said("u2", "u1", "Two."),
        said("a2", "u2", "Done.", "assistant", id="m2"),
        boundary("b1", "a2", **kept),
        summary("n1", "b1"),
        said("u3", "n1", "Three."),
    )
    assert found.lists[1].roles == "u u a u"
    assert [message.blocks[0].text for message in found.lists[1].messages] == [
        "What was done.",
        "Two.",
        "Done.",
        "Three.",
    ]
    assert (found.compactions[0].kept_messages, found.compactions[0].after_messages) == (2, 3)


def test_what_a_compaction_replaced_ends_at_the_record_that_it_names() -> None:
    found = read(
        said("u1", None, "One."),
        said("u2", "u1", "Taken back."),
        boundary("b1", "u1"),
        summary("n1", "b1"),
    )
    assert (found.lists[0].roles, found.lists[0].unreachable) == ("u", (1,))
    assert found.compactions[0].before_messages == 1


@pytest.mark.parametrize("kept", [{"headUuid": "gone", "tailUuid": "u1"}, {"headUuid": 1}, None])
def test_kept_messages_that_are_not_there_are_harmless(kept: object) -> None:
    found = read(
        said("u1", None, "One."),
        boundary("b1", "u1", preservedSegment=kept),
        summary("n1", "b1"),
        said("u2", "n1", "Two."),
    )
    assert (found.lists[1].roles, found.compactions[0].kept_messages) == ("u u", 0)


def test_kept_messages_are_none_where_the_session_went_another_way() -> None:
    kept = {"headUuid": "u1", "tailUuid": "u2", "anchorUuid": "n1"}
    found = read(
        said("u1", None, "One."),
        said("u2", "u1", "Two."),
        boundary("b1", "u2", preservedSegment=kept),
        summary("n1", "b1"),
    )
    assert (found.lists[1].roles, found.compactions[0].kept_messages) == ("u", 0)


def test_what_hangs_under_the_boundary_itself_follows_the_summary() -> None:
    found = read(
        said("u1", None, "One."),
        boundary("b1", "u1"),
        summary("n1", "b1"),
        said("u2", "b1", "Two."),
    )
    assert found.lists[1].roles == "u u"


def test_going_back_before_a_compaction_leaves_its_summary_unused() -> None:
    found = read(
        said("u1", None, "One."),
        said("u2", "u1", "Two."),
        boundary("b1", "u2"),
        summary("n1", "b1"),
        said("u3", "u1", "Another way."),
    )
    assert shown(found)[1] == ("main, after boundary", "u u")
    assert (found.compactions[0].list, found.compactions[0].after_messages) == (None, None)
    assert ("boundary-off-path", "line 3") in noted(found)


def test_going_back_two_compactions_meets_messages_that_are_no_longer_held() -> None:
    found = read(
        said("u1", None, "One."),
        boundary("b1", "u1"),
        summary("n1", "b1"),
        boundary("b2", "n1"),
        summary("n2", "b2"),
        said("u3", "u1", "Back."),
    )
    assert found.lists[-1].roles == "u"
    assert found.lists[-1].source.opens_midway


def test_a_boundary_without_a_summary_has_none() -> None:
    found = read(said("u1", None, "One."), boundary("b1", "u1"), said("u2", "b1", "Two."))
    assert (found.compactions[0].summary, found.compactions[0].after_messages) == ("absent", 0)
    assert found.lists[1].source.opens_midway


def test_a_log_that_ends_at_its_boundary_has_no_list_after_it() -> None:
    found = read(said("u1", None, "One."), boundary("b1", "u1"))
    assert (found.compactions[0].list, found.compactions[0].before_list) == (None, 0)


def test_a_compaction_that_left_nothing_and_was_done_again_has_the_same_list_before_it() -> None:
    found = read(said("u1", None, "One."), boundary("b1", "u1"), boundary("b2", "u1"), summary("n1", "b2"))
    assert [(c.before_list, c.list, c.before_messages) for c in found.compactions] == [(0, None, 1), (0, 1, 1)]


def test_a_repeated_boundary_is_one() -> None:
    found = read(said("u1", None, "One."), boundary("b1", "u1"), boundary("b1", "u1"), summary("n1", "b1"))
    assert len(found.compactions) == 1
    assert noted(found) == [("duplicate-log-entry", "line 3")]


def test_older_logs_have_a_summary_without_a_boundary() -> None:
    found = read(said("u1", None, "One."), said("u2", "u1", "Two."), summary("n1", "u2"), said("u3", "n1", "Three."))
    assert shown(found) == [("main, before boundary", "u u"), ("main, after boundary", "u u")]
    assert [(c.marker, c.before_messages, c.after_messages) for c in found.compactions] == [("isCompactSummary", 2, 1)]


def test_a_micro_compaction_right_before_a_compaction_belongs_to_the_list_before() -> None:
    micro = {"type": "system", "subtype": "microcompact_boundary", "uuid": "x", "parentUuid": "u1", "sessionId": "s"}
    found = read(said("u1", None, "One."), micro, boundary("b1", "x"), summary("n1", "b1"))
    assert [(c.kind, c.list) for c in found.compactions] == [("clearing", 0), ("explicit", 1)]


def test_side_chains_stand_apart_by_agent_or_by_their_root() -> None:
    side = {"isSidechain": True}
    found = read(
        said("u1", None, "Main."),
        said("x1", None, "First task.", **side),
        said("y1", None, "Second task.", agentId="b", **side),
        said("x2", "x1", "Done.", "assistant", **side),
        said("z1", None, "Third task.", **side),
        {"type": "progress", "uuid": "p", "parentUuid": "gone", "sessionId": "s", "agentId": "b", **side},
    )
    assert shown(found) == [("main", "u"), ("sidechain 1", "u a"), ("sidechain b", "u"), ("sidechain 3", "u")]


def test_a_second_session_in_the_file_stands_apart() -> None:
    found = read(
        said("u1", None, "Main."),
        {**said("v1", None, "Other."), "sessionId": "t"},
        said("u2", "u1", "Main."),
        {**said("v2", "not here", "Other."), "sessionId": "t"},
        {**said("w1", "u2", "Resumed."), "sessionId": "r"},
    )
    assert [(path, len(roles.split())) for path, roles in shown(found)] == [("main", 3), ("session 2", 1)]


def test_what_no_model_answered_and_attachments_are_noted() -> None:
    found = read(
        said("u1", None, "One."),
        said("a1", "u1", "API Error", "assistant", model="<synthetic>"),
        {"type": "attachment", "uuid": "x1", "parentUuid": "a1", "sessionId": "s", "attachment": {"type": "file"}},
        {"type": "attachment", "uuid": "x2", "parentUuid": "x1", "sessionId": "s", "attachment": {"type": "hook"}},
        {"type": "never-seen", "uuid": "x3", "parentUuid": "x2", "sessionId": "s"},
        {"type": "user", "uuid": "x4", "sessionId": "s", "message": {"role": "user"}},
        {"type": "user", "uuid": "x5", "sessionId": "s", "message": "odd"},
        ["odd"],
        said("u2", "x2", "Two.", model="claude-opus-4-5"),
    )
    assert shown(found) == [("main", "u u")]
    assert found.lists[0].source.model == "claude-opus-4-5"
    assert noted(found) == [
        ("synthetic-answer", "line 2"),
        ("attachment-sent", "line 3"),
        ("unknown-record", "line 5"),
        ("unknown-record", "line 6"),
        ("unknown-record", "line 7"),
        ("unknown-record", "line 8"),
    ]


def test_messages_of_another_tool_with_parts_are_read_in_their_own_dialect() -> None:
    turn = {"role": "model", "parts": [{"functionCall": {"id": "f1", "name": "ls", "args": {}}}, {"text": "Hm."}]}
    answer = {"role": "user", "parts": [{"functionResponse": {"id": "f1", "name": "ls", "response": {}}}]}
    found = read(
        {**said("u1", None, ""), "message": {"role": "user", "parts": [{"text": "Look."}]}},
        {**said("a1", "u1", "", "assistant"), "message": turn},
        {**said("r1", "a1", ""), "message": answer},
    )
    assert (found.lists[0].dialect, found.lists[0].roles) == ("gemini", "u m u")


def test_a_side_chain_that_hangs_under_its_call_does_not_take_the_main_one_along() -> None:
    found = read(
        said("u1", None, "Main."),
        said("a1", "u1", call("t1"), "assistant", id="m1"),
        said("x1", "a1", "Task.", isSidechain=True),
        said("x2", "x1", "Done.", "assistant", isSidechain=True),
        said("r1", "x2", result("t1")),
    )
    assert shown(found) == [("main", "u a u"), ("sidechain 1", "u a")]
    assert found.lists[0].report.violations == ()


def test_a_side_chain_may_be_compacted_too() -> None:
    side = {"isSidechain": True}
    found = read(
        said("u1", None, "Main."),
        said("x1", None, "Task.", **side),
        {**boundary("b1", "x1"), **side},
        summary("x2", "b1", **side),
    )
    assert shown(found) == [
        ("sidechain 1, before boundary", "u"),
        ("main", "u"),
        ("sidechain 1, after boundary", "u"),
    ]
    assert [(c.before_list, c.list) for c in found.compactions] == [(0, 2)]


def test_lines_that_cannot_be_read_are_noted_and_the_others_count() -> None:
    lines = [json.dumps(said("u1", None, "One.")), "{", json.dumps(said("u2", "u1", "Two."))]
    found = inspect("\n".join(lines).encode())
    assert (found.format, shown(found)) == ("claude-code-session", [("main", "u u")])
    assert noted(found) == [("jsonl-bad-line", "line 2")]


def test_two_records_on_one_line_are_both_read() -> None:
    first = json.dumps(said("u1", None, "One."))
    second = json.dumps(said("u2", "u1", "Two.")) + json.dumps(said("u3", "u2", "Three."))
    found = inspect(f"{first}\n{second}\n".encode())
    assert shown(found) == [("main", "u u u")]
    assert noted(found) == [("jsonl-joined-values", "line 2")]


def test_a_list_names_only_the_first_repeated_records(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claude_chain, "TWICE_KEPT", 1)
    first = said("u1", None, "Look.")
    found = read(first, first, first)
    assert len([v for v in found.lists[0].report.violations if v.rule == "duplicate-log-entry"]) == 1
    assert len(found.notes) == 2


def test_a_log_without_messages_is_refused() -> None:
    with pytest.raises(CaptureError) as refused:
        read({"type": "progress", "uuid": "p", "sessionId": "s"})
    assert refused.value.code == "no-messages"


def test_a_window_beyond_any_request_is_given_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claude_chain, "PART_BYTES", 30)
    text = "x" * 40
    found = read(
        said("u1", None, text),
        said("a1", "u1", call("t1"), "assistant", id="m1"),
        said("u2", "a1", text),
        said("u3", "u2", text),
        boundary("b1", "u3"),
        summary("n1", "b1"),
    )
    assert [path for path, _ in shown(found)] == [
        "main, part 1",
        "main, part 2",
        "main, part 3",
        "main, after boundary",
    ]
    assert (found.compactions[0].before_list, found.compactions[0].before_messages) == (2, 4)
    assert [one.source.opens_midway for one in found.lists] == [False, True, True, False]


def test_side_chains_that_hold_too_much_are_given_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claude_code_session, "SIDE_BYTES", 10)
    found = read(
        said("u1", None, "Main."),
        said("x1", None, "First task.", isSidechain=True, agentId="a"),
        said("y1", None, "Second task.", isSidechain=True, agentId="b"),
    )
    assert [path for path, _ in shown(found)] == ["sidechain a", "main", "sidechain b"]
