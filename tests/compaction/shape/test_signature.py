"""One defect has one signature wherever it stands, another defect another."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.dialects import Native, mapping_of, read_messages
from compaction.findings import Severity, Violation, WireRole
from compaction.shape import RULES, check
from compaction.shape.samples import answer, assistant, body, use, user
from compaction.shape.signature import (
    Around,
    around,
    dialects_of,
    role_signature,
    signature,
    signature_of,
    verdict_signature,
)
from compaction.transcripts import Dialect, Image, Message, Text, ToolResult

PLENTY = settings(max_examples=60, deadline=None)
BODIES = [(rule.id, dialect) for rule in RULES for dialect in rule.bad if dialect in rule.provider]
RULES_BY_ID = {rule.id: rule for rule in RULES}
TURNS: dict[Dialect, list[dict[str, Any]]] = {
    Dialect.ANTHROPIC: [{"role": "user", "content": "Go on."}, {"role": "assistant", "content": "Done."}],
    Dialect.OPENAI_CHAT: [{"role": "user", "content": "Go on."}, {"role": "assistant", "content": "Done."}],
    Dialect.OPENAI_RESPONSES: [{"role": "user", "content": "Go on."}, {"role": "assistant", "content": "Done."}],
    Dialect.GEMINI: [
        {"role": "user", "parts": [{"text": "Go on."}]},
        {"role": "model", "parts": [{"text": "Done."}]},
    ],
    Dialect.BEDROCK_CONVERSE: [
        {"role": "user", "content": [{"text": "Go on."}]},
        {"role": "assistant", "content": [{"text": "Done."}]},
    ],
}


def messages_of(sent: Mapping[str, Any], dialect: Dialect) -> tuple[Message, ...]:
    found = sent.get(mapping_of(dialect).list_key)
    elements = found if isinstance(found, list) else []
    return read_messages(tuple(Native(each, json.dumps(each).encode()) for each in elements), dialect)


def signed(sent: Mapping[str, Any], dialect: Dialect, variant: str | None = None) -> dict[tuple[str, int, str], str]:
    """Signature by rule, position and the rest of the pointer."""
    report = check(json.dumps(sent).encode(), dialect=dialect, layer="both", variant=variant)
    messages = messages_of(sent, dialect)
    return {
        (v.rule, v.position, v.pointer.partition(f"/{v.position}")[2]): signature_of(v, messages, dialect)
        for v in report.violations
        if v.position is not None
    }


@pytest.mark.parametrize(("rule", "dialect"), BODIES)
@given(front=st.integers(0, 5), behind=st.integers(0, 5))
@settings(max_examples=6, deadline=None)
def test_messages_before_and_behind_do_not_count(rule: str, dialect: Dialect, front: int, behind: int) -> None:
    sent = dict(RULES_BY_ID[rule].bad[dialect])
    key = mapping_of(dialect).list_key
    variant = RULES_BY_ID[rule].variants.get(dialect)
    listed = sent.get(key)
    if not isinstance(listed, list):
        return
    turns = TURNS[dialect]
    longer = {**sent, key: [*(turns * front), *listed, *(turns * behind)]}
    moved = {
        (name, position - 2 * front, rest): found
        for (name, position, rest), found in signed(longer, dialect, variant).items()
    }
    own = signed(sent, dialect, variant)
    assert {place: moved[place] for place in own if place in moved} == {
        place: own[place] for place in own if place in moved
    }


def test_growing_requests_have_one_signature() -> None:
    orphan = user(answer("toolu_gone"), "Go on.")
    found = set()
    for length in range(1, 60):
        sent = body(user("Hello."), assistant("Hi."), orphan, *[assistant("Done."), user("More.")] * (length - 1))
        found |= set(signed(sent, Dialect.ANTHROPIC).values())
    assert len(found) == 1


def test_a_defect_of_message_0_keeps_its_signature_behind_ten_others() -> None:
    orphan = user(answer("toolu_gone"))
    alone = signed(body(orphan), Dialect.ANTHROPIC)
    behind = signed(body(*[user("Go on."), assistant("Done.")] * 5, orphan), Dialect.ANTHROPIC)
    assert alone["paired-tool-result", 0, "/content/0"] == behind["paired-tool-result", 10, "/content/0"]


def test_content_and_number_of_like_blocks_do_not_count() -> None:
    one = signed(body(user(answer("a", "16 passed"))), Dialect.ANTHROPIC)
    two = signed(body(user(answer("b", "none"), answer("c", "other"))), Dialect.ANTHROPIC)
    assert len(two) == 2
    assert set(one.values()) == set(two.values())


AT = Violation(
    rule="non-empty-content",
    severity=Severity.ERROR,
    layers=("provider",),
    index=1,
    position=1,
    pointer="/messages/1/content/1",
)
BLOCKS = (
    Text("Words.", "/messages/1/content/0"),
    ToolResult("a", (Text("", "/messages/1/content/1/content/0"),), origin="/messages/1/content/1"),
    Image("image/png", 0, "", "/messages/1/content/2"),
)


def test_a_block_is_told_by_its_kind_and_its_unlike_neighbours() -> None:
    assert around(AT, "user", BLOCKS) == Around("user", "tool_result", "text", "image")


def test_a_block_inside_a_result_is_told_with_the_result() -> None:
    inner = replace(AT, pointer="/messages/1/content/1/content/0/text")
    assert around(inner, "user", BLOCKS) == Around("user", "tool_result/text", "text", "image")


def test_a_message_is_told_by_the_runs_of_its_blocks() -> None:
    whole = replace(AT, pointer="/messages/1/role")
    blocks = (*BLOCKS, Image("image/png", 0, "", "/messages/1/content/3"))
    assert around(whole, "user", blocks) == Around("user", kinds=("text", "tool_result", "image"))


def test_a_block_without_an_origin_is_not_what_is_named() -> None:
    assert around(AT, "user", (Text("Words."),)) == Around("user", kinds=("text",))


def test_a_request_is_told_by_the_member_of_the_body() -> None:
    assert around(replace(AT, position=None, pointer="/tools/3/name")) == Around(block="tools")
    assert around(replace(AT, position=None, pointer="")) == Around(block="request")


def test_a_half_that_stands_before_counts_and_one_that_follows_does_not() -> None:
    assert around(replace(AT, counterpart="/messages/0/content/0"), "user", BLOCKS).behind
    assert not around(replace(AT, counterpart="/messages/2"), "user", BLOCKS).behind
    assert not around(replace(AT, counterpart="/tools"), "user", BLOCKS).behind


def test_a_captured_role_is_not_part_of_it() -> None:
    assert around(AT, "secret-a", BLOCKS) == around(AT, "secret-b", BLOCKS)
    assert around(AT, "secret-a", BLOCKS).role == "other"
    first, second = (role_signature(WireRole(3, name, "/messages/3/role"), "anthropic") for name in ("x", "y"))
    assert first == second


def test_a_position_beyond_the_list_is_still_told_by_its_rule() -> None:
    assert signature_of(AT, (), "anthropic") == signature("non-empty-content", "anthropic", Around())


def test_a_signature_is_the_same_in_the_next_release() -> None:
    found = signature("paired-tool-result", "anthropic", Around("user", "tool_result"))
    assert found == "ae543fa4a5d7c841d5c73417"


WORDS = st.sampled_from(["", "a", "b", "text"])
SHAPES = st.builds(Around, WORDS, WORDS, WORDS, WORDS, st.lists(WORDS, max_size=2).map(tuple), st.booleans())
NAMED = st.tuples(WORDS, WORDS, SHAPES)


@PLENTY
@given(NAMED, NAMED)
def test_what_differs_in_rule_dialect_or_shape_differs_in_signature(
    one: tuple[str, str, Around], other: tuple[str, str, Around]
) -> None:
    assert (signature(*one) == signature(*other)) == (one == other)


@pytest.mark.parametrize(
    "changed",
    [
        {"role": "tool"},
        {"block": "image"},
        {"before": "image"},
        {"after": "image"},
        {"kinds": ("text",)},
        {"behind": True},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_every_part_of_the_shape_counts(changed: dict[str, Any]) -> None:
    shape = Around("user", "tool_result", "text", "text")
    assert signature("r", "d", shape) != signature("r", "d", replace(shape, **changed))


def test_verdicts_differ_by_kind_code_section_and_dialect() -> None:
    found = {
        verdict_signature("reason", "xml_content", "State"),
        verdict_signature("reason", "xml_content", "Goal"),
        verdict_signature("reason", "xml_content"),
        verdict_signature("flag", "xml_content", "State"),
        verdict_signature("reason", "xml_content", "State", dialect="gemini"),
    }
    assert len(found) == 5


def test_an_ambiguous_list_belongs_to_its_candidates_together() -> None:
    assert dialects_of(Dialect.GEMINI) == "gemini"
    assert dialects_of("", ["openai-chat", "anthropic"]) == "anthropic|openai-chat"
    assert dialects_of(None, [Dialect.OPENAI_CHAT, Dialect.ANTHROPIC]) == "anthropic|openai-chat"


def test_a_call_and_its_result_have_two_signatures() -> None:
    call = signed(body(user("Go."), assistant("Yes.", use("a")), user("So?")), Dialect.ANTHROPIC)
    result = signed(body(user("Go."), assistant("Yes."), user(answer("a"))), Dialect.ANTHROPIC)
    assert not set(call.values()) & set(result.values())
