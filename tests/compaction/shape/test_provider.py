"""The provider layer's engine: phases, weight, causes, both layers as one, and what a pointer leads into."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from compaction.findings import Severity
from compaction.limits import MAX_VIOLATIONS_A_RULE
from compaction.shape import RULES, Report, Rule, check
from compaction.shape.context import Context
from compaction.shape.provider import violations_of
from compaction.shape.reading import read
from compaction.shape.rule import Breach, Phase
from compaction.shape.samples import answer, assistant, body, use, user
from compaction.shape.sent import Sent
from compaction.transcripts import Dialect

USER = {"role": "user", "content": "Go on."}


def report(*messages: dict[str, Any], layer: str = "provider", **more: Any) -> Report:
    return check(json.dumps(body(*messages, **more)).encode(), dialect="anthropic", layer=layer)


def made_up(name: str, turn: int, phase: Phase = Phase.STRUCTURE, **more: Any) -> Rule:
    counterpart = more.pop("counterpart", None)

    def breaches(sent: Sent) -> Iterator[Breach]:
        yield Breach(turn, sent.pointer(turn), counterpart=counterpart)

    provider = {Dialect.ANTHROPIC: breaches}
    weights = {Dialect.ANTHROPIC: more.pop("severity", Severity.ERROR)}
    return replace(RULES[0], id=name, phase=phase, provider=provider, severity=weights, **more)


def said(*rules: Rule, **more: Any) -> list[tuple[str, str]]:
    request = json.dumps(body(USER, USER, USER, **more)).encode()
    sent = read(request, Dialect.ANTHROPIC, Context(variant=more.get("variant", "")))
    return [(one.rule, str(one.severity)) for one in violations_of(sent, rules)]


def test_a_message_that_failed_its_form_is_left_out_of_the_later_phases() -> None:
    form = made_up("form", 1, Phase.FORM)
    assert said(form, made_up("later", 1)) == [("form", "error")]
    assert said(form, made_up("other", 0)) == [("other", "error"), ("form", "error")]
    assert said(form, made_up("half", 0, counterpart="/messages/1/content/0")) == [("form", "error")]


def test_a_warning_about_its_form_excludes_nothing() -> None:
    mild = made_up("form", 1, Phase.FORM, severity=Severity.WARNING)
    assert said(mild, made_up("later", 1)) == [("form", "warning"), ("later", "error")]


def test_a_rule_about_models_is_a_warning_at_most_without_a_model() -> None:
    rule = made_up("model", 0, Phase.MODEL)
    assert said(rule) == [("model", "warning")]
    assert said(rule, model="claude-opus-4-8") == [("model", "error")]
    assert said(rule, variant="strict-alternation") == [("model", "error")]


def test_a_cause_hides_what_it_explains_at_its_places_alone() -> None:
    cause = made_up("cause", 1, counterpart="/messages/0", explains=("effect",))
    assert said(made_up("effect", 0), cause) == [("cause", "error")]
    assert said(made_up("effect", 2), cause) == [("cause", "error"), ("effect", "error")]


def test_a_rule_speaks_so_often_and_no_more() -> None:
    found = report(*[user(" ")] * (MAX_VIOLATIONS_A_RULE + 5)).violations
    assert len(found) == MAX_VIOLATIONS_A_RULE


def test_both_layers_speak_once_of_one_place() -> None:
    result = user(answer("toolu_1"))
    [violation] = report(USER, result, USER, layer="both").violations
    assert (violation.layers, violation.behaviours) == (("core", "provider"), ("AM-11",))
    assert (violation.pointer, violation.index, violation.position) == ("/messages/1/content/0", 1, 1)


def test_a_place_that_one_layer_alone_names_is_kept_for_both() -> None:
    [violation] = report(USER, assistant(use("t")), USER, layer="both").violations
    assert (violation.layers, violation.counterpart) == (("core", "provider"), "/messages/2")


def test_the_core_verdict_is_as_strict_in_both_layers() -> None:
    empty = [USER, {"role": "assistant", "content": []}, USER]
    [violation] = report(*empty, layer="both").violations
    assert (violation.severity, violation.layers) == ("error", ("core", "provider"))
    assert report(*empty).violations[0].severity == "warning"


def test_what_one_layer_says_alone_is_marked_with_it() -> None:
    late = [user("a"), assistant(use("t")), user("b"), assistant("c"), user(answer("t"))]
    found = [(one.rule, one.pointer, one.layers) for one in report(*late, layer="both").violations]
    assert found == [
        ("answered-tool-use", "/messages/1/content/0", ("core", "provider")),
        ("paired-tool-result", "/messages/4/content/0", ("provider",)),
    ]


@pytest.mark.parametrize(
    "messages",
    [
        [USER, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "x"}]}],
        [7, user(answer("x")), {"role": "tool", "content": "y"}],
        [user("\ud83d"), assistant("")],
    ],
)
def test_both_layers_hold_every_core_verdict(messages: list[Any]) -> None:
    core, both = report(*messages, layer="core"), report(*messages, layer="both")
    kept = [one for one in both.violations if "core" in one.layers]
    assert [(one.rule, one.pointer, one.index) for one in kept] == [
        (one.rule, one.pointer, one.index) for one in core.violations
    ]
    assert (both.wire_roles, both.unreadable) == (core.wire_roles, core.unreadable)


ODD_ROLES: list[tuple[Dialect, dict[str, Any], str]] = [
    (Dialect.ANTHROPIC, {"messages": [USER, {"role": "model", "content": "x"}]}, "/messages/1/role"),
    (Dialect.OPENAI_CHAT, {"messages": [USER, {"content": "x"}]}, "/messages/1"),
    (Dialect.OPENAI_RESPONSES, {"input": [USER, {"role": "tool", "content": "x"}]}, "/input/1/role"),
    (Dialect.GEMINI, {"contents": [{"role": "assistant", "parts": [{"text": "x"}]}]}, "/contents/0/role"),
    (Dialect.GEMINI, {"request": {"contents": [{"role": "x", "parts": []}]}}, "/request/contents/0/role"),
    (Dialect.BEDROCK_CONVERSE, {"messages": [{"role": "model", "content": [{"text": "x"}]}]}, "/messages/0/role"),
]


@pytest.mark.parametrize(("dialect", "request_body", "pointer"), ODD_ROLES)
def test_a_pointer_leads_into_the_list_of_its_dialect(
    dialect: Dialect, request_body: dict[str, Any], pointer: str
) -> None:
    found = check(json.dumps(request_body).encode(), dialect=dialect).violations
    assert [one.pointer for one in found if one.rule == "role-legal"] == [pointer]


def test_an_unknown_variant_or_dialect_is_wrong_use() -> None:
    with pytest.raises(ValueError, match="no such variant"):
        check(b"{}", dialect="anthropic", variant="odd")
    with pytest.raises(ValueError, match="odd"):
        check(b"{}", dialect="odd")


def test_elements_that_are_no_objects_are_named() -> None:
    assert check(b'{"input": [7, {"role": "user", "content": "x"}, []]}', dialect="openai-responses").unreadable == (
        0,
        2,
    )
