"""Legal traffic of chat and responses stays silent, whatever its course; each single fault gives its one rule."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.shape import check
from compaction.shape import samples_chat as chat
from compaction.shape import samples_responses as items

Message = dict[str, Any]
WORDS = st.sampled_from(["Go on.", "The port is 8080.", "Ship it \U0001f680", "a  b\n", ""])
PICTURE = {"type": "image_url", "image_url": {"url": "https://x/a.png"}}
ARGUMENTS = st.sampled_from(["{}", '{"path": "a.txt"}', '{"text": "\\"ü\\""}'])
COMPACTION = {"type": "compaction", "id": "cmp_1", "encrypted_content": "b3BhcXVl"}


@st.composite
def chats(draw: st.DrawFn) -> list[Message]:
    """Messages of any role in any order; calls have their tool messages right after them, ids may come again."""
    messages: list[Message] = []
    for _ in range(draw(st.integers(1, 6))):
        turn = draw(
            st.sampled_from(["system", "developer", "user", "assistant", "picture", "refusal", "calls", "calls"])
        )
        messages += chat_turn(draw, turn)
    return messages


def chat_turn(draw: st.DrawFn, turn: str) -> list[Message]:
    match turn:
        case "picture":
            return [chat.user([{"type": "text", "text": draw(WORDS)}, PICTURE])]
        case "refusal":
            return [chat.assistant(None, refusal="No.")]
        case "calls":
            ids = [f"call_{place}" for place in range(draw(st.integers(1, 3)))]
            said = draw(st.sampled_from([None, "", "Look."]))
            message = {**chat.calling(*(chat.call(name, draw(ARGUMENTS)) for name in ids)), "content": said}
            return [message, *(chat.tool(name, draw(WORDS)) for name in draw(st.permutations(ids)))]
    return [{"role": turn, "content": draw(WORDS)}]


@st.composite
def windows(draw: st.DrawFn) -> list[Message]:
    """Items in any order; a call stands before its output, any distance away, and reasoning before what it led to."""
    found: list[Message] = []
    open_calls: list[str] = []
    for number in range(draw(st.integers(1, 8))):
        turn = draw(st.sampled_from(["user", "system", "assistant", "call", "search", "answer", "compaction"]))
        if turn in ("assistant", "call", "search") and draw(st.booleans()):
            found.append(items.reasoning(f"rs_{number}"))
        found += item_turn(draw, turn, number, open_calls)
    return [*found, *(items.output(name, "ok") for name in open_calls)]


def item_turn(draw: st.DrawFn, turn: str, number: int, open_calls: list[str]) -> list[Message]:
    match turn:
        case "assistant":
            return [items.assistant(draw(WORDS), **draw(st.sampled_from([{}, {"id": f"msg_{number}"}])))]
        case "call":
            open_calls.append(f"call_{number}")
            more = draw(st.sampled_from([{}, {"id": f"fc_{number}"}]))
            return [items.call(open_calls[-1], draw(ARGUMENTS), **more)]
        case "search":
            return [{"type": "web_search_call", "id": f"ws_{number}", "status": "completed"}]
        case "answer":
            return [items.output(open_calls.pop(draw(st.integers(0, len(open_calls) - 1))))] if open_calls else []
        case "compaction":
            return [{**COMPACTION, "id": f"cmp_{number}"}]
    return [{"role": turn, "content": draw(WORDS)}]


def rules_of(messages: list[Message], dialect: str, name: str) -> list[str]:
    request = json.dumps({"model": "gpt-5.2", "store": False, name: messages}).encode()
    return [one.rule for one in check(request, dialect=dialect).violations if one.severity != "note"]


def in_chat(messages: list[Message]) -> list[str]:
    return rules_of(messages, "openai-chat", "messages")


def in_items(messages: list[Message]) -> list[str]:
    return rules_of(messages, "openai-responses", "input")


@settings(max_examples=50, deadline=None)
@given(chats())
def test_legal_chats_are_silent(messages: list[Message]) -> None:
    assert in_chat(messages) == []


@settings(max_examples=50, deadline=None)
@given(windows().filter(bool))
def test_legal_items_are_silent(messages: list[Message]) -> None:
    assert in_items(messages) == []


CHAT: list[Message] = [
    chat.system("Be brief."),
    chat.user("Test it."),
    chat.calling(chat.call("call_1"), chat.call("call_2")),
    chat.tool("call_1"),
    chat.tool("call_2"),
    chat.assistant("Done."),
]
ITEMS: list[Message] = [
    items.user("Test it."),
    items.reasoning("rs_91"),
    items.call("call_91", id="fc_91"),
    items.call("call_92", id="fc_92"),
    items.output("call_92"),
    items.output("call_91"),
    items.assistant("Done.", id="msg_91"),
]
CHAT_FAULTS: dict[str, Callable[[list[Message]], object]] = {
    "paired-tool-result": lambda found: found.__delitem__(2) or found.__delitem__(2),
    "answered-tool-use": lambda found: found.__delitem__(4),
    "single-tool-result": lambda found: found.insert(4, chat.tool("call_1")),
    "unique-tool-use-id": lambda found: (
        found[2]["tool_calls"][1].update(id="call_1"),
        found[4].update(tool_call_id="call_1"),
    ),
    "non-empty-content": lambda found: found[5].update(content=None),
    "tool-calls-non-empty": lambda found: found[5].update(tool_calls=[]),
    "call-arguments-json": lambda found: found[2]["tool_calls"][0]["function"].update(arguments={}),
    "tool-name": lambda found: found[2]["tool_calls"][0]["function"].update(name="a.b"),
    "role-legal": lambda found: found[5].update(role="model"),
    "content-part-role": lambda found: found[5].update(content=[PICTURE]),
    "valid-unicode": lambda found: found[1].update(content="\ud83d"),
    "empty-messages": lambda found: found.clear(),
}
ITEM_FAULTS: dict[str, Callable[[list[Message]], object]] = {
    "paired-tool-result": lambda found: found.__delitem__(3),
    "answered-tool-use": lambda found: found.__delitem__(4),
    "single-tool-result": lambda found: found.insert(5, items.output("call_92")),
    "reasoning-pairing": lambda found: found.insert(2, items.user("Wait.")),
    "item-id": lambda found: found[6].update(id="fc_93"),
    "duplicate-item-id": lambda found: found[3].update(id="fc_91"),
    "item-not-found": lambda found: found[1].pop("encrypted_content"),
    "call-arguments-json": lambda found: found[2].update(arguments={}),
    "content-part-role": lambda found: found[6]["content"][0].update(type="input_text"),
    "role-legal": lambda found: found[0].update(role="tool"),
    "tool-name": lambda found: found[2].update(name="a.b"),
    "tool-id-format": lambda found: (found[2].update(call_id="c" * 65), found[5].update(call_id="c" * 65)),
    "valid-unicode": lambda found: found[0].update(content="\ud83d"),
    "unknown-field": lambda found: found[0].update(cache_control={}),
    "compaction-content": lambda found: found.insert(0, {"type": "compaction"}),
    "compaction-position": lambda found: found.insert(0, {"type": "compaction_trigger"}),
    "empty-messages": lambda found: found.clear(),
}


@pytest.mark.parametrize("rule", CHAT_FAULTS)
@settings(max_examples=8, deadline=None)
@given(earlier=chats())
def test_one_fault_in_a_chat_gives_its_one_rule(rule: str, earlier: list[Message]) -> None:
    messages = copy.deepcopy(CHAT)
    assert in_chat([*earlier, *messages]) == []
    CHAT_FAULTS[rule](messages)
    assert set(in_chat([*earlier, *messages] if messages else [])) == {rule}


@pytest.mark.parametrize("rule", ITEM_FAULTS)
@settings(max_examples=8, deadline=None)
@given(earlier=windows())
def test_one_fault_among_items_gives_its_one_rule(rule: str, earlier: list[Message]) -> None:
    found = copy.deepcopy(ITEMS)
    assert in_items([*earlier, *found]) == []
    ITEM_FAULTS[rule](found)
    assert set(in_items([*earlier, *found] if found else [])) == {rule}


@settings(max_examples=40, deadline=None)
@given(chats(), st.data())
def test_a_tool_message_taken_out_leaves_its_call_open(messages: list[Message], data: st.DataObject) -> None:
    results = [place for place, message in enumerate(messages) if message["role"] == "tool"]
    if results:
        del messages[data.draw(st.sampled_from(results))]
        assert in_chat(messages) == ["answered-tool-use"]


@settings(max_examples=40, deadline=None)
@given(windows(), st.data())
def test_a_call_taken_out_leaves_its_output_alone(found: list[Message], data: st.DataObject) -> None:
    calls = [place for place, item in enumerate(found) if item.get("type") == "function_call"]
    if calls:
        place = data.draw(st.sampled_from(calls))
        start = place - 1 if place and found[place - 1].get("type") == "reasoning" else place
        del found[start : place + 1]
        assert in_items(found) == ["paired-tool-result"]
