import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from compaction.boundary import Cut, PairReport, explain_pair
from compaction.errors import UnreadableRequest

Body = Callable[..., bytes]
F1 = ("S", "U:one", "A{a b}", "T{a}:first", "T{b}:second", "U:two")
F2 = ("A{h}", "T{h}", "U:one", "U:two")
SUM = "U:Summary of what was said before."
REPOSITORY = Path(__file__).resolve().parents[3]
TRAFFIC = Path(os.environ.get("SHARED") or REPOSITORY.parent / "shared") / "traffic"


def told(report: PairReport) -> list[tuple[str, str, str, str | None]]:
    return [
        (
            found.violation.rule,
            found.violation.pointer,
            found.origin.value,
            found.cause.kind.value if found.cause else None,
        )
        for found in report.violations
    ]


def explain(before: bytes, after: bytes, dialect: str = "anthropic", **options: Any) -> PairReport:
    return explain_pair(before, after, dialect, **options)


def test_a_correct_cut_is_seen_as_it_was_made(body: Body) -> None:
    report = explain(body(*F1), body("S", SUM, "U:two"), keep_last=2)

    assert report.observed.cut == report.expected == Cut(1, 1, 5)
    assert report.observed.end_pointer == "/messages/5"
    assert report.observed.inserted == ("/messages/1",)
    assert report.observed.removed == tuple(f"/messages/{place}" for place in range(1, 5))
    assert (report.violations, report.lost) == ((), ())


def test_a_cut_through_an_exchange_names_where_it_should_have_stood(body: Body) -> None:
    report = explain(body(*F1), body("S", SUM, "T{b}:second", "U:two"), keep_last=2)

    assert told(report) == [("paired-tool-result", "/messages/2", "introduced", "cut-an-exchange")]
    (found,) = report.violations
    assert found.cause is not None
    assert (found.cause.at, found.cause.instead) == (("/messages/4",), "/messages/5")
    assert found.counterpart == "/messages/2/tool_calls/1"
    assert (report.observed.cut.end, report.expected) == (4, Cut(1, 1, 5))
    assert (report.expected_pointer, report.nearest_pointer) == ("/messages/5", "/messages/5")
    assert report.nearest == Cut(1, 1, 5)


def test_where_nobody_says_how_many_were_to_be_kept_only_the_nearest_cut_is_known(body: Body) -> None:
    report = explain(body(*F1), body("S", SUM))

    assert (report.expected, report.expected_pointer) == (None, None)
    assert (report.nearest, report.nearest_pointer) == (Cut(1, 1, 6), None)


def test_a_cut_before_results_that_end_the_list_has_no_better_place(body: Body) -> None:
    report = explain(body(*F1[:5]), body("S", SUM, "T{a}:first", "T{b}:second"))

    assert [found.cause and (found.cause.at, found.cause.instead) for found in report.violations] == [
        (("/messages/3",), None)
    ] * 2


def test_a_head_with_a_call_is_named(body: Body) -> None:
    report = explain(body(*F2), body("A{h}", SUM, "U:two"))

    assert told(report) == [("answered-tool-use", "/messages/0/tool_calls/0", "introduced", "head-carries-a-call")]
    assert report.violations[0].counterpart == "/messages/1"


def test_results_lost_from_the_tail_are_named(body: Body) -> None:
    report = explain(body("U:go", "U:one", *F1[2:]), body("U:go", SUM, "A{a b}", "T{a}:first", "U:two"))

    assert told(report) == [
        ("answered-tool-use", "/messages/2/tool_calls/1", "introduced", "results-dropped-on-rebuild")
    ]
    assert report.violations[0].cause is not None
    assert report.violations[0].cause.at == ("/messages/4",)


def test_a_summary_in_the_wrong_role_is_named(body: Body) -> None:
    report = explain(body(*F1), body("S", "S:Summary", "U:two"))

    assert told(report) == [("system-position", "/messages/1", "introduced", "summary-with-wrong-role")]
    assert explain(body(*F1), body("S", "S:Summary", "U:two"), "openai-chat").violations == ()


def test_a_blank_summary_is_named(body: Body) -> None:
    report = explain(body(*F1), body("S", "U: ", "U:two"))

    assert told(report) == [("non-empty-content", "/messages/1/content", "introduced", "summary-is-blank")]


def test_a_message_that_a_rewrite_emptied_is_named(body: Body) -> None:
    report = explain(body("U:one", "A:two", "U:three", "U:four"), body("U:one", SUM, "U: ", "U:four"))

    assert told(report) == [("non-empty-content", "/messages/2/content", "introduced", "summary-is-blank")]
    report = explain(body("U:one", "A:two", "U:three"), body("U:one", "A: ", "U:three"))
    assert told(report) == [("non-empty-content", "/messages/1/content", "introduced", "rewrite-emptied-a-message")]
    assert report.violations[0].cause is not None and report.violations[0].cause.at == ("/messages/1",)


def test_what_was_broken_before_is_inherited(body: Body) -> None:
    orphan = ("U:one", "A:two", "T{x}:lost", "U: ", "U:three")

    assert told(explain(body(*orphan), body("U:one", SUM, *orphan[2:]))) == [
        ("paired-tool-result", "/messages/2", "inherited", None),
        ("non-empty-content", "/messages/3/content", "inherited", None),
    ]


def test_orphans_that_a_safety_net_removed_are_lost(body: Body) -> None:
    before = body("U:one", "A:two", "U:three", "T{x}:lost", "U:four")

    report = explain(before, body("U:one", SUM, "U:three", "U:four"))
    assert (report.violations, [cause.at for cause in report.lost]) == ((), [("/messages/3",)])
    assert explain(before, before).lost == ()


def test_results_are_entries_of_their_own_in_a_user_turn() -> None:
    call = {"role": "assistant", "content": [{"type": "tool_use", "id": name, "name": "f"} for name in "ab"]}
    results = [{"type": "tool_result", "tool_use_id": name, "content": name} for name in "ab"]

    def request(*messages: dict[str, Any]) -> bytes:
        return json.dumps({"messages": messages}).encode()

    head, end = {"role": "user", "content": "go"}, {"role": "user", "content": "on"}
    before = request(head, call, {"role": "user", "content": results}, end)
    summary = {"role": "user", "content": "Summary"}
    report = explain(before, request(head, summary, {"role": "user", "content": results[1:]}, end), keep_last=2)

    assert told(report) == [("paired-tool-result", "/messages/2/content/0", "introduced", "cut-an-exchange")]
    assert report.violations[0].counterpart == "/messages/1/content/1"
    assert (report.observed.cut, report.expected) == (Cut(1, 1, 3), Cut(1, 1, 4))
    assert [fate.fate.value for fate in report.before] == ["kept", "summarised", "rewritten", "kept"]


DEEP = b'{"messages":[{"role":"user","content":[{"type":"image","x":' + b"[" * 5000 + b"]" * 5000 + b"}]}]}"


@pytest.mark.parametrize("broken", [b"", b"[]", b'{"messages": [' + b"[" * 100_000, DEEP])
def test_a_body_that_cannot_be_read_is_refused(body: Body, broken: bytes) -> None:
    with pytest.raises(UnreadableRequest):
        explain(body("U"), broken)
    with pytest.raises(UnreadableRequest):
        explain(broken, body("U"))


def test_a_body_without_messages_explains_nothing(body: Body) -> None:
    report = explain(b"{}", b'{"messages": 1}')

    assert (report.before, report.after, report.violations) == ((), (), ())


def test_the_shipped_sample_breaks_role_and_pair_together() -> None:
    if not TRAFFIC.is_dir():
        pytest.skip("../shared/traffic is not here")
    before = (TRAFFIC / "sample_before.json").read_bytes()
    after = (TRAFFIC / "sample_after_summarize.json").read_bytes()

    report = explain(before, after, keep_last=2)

    assert (report.observed.cut.end, report.expected) == (9, Cut(1, 1, 10))
    assert told(report) == [
        ("system-position", "/messages/1", "introduced", "summary-with-wrong-role"),
        ("paired-tool-result", "/messages/2", "inherited", None),
    ]
    assert [found[0] for found in told(explain(before, after, "openai-chat"))] == ["paired-tool-result"]


def test_near_the_limit_of_nesting_a_body_is_either_read_or_refused() -> None:
    refused = 0
    for depth in range(sys.getrecursionlimit() - 200, sys.getrecursionlimit() + 20):
        nested = b"[" * depth + b"]" * depth
        request = b'{"messages":[{"role":"user","content":[{"type":"image","x":%s}]}]}' % nested
        try:
            explain(request, request)
        except UnreadableRequest:
            refused += 1
    assert refused
