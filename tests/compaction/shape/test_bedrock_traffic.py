"""Legal traffic of Converse stays silent, whatever its course; each single fault gives its one rule."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from compaction.shape import check
from compaction.shape.samples import PIXEL
from compaction.shape.samples_bedrock import (
    CLAUDE,
    TOOLS,
    answer,
    assistant,
    body,
    document,
    image,
    thinking,
    use,
    user,
)

Messages = list[dict[str, Any]]
WORDS = st.sampled_from(["Go on.", "The port is 8080.", "Ship it \U0001f680", " a\n"])
CACHE = {"cachePoint": {"type": "default"}}


@st.composite
def histories(draw: st.DrawFn) -> Messages:
    """One to four questions, each with up to two steps of calls, and a last question."""
    messages: Messages = []
    for number in range(draw(st.integers(1, 4))):
        messages.append(question(draw))
        for part in range(draw(st.integers(0, 2))):
            messages += step(draw, f"tooluse_{number}_{part}")
        messages.append(assistant(*draw(st.sampled_from([[], [thinking()]])), draw(WORDS)))
    return [*messages, question(draw)]


def question(draw: st.DrawFn) -> dict[str, Any]:
    return user(draw(WORDS), *draw(st.sampled_from([[], [image(PIXEL)], [document()], [CACHE]])))


def step(draw: st.DrawFn, name: str) -> Messages:
    """Calls and their results in any order, words beside either."""
    ids = [f"{name}_{place}" for place in range(draw(st.integers(1, 3)))]
    before = draw(st.sampled_from([[], ["Let me look."], [thinking()], [thinking(""), "Hm."]]))
    contents = st.sampled_from([["16 passed"], [{"json": {"passed": 16}}], ["a", image(PIXEL)]])
    results = [answer(call, *draw(contents)) for call in draw(st.permutations(ids))]
    return [assistant(*before, *(use(call) for call in ids)), user(*results, *draw(st.sampled_from([[], ["Go on."]])))]


def rules_of(messages: Messages, **more: Any) -> list[str]:
    request = json.dumps(body(*messages, **{"modelId": CLAUDE, "toolConfig": TOOLS, **more})).encode()
    return [one.rule for one in check(request, dialect="bedrock-converse").violations if one.severity != "note"]


@settings(max_examples=50, deadline=None)
@given(histories())
def test_legal_traffic_is_silent(messages: Messages) -> None:
    assert rules_of(messages) == []


def turns(messages: Messages, kind: str, at_least: int = 1) -> list[int]:
    """The messages with blocks of a kind."""
    return [
        turn for turn, message in enumerate(messages) if sum(kind in block for block in message["content"]) >= at_least
    ]


def change_turn(
    kind: str, change: Callable[[Messages, int], object], at_least: int = 1
) -> Callable[[st.DataObject, Messages], None]:
    """Change one message that has blocks of a kind."""

    def changed(data: st.DataObject, messages: Messages) -> None:
        found = turns(messages, kind, at_least)
        assume(found)
        change(messages, data.draw(st.sampled_from(found)))

    return changed


def drop_block(kind: str) -> Callable[[Messages, int], object]:
    def change(messages: Messages, turn: int) -> None:
        blocks = messages[turn]["content"]
        blocks.remove(next(block for block in blocks if kind in block))

    return change


def put_first(kind: str, name: str, value: object) -> Callable[[Messages, int], object]:
    def change(messages: Messages, turn: int) -> None:
        next(block for block in messages[turn]["content"] if kind in block)[kind][name] = value

    return change


def repeat(kind: str) -> Callable[[Messages, int], object]:
    def change(messages: Messages, turn: int) -> None:
        blocks = messages[turn]["content"]
        blocks.append(next(block for block in blocks if kind in block))

    return change


def put_id(value: str) -> Callable[[Messages, int], object]:
    """Write the id of the first call of a message in the call and in its result."""

    def change(messages: Messages, turn: int) -> None:
        call = next(block for block in messages[turn]["content"] if USE in block)[USE]
        answered = next(
            block
            for block in messages[turn + 1]["content"]
            if RESULT in block and block[RESULT]["toolUseId"] == call["toolUseId"]
        )
        call["toolUseId"] = answered[RESULT]["toolUseId"] = value

    return change


USE, RESULT = "toolUse", "toolResult"
FAULTS: dict[str, tuple[Callable[[st.DataObject, Messages], object], str]] = {
    "one of several calls is gone": (change_turn(USE, drop_block(USE), 2), "paired-tool-result"),
    "one of several results is gone": (change_turn(RESULT, drop_block(RESULT), 2), "answered-tool-use"),
    "a summary instead of the results": (
        change_turn(RESULT, lambda messages, turn: messages.__setitem__(turn, user("Summary: it ran."))),
        "answered-tool-use",
    ),
    "results in two messages": (
        change_turn(
            RESULT,
            lambda messages, turn: messages.insert(turn + 1, user(messages[turn]["content"].pop(0))),
            2,
        ),
        "answered-tool-use",
    ),
    "one call twice": (change_turn(USE, repeat(USE)), "unique-tool-use-id"),
    "one result twice": (change_turn(RESULT, repeat(RESULT)), "single-tool-result"),
    "the first message is gone": (lambda data, messages: messages.pop(0), "first-role"),
    "a summary before a question": (
        lambda data, messages: messages.insert(0, user("Summary: a.")),
        "alternating-roles",
    ),
    "a blank summary": (
        lambda data, messages: messages.__setitem__(slice(0, 0), [user(" "), assistant("Understood.")]),
        "non-empty-content",
    ),
    "a message without blocks": (
        lambda data, messages: messages.__setitem__(slice(0, 0), [user("a"), assistant()]),
        "non-empty-content",
    ),
    "a blank text in a result": (
        change_turn(RESULT, put_first(RESULT, "content", [{"text": ""}])),
        "non-empty-content",
    ),
    "an error without content": (
        change_turn(
            RESULT,
            lambda messages, turn: next(block for block in messages[turn]["content"] if RESULT in block)[RESULT].update(
                content=[], status="error"
            ),
        ),
        "error-result-content",
    ),
    "an input as text": (change_turn(USE, put_first(USE, "input", "{}")), "tool-input-object"),
    "an id too long": (change_turn(USE, put_id("t" * 65)), "tool-id-format"),
    "a name with a point": (change_turn(USE, put_first(USE, "name", "a.b")), "tool-name"),
    "no signature": (
        change_turn("reasoningContent", lambda messages, turn: unsign(messages[turn])),
        "thinking-signature",
    ),
    "a role of another dialect": (lambda data, messages: messages[-2].update(role="model"), "role-legal"),
    "a system message": (
        lambda data, messages: messages.insert(0, {"role": "system", "content": [{"text": "a"}]}),
        "system-position",
    ),
    "a block of another dialect": (
        lambda data, messages: messages[0].update(content=[{"image_url": {"url": "a"}}]),
        "content-part-role",
    ),
    "a document alone": (lambda data, messages: messages[0].update(content=[document()]), "document-needs-text"),
    "a field of the client": (
        change_turn("text", lambda messages, turn: messages[turn].update(timestamp=1)),
        "unknown-field",
    ),
    "half of a character": (lambda data, messages: messages[0].update(content=[{"text": "\ud83d"}]), "valid-unicode"),
}


def unsign(message: dict[str, Any]) -> None:
    thought = next(block for block in message["content"] if "reasoningContent" in block)
    thought["reasoningContent"]["reasoningText"] = {"text": "Hm."}


@pytest.mark.parametrize("name", FAULTS)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_one_fault_gives_its_one_rule(name: str, data: st.DataObject) -> None:
    change, rule = FAULTS[name]
    messages = json.loads(json.dumps(data.draw(histories())))
    change(data, messages)
    assert set(rules_of(messages)) == {rule}


@settings(max_examples=10, deadline=None)
@given(histories())
def test_without_tools_every_history_with_calls_is_refused(messages: Messages) -> None:
    called = turns(messages, USE)
    assert rules_of(messages, toolConfig=None) == (["tools-declared"] if called else [])


def test_every_field_of_a_message_may_hold_anything() -> None:
    odd = [None, 5, [], {}, [[]], ["x", 7], [{"text": 5}], [{"toolUse": 5}], [{"toolResult": {"content": 5}}]]
    odd += [[{"reasoningContent": {"reasoningText": 5}}], [{"image": {"source": 5}}], [{"document": 5}]]
    for value in odd:
        for field in ("role", "content", "text"):
            rules_of([{"role": "user", "content": [{"text": "a"}], field: value}])
        for field in ("toolConfig", "modelId", "additionalModelRequestFields", "system"):
            rules_of([user("a")], **{field: value})
        rules_of([value, user("a")])
