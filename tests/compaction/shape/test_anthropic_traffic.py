"""Legal traffic of the Messages API stays silent, whatever its course; each single fault gives its one rule."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.shape import check
from compaction.shape.samples import answer, assistant, body, text, thinking, use, user

Message = dict[str, Any]
WORDS = st.sampled_from(["Go on.", "The port is 8080.", "Ship it \U0001f680", "a  b\n"])
TOOLS = [{"name": "run_tests", "input_schema": {"type": "object"}}]


@st.composite
def exchanges(draw: st.DrawFn) -> list[Message]:
    """One to four exchanges: words of the user, perhaps calls with their results in any order, words of the model."""
    messages: list[Message] = []
    for number in range(draw(st.integers(1, 4))):
        messages += [user(draw(WORDS)) for _ in range(draw(st.integers(1, 2)))]
        ids = [f"toolu_{number}_{place}" for place in range(draw(st.integers(0, 3)))]
        if ids:
            before = draw(st.sampled_from([[], [text("First.")], [thinking()], [thinking(""), text("Look.")]]))
            messages.append(assistant(*before, *(use(call) for call in ids)))
            messages += answers(draw, draw(st.permutations(ids)))
        messages.append(assistant(draw(WORDS)))
    return [*messages, user(draw(WORDS))]


def answers(draw: st.DrawFn, ids: list[str]) -> list[Message]:
    """The results in one or two user messages, text behind the last one perhaps."""
    results = [answer(call, draw(st.sampled_from(["16 passed", [text("ok")], []]))) for call in ids]
    cut = draw(st.integers(1, len(results)))
    turns = [user(*results[:cut])] + ([user(*results[cut:])] if results[cut:] else [])
    if draw(st.booleans()):
        turns[-1]["content"].append(text("Mind the time."))
    return turns


def rules_of(messages: list[Message], **more: Any) -> list[str]:
    request = json.dumps(body(*messages, **{"model": "claude-sonnet-4-5", "tools": TOOLS, **more})).encode()
    return [one.rule for one in check(request, dialect="anthropic").violations if one.severity != "note"]


@settings(max_examples=80, deadline=None)
@given(exchanges())
def test_legal_traffic_is_silent(messages: list[Message]) -> None:
    assert rules_of(messages) == []


BASE: list[Message] = [
    user("Test it."),
    assistant("First.", thinking(), use("toolu_1"), use("toolu_2")),
    user(answer("toolu_1"), answer("toolu_2")),
    assistant("Done."),
    user("Thanks."),
]


def drop(*path: Any) -> Callable[[Any], None]:
    def change(messages: Any) -> None:
        for step in path[:-1]:
            messages = messages[step]
        del messages[path[-1]]

    return change


def put(value: Any, *path: Any) -> Callable[[Any], None]:
    def change(messages: Any) -> None:
        for step in path[:-1]:
            messages = messages[step]
        messages[path[-1]] = value

    return change


def insert(value: Any, *path: Any) -> Callable[[Any], None]:
    def change(messages: Any) -> None:
        for step in path[:-1]:
            messages = messages[step]
        messages.insert(path[-1], value)

    return change


def both(one: Callable[[Any], None], other: Callable[[Any], None]) -> Callable[[Any], None]:
    def change(messages: Any) -> None:
        one(messages)
        other(messages)

    return change


FAULTS = {
    "the call is gone": (drop(1, "content", 2), "paired-tool-result"),
    "the result is gone": (drop(2, "content", 1), "answered-tool-use"),
    "the turn of results is gone": (drop(2), "answered-tool-use"),
    "the first message is gone": (drop(0), "first-role"),
    "text before the results": (insert(text("Wait."), 2, "content", 0), "tool-result-first"),
    "a second result": (insert(answer("toolu_1"), 2, "content", 2), "single-tool-result"),
    "one id twice": (
        both(put("toolu_1", 1, "content", 3, "id"), put("toolu_1", 2, "content", 1, "tool_use_id")),
        "unique-tool-use-id",
    ),
    "text between calls": (insert(text("Then."), 1, "content", 3), "text-between-calls"),
    "a blank text": (put("", 1, "content", 0, "text"), "non-empty-content"),
    "a blank message": (put(" ", 4, "content"), "non-empty-content"),
    "no signature": (drop(1, "content", 1, "signature"), "thinking-signature"),
    "no text and no signature": (put({"type": "thinking", "thinking": ""}, 1, "content", 1), "thinking-text"),
    "an input as text": (put("{}", 1, "content", 2, "input"), "tool-input-object"),
    "a role of another dialect": (put("model", 3, "role"), "role-legal"),
    "a part of another dialect": (put([{"type": "input_text", "text": "x"}], 4, "content"), "content-part-role"),
    "a cache mark on a message": (put({"type": "ephemeral"}, 4, "cache_control"), "unknown-field"),
    "half of a character": (put("\ud83d", 4, "content"), "valid-unicode"),
    "white space at the end": (lambda messages: messages.__setitem__(4, assistant("So: ")), "trailing-whitespace"),
    "a name too long": (put("x" * 201, 1, "content", 2, "name"), "tool-name"),
    "an error without content": (put(answer("toolu_1", "", is_error=True), 2, "content", 0), "error-result-content"),
}


AT_THE_START = ["the first message is gone"]


@pytest.mark.parametrize("name", FAULTS)
@settings(max_examples=8, deadline=None)
@given(earlier=exchanges())
def test_one_fault_gives_its_one_rule(name: str, earlier: list[Message]) -> None:
    change, rule = FAULTS[name]
    before = [] if name in AT_THE_START else earlier
    assert rules_of([*before, *BASE]) == []
    messages = copy.deepcopy(BASE)
    change(messages)
    assert set(rules_of([*before, *messages])) == {rule}


SEARCH = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
FOUND = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
COMPACTED = {"type": "compaction", "content": "Summary: it is ported."}
SYSTEM = {"role": "system", "content": "Be brief."}
LEGAL = {
    "several messages of one role": [user("a"), user("b"), assistant("c"), assistant("d"), user("e")],
    "a compaction block opens the list": [assistant(COMPACTED, "Done."), user("Go on.")],
    "messages before a compaction block": [user("a"), assistant(COMPACTED, "b"), user("c")],
    "a provider's own tool in one turn": [user("a"), assistant(SEARCH, FOUND, "b"), user("c")],
    "a paused turn of a provider's own tool": [user("a"), assistant("b", SEARCH)],
    "signed thinking without text": [user("a"), assistant(thinking(""), "b"), user("c")],
    "a result without content": [user("a"), assistant(use("x")), user({"type": "tool_result", "tool_use_id": "x"})],
    "calls of merged messages": [user("a"), assistant(use("x")), assistant(use("y")), user(answer("x"), answer("y"))],
    "white space in an earlier reply": [user("a"), assistant("b "), user("c")],
}


@pytest.mark.parametrize("name", LEGAL)
def test_a_legal_shape_that_looks_odd_is_silent(name: str) -> None:
    assert rules_of(LEGAL[name]) == []


def test_a_system_message_behind_a_user_message_is_silent_where_models_take_it() -> None:
    messages = [user("a"), SYSTEM, assistant("b"), user("c")]
    assert rules_of(messages, model="claude-opus-4-8") == []
    assert rules_of(messages) == ["role-legal"]


def test_every_field_of_a_message_may_hold_anything() -> None:
    odd = [None, 5, [], {}, [[]], ["x", 7], [{"type": []}], [{"type": "text", "text": 5}], [{"source": 1, "input": []}]]
    for value in odd:
        for field in ("role", "content", "tool_calls", "id"):
            rules_of([{"role": "user", "content": "a", field: value}])
        rules_of([value, user("a")])
