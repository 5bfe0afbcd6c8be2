"""Odd bodies: the lenient way says what the quick way says, and what it cannot read changes no verdict."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.shape import Report, check
from compaction.shape.decode import fault_place

ODD = st.one_of(st.none(), st.booleans(), st.integers(), st.just([]), st.just({}), st.sampled_from(["", "a", "text"]))
WORDS = st.sampled_from(["", " ", "a", "b", "\x1c", "\u2003"])
ROLES = st.sampled_from(["user", "assistant", "system", "tool", "developer"])
KINDS = st.sampled_from(["text", "tool_use", "tool_result", "image", ""])


def keys(**values: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries({}, optional=values)


BLOCKS = st.one_of(keys(type=KINDS, text=WORDS, id=WORDS, tool_use_id=WORDS), keys(type=ODD, text=ODD, id=ODD), ODD)
CALLS = st.one_of(keys(id=WORDS), keys(id=ODD), ODD)
MESSAGES = st.one_of(
    keys(role=ROLES, content=st.one_of(WORDS, st.lists(BLOCKS, max_size=3)), tool_call_id=WORDS),
    keys(role=ROLES, content=st.none(), tool_calls=st.lists(CALLS, max_size=2), tool_call_id=WORDS),
    keys(role=ODD, content=ODD, tool_calls=ODD, tool_call_id=ODD),
    ODD,
)
LISTS = st.lists(MESSAGES, max_size=6)
DIALECTS = st.sampled_from(["anthropic", "openai-chat"])
SURROGATE = b'{"x": "\\ud800", '


def judged(body: bytes, dialect: str) -> Report:
    return check(body, dialect=dialect, layer="core")


def as_sent(messages: object) -> bytes:
    return json.dumps({"messages": messages}).encode()


def resolve(body: object, pointer: str) -> None:
    for step in pointer.split("/")[1:]:
        body = body[int(step)] if isinstance(body, list) else body[step]  # type: ignore[index] # walks any JSON


@settings(max_examples=100, deadline=None)
@given(LISTS, DIALECTS)
def test_both_ways_of_reading_give_one_verdict(messages: list[object], dialect: str) -> None:
    body = as_sent(messages)
    assert judged(body, dialect) == judged(SURROGATE + body[1:], dialect)


@settings(max_examples=100, deadline=None)
@given(LISTS, DIALECTS)
def test_every_pointer_resolves_in_the_body(messages: list[object], dialect: str) -> None:
    report = judged(as_sent(messages), dialect)
    places = [(v.pointer, v.counterpart) for v in report.violations] + [(r.pointer, None) for r in report.wire_roles]
    for pointer, counterpart in places:
        resolve({"messages": messages}, pointer)
        resolve({"messages": messages}, counterpart or "")


def test_ids_with_lone_surrogates_are_told_apart() -> None:
    def exchange(call: str, answer: str) -> bytes:
        asked = '{"role": "assistant", "tool_calls": [{"id": "' + call + '"}]}'
        answered = '{"role": "tool", "tool_call_id": "' + answer + '"}'
        return f'{{"messages": [{asked}, {answered}]}}'.encode()

    assert not judged(exchange("\\ud800", "\\ud800"), "openai-chat").violations
    assert len(judged(exchange("\\ud800", "\\ud801"), "openai-chat").violations) == 2


@pytest.mark.parametrize("first", [SURROGATE, b"{"])
def test_of_one_key_twice_the_last_counts(first: bytes) -> None:
    body = first + b'"messages": [{"role": 5}], "messages": [{"role": "user", "role": "tool", "content": "x"}]}'
    assert [role.role for role in judged(body, "anthropic").wire_roles] == ["tool"]


@pytest.mark.parametrize("first", [SURROGATE, b"{"])
def test_numbers_of_any_size_change_nothing(first: bytes) -> None:
    body = first + b'"seed": ' + b"9" * 10_000 + b', "t": 1e999, "messages": [{"role": "tool", "x": -0.5}]}'
    assert len(judged(body, "anthropic").wire_roles) == 1


def test_a_key_written_with_escapes_is_the_same_key() -> None:
    assert judged(b'{"mess\\u0061ges": [{"role": "tool"}]}', "anthropic").wire_roles


@pytest.mark.parametrize(
    "message",
    [
        {"role": 5, "content": "x"},
        {"role": "user", "content": {"type": "text"}},
        {"role": "user", "content": ["x"]},
        {"role": "user", "content": [{"type": 5}]},
        {"role": "user", "content": [{"text": 5}]},
        {"role": "user", "tool_call_id": 5},
        {"role": "user", "tool_calls": {}},
        {"role": "user", "tool_calls": ["x"]},
        {"role": "user", "tool_calls": [{"id": 5}]},
        "x",
    ],
)
def test_a_message_of_odd_types_is_unreadable(message: object) -> None:
    assert judged(as_sent([message]), "anthropic").unreadable == (0,)


def test_a_block_id_that_is_no_string_makes_no_claim() -> None:
    messages = [{"role": "assistant", "content": [{"type": "tool_use", "id": 5}]}, {"role": "user", "content": "x"}]
    assert judged(as_sent(messages), "anthropic") == Report()


def test_a_turn_with_results_is_read_whatever_stands_beside_them() -> None:
    odd = {"role": "user", "tool_calls": 7, "content": [5, {"type": 9}, {"type": "tool_result", "tool_use_id": "a"}]}
    report = judged(as_sent([odd]), "anthropic")
    assert report.unreadable == ()
    assert [violation.pointer for violation in report.violations] == ["/messages/0/content/2"]
    assert judged(as_sent([odd]), "openai-chat").unreadable == (0,)


def test_where_nothing_stands_too_deep_the_fault_is_the_body() -> None:
    assert fault_place('{"a": ["[[[["]}', nonfinite=False) == 0
