"""The front door: layers, dialect names, order, bodies that are none, counterparts."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from compaction.errors import UnreadableRequest
from compaction.findings import Severity, Violation, WireRole
from compaction.shape import RULES, Report, Rule, check
from compaction.shape.check import in_order, walked
from compaction.shape.native import Native
from compaction.shape.rule import Breach


def core(messages: object, dialect: str = "anthropic") -> Report:
    return check(json.dumps({"messages": messages}).encode(), dialect=dialect, layer="core")


def use(*ids: str) -> dict[str, object]:
    return {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": call, "name": "t", "input": {}} for call in ids],
    }


def result(*ids: str) -> dict[str, object]:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call, "content": "x"} for call in ids]}


def places(report: Report) -> list[tuple[str, str]]:
    return [(violation.rule, violation.pointer) for violation in report.violations]


USER = {"role": "user", "content": "Go on."}
SYSTEM = {"role": "system", "content": "Be brief."}
BLANK = {"role": "assistant", "content": " "}


def test_the_default_layer_is_the_provider_layer() -> None:
    empty = b'{"messages": []}'
    assert check(empty, dialect="anthropic") == check(empty, dialect="anthropic", layer="provider")
    assert [violation.layers for violation in check(empty, dialect="anthropic").violations] == [("provider",)]


def test_an_unknown_layer_is_wrong_use() -> None:
    with pytest.raises(ValueError, match="core, provider or both"):
        check(b"{}", dialect="anthropic", layer="all")


def test_anthropic_messages_is_another_name_of_anthropic() -> None:
    messages = [USER, SYSTEM, USER, {"role": "tool", "tool_call_id": "x", "content": "y"}]
    assert core(messages, "anthropic-messages") == core(messages, "anthropic")
    assert core(messages, "anthropic").violations != core(messages, "openai-chat").violations


@pytest.mark.parametrize("dialect", ["gemini", "bedrock-converse", "openai-responses", "some-vendor"])
def test_every_other_dialect_is_judged_by_the_two_pairing_rules(dialect: str) -> None:
    messages = [USER, SYSTEM, USER, BLANK, use("a"), USER, {"role": "tool", "tool_call_id": "b"}]
    assert places(core(messages, dialect)) == [
        ("answered-tool-use", "/messages/4/content/0"),
        ("paired-tool-result", "/messages/6"),
    ]


def test_violations_come_by_index_and_then_in_the_order_of_the_rules() -> None:
    messages = [use("a"), {"role": "system", "content": ""}, result("b"), use("c")]
    report = core(messages)
    assert [(v.index, v.rule) for v in report.violations] == [
        (0, "answered-tool-use"),
        (1, "system-position"),
        (1, "non-empty-content"),
        (2, "paired-tool-result"),
        (3, "answered-tool-use"),
    ]


def test_a_violation_is_an_error_of_the_core_layer() -> None:
    [violation] = core([use("a"), USER]).violations
    assert violation == Violation(
        rule="answered-tool-use",
        severity=Severity.ERROR,
        layers=("core",),
        index=0,
        position=0,
        pointer="/messages/0/content/0",
        counterpart="/messages/1",
    )


def test_index_counts_entries_and_position_counts_messages() -> None:
    messages = [USER, use("p1", "p2", "p3"), result("p1", "p2", "p3"), SYSTEM, USER]
    [violation] = core(messages).violations
    assert (violation.index, violation.position, violation.pointer) == (5, 3, "/messages/3")


def test_an_unreadable_message_is_named_and_its_neighbours_close_up() -> None:
    report = core([USER, use("a"), {"role": 7}, result("a"), "no message", SYSTEM, USER])
    assert report.unreadable == (2, 4)
    [violation] = report.violations
    assert (violation.rule, violation.index, violation.pointer) == ("system-position", 3, "/messages/5")


def test_raw_roles_are_named_in_order_whether_readable_or_not() -> None:
    report = core([{"role": "tool", "content": "x"}, 5, {"role": 7}, {"role": None}, {}, USER])
    assert report.wire_roles == (
        WireRole(0, "tool", "/messages/0/role"),
        WireRole(1, "", "/messages/1"),
        WireRole(2, "", "/messages/2/role"),
        WireRole(3, "", "/messages/3/role"),
        WireRole(4, "", "/messages/4"),
    )


def test_an_unreadable_message_with_a_legal_role_is_no_role_violation() -> None:
    assert core([{"role": "user", "content": 7}]).wire_roles == ()


def test_raw_roles_are_judged_in_one_dialect_only() -> None:
    assert core([{"role": "tool", "content": "x"}], "openai-chat").wire_roles == ()


def test_accepted_means_no_error_and_no_unknown_role() -> None:
    assert core([USER]).accepted
    assert core([{"role": 7}, USER], "openai-chat").accepted
    assert not core([use("a")]).accepted
    assert not core([{"role": "developer", "content": "x"}]).accepted
    noted = replace(core([use("a")]).violations[0], severity=Severity.NOTE)
    assert Report(violations=(noted,)).accepted


@pytest.mark.parametrize(
    "body", [b"{}", b'{"messages": null}', b'{"messages": {}}', b'{"messages": "x"}', b' {"a": 1}\n']
)
def test_a_body_without_a_list_gives_an_empty_report(body: bytes) -> None:
    assert check(body, dialect="anthropic", layer="core") == Report()


@pytest.mark.parametrize(
    ("body", "code", "offset"),
    [
        (b"", "empty-file", 0),
        (b" \n", "empty-file", 2),
        (b"[]", "json-not-object", 0),
        (b' "x"', "json-not-object", 1),
        (b'{"a": 1', "json-truncated", 7),
        (b'{"a": "x', "json-truncated", 6),
        (b'{"a": 1}}', "json-syntax", 8),
        ('{"ä": 1, b}'.encode(), "json-syntax", 10),
        (b'{"NaN": [1, NaN]}', "json-nonfinite", 12),
        (b'{"a": -Infinity}', "json-nonfinite", 6),
        (b'{"a": "\xff"}', "bad-encoding", 7),
        (b"\xff\xfe{\x00}\x00", "bad-encoding", 0),
        (b'{"a": "x\ny"}', "json-syntax", 8),
    ],
)
def test_a_body_that_is_no_object_is_refused_with_code_and_byte(body: bytes, code: str, offset: int) -> None:
    with pytest.raises(UnreadableRequest) as caught:
        check(body, dialect="anthropic", layer="core")
    assert (caught.value.code, caught.value.offset) == (code, offset)
    assert caught.value.__context__ is None


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_nesting_without_end_is_refused_where_it_passes_the_limit(opening: bytes) -> None:
    with pytest.raises(UnreadableRequest) as caught:
        check(b'{"messages": ' + opening * 100_000, dialect="anthropic", layer="core")
    assert caught.value.code == "json-too-deep"
    assert caught.value.offset == len(b'{"messages": ') + 199 * len(opening)


def test_a_byte_order_mark_is_passed_over() -> None:
    assert check(b'\xef\xbb\xbf{"messages": [{"role": "tool"}]}', dialect="anthropic", layer="core").wire_roles


def test_an_orphan_points_at_a_later_call_of_its_id() -> None:
    [violation] = core([result("x", "a"), use("b", "a"), result("b", "a")]).violations[1:]
    assert (violation.pointer, violation.counterpart) == ("/messages/0/content/1", "/messages/1/content/1")


def test_an_orphan_without_any_call_points_nowhere() -> None:
    [violation] = core([USER, result("a")]).violations
    assert violation.counterpart is None


def test_an_unanswered_call_points_at_a_result_that_came_too_late() -> None:
    [violation] = core([use("a"), USER, result("a"), USER, result("a")]).violations
    assert violation.counterpart == "/messages/2/content/0"


def test_an_unanswered_call_points_at_an_earlier_result_when_no_later_one_is_there() -> None:
    [violation] = core([use("a"), result("a"), use("a"), USER]).violations
    assert (violation.pointer, violation.counterpart) == ("/messages/2/content/0", "/messages/1/content/0")


def test_an_unanswered_last_call_points_nowhere() -> None:
    assert core([use("a")]).violations[0].counterpart is None


def test_the_place_where_an_answer_was_due_is_counted_in_the_uploaded_list() -> None:
    [violation] = core([7, use("a"), 7]).violations
    assert (violation.index, violation.pointer, violation.counterpart) == (0, "/messages/1/content/0", "/messages/2")


def made_up(name: str, place: int, counterpart: str | None = None, explains: tuple[str, ...] = ()) -> Rule:
    def breaches(native: Native) -> Iterator[Breach]:
        yield Breach(place, native.pointer(place), counterpart=counterpart)

    return replace(RULES[0], id=name, core=breaches, core_dialects=None, explains=explains)


def test_one_cause_gives_one_violation() -> None:
    native = walked(json.dumps({"messages": [USER, USER]}).encode(), "anthropic")
    cause = made_up("cause", 1, counterpart="/messages/0", explains=("effect",))
    alone = in_order(native, [made_up("effect", 0), cause])
    assert [(one.rule, one.pointer) for one in alone] == [("cause", "/messages/1")]
    both = in_order(native, [made_up("other", 0), cause])
    assert [(one.rule, one.pointer) for one in both] == [("other", "/messages/0"), ("cause", "/messages/1")]
