"""Legal lists of every shape get no violation; one thing broken in them gets that one violation, at that place."""

import copy
import json
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from compaction.shape import check

Message = dict[str, Any]
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}
THINKING = {"type": "thinking", "thinking": " ", "signature": "c2ln"}
CACHED = {"type": "text", "text": "Noted.", "cache_control": {"type": "ephemeral"}}
SAID = st.sampled_from(["Go on.", "ok", "\u200b", "Summary: three files were renamed."])


@dataclass
class Legal:
    """A list, and the places where exactly one thing can be broken."""

    dialect: str
    messages: list[Message] = field(default_factory=list)
    calls: list[tuple[int, int]] = field(default_factory=list)
    results: list[tuple[int, int]] = field(default_factory=list)
    texts: list[int] = field(default_factory=list)
    users: list[int] = field(default_factory=list)

    def add(self, message: Message) -> int:
        self.messages.append(message)
        return len(self.messages) - 1


def verdict(messages: list[Message], dialect: str) -> list[tuple[str, str]]:
    report = check(json.dumps({"messages": messages}).encode(), dialect=dialect, layer="core")
    assert report.wire_roles == ()
    assert report.unreadable == ()
    return [(violation.rule, violation.pointer) for violation in report.violations]


@st.composite
def legal_lists(draw: st.DrawFn, dialect: str) -> Legal:
    made, ids = Legal(dialect), count()
    if draw(st.booleans()):
        made.add({"role": "system", "content": draw(SAID)})
    for _ in range(draw(st.integers(1, 6))):
        add = draw(st.sampled_from([add_user, add_assistant, add_exchange, add_reminder]))
        add(draw, made, ids)
    if draw(st.booleans()):
        made.add({"role": "system", "content": draw(SAID)})
    return made


def spoken(draw: st.DrawFn) -> object:
    return draw(st.one_of(SAID, st.builds(lambda text: [{"type": "text", "text": text}, CACHED], SAID)))


def add_user(draw: st.DrawFn, made: Legal, ids: Any) -> None:
    picture = draw(st.booleans())
    place = made.add({"role": "user", "content": [{"type": "text", "text": ""}, IMAGE] if picture else spoken(draw)})
    made.users.append(place)
    if not picture:
        made.texts.append(place)


def add_assistant(draw: st.DrawFn, made: Legal, ids: Any) -> None:
    thinking = draw(st.booleans())
    content = [THINKING, {"type": "text", "text": draw(SAID)}] if thinking else spoken(draw)
    place = made.add({"role": "assistant", "content": content})
    if not thinking:
        made.texts.append(place)


def add_reminder(draw: st.DrawFn, made: Legal, ids: Any) -> None:
    made.add({"role": "system", "content": draw(SAID)})
    add_assistant(draw, made, ids)


def add_exchange(draw: st.DrawFn, made: Legal, ids: Any) -> None:
    names = [f"call_{next(ids)}" for _ in range(draw(st.integers(1, 3)))]
    answers = draw(st.permutations(names))
    if made.dialect == "openai-chat":
        add_chat_exchange(made, names, answers)
        return
    blocks: list[Message] = [draw(st.sampled_from([THINKING, CACHED, {"type": "text", "text": ""}]))]
    for name in names:
        blocks.append({"type": "tool_use", "id": name, "name": "search", "input": {"id": "call_0"}})
        blocks += draw(st.sampled_from([[], [CACHED]]))
    place = made.add({"role": "assistant", "content": blocks})
    made.calls += [(place, at) for at, block in enumerate(blocks) if block["type"] == "tool_use"]
    cut = draw(st.integers(0, len(answers)))
    for part in (answers[:cut], answers[cut:]):
        if part:
            add_result_turn(draw, made, part)


def add_result_turn(draw: st.DrawFn, made: Legal, answers: list[str]) -> None:
    payload = draw(st.sampled_from([{}, {"content": ""}, {"content": [IMAGE]}, {"content": "ok", "is_error": True}]))
    blocks: list[Message] = [{"type": "tool_result", "tool_use_id": name, **payload} for name in answers]
    blocks += draw(st.sampled_from([[], [{"type": "text", "text": ""}], [IMAGE]]))
    place = made.add({"role": "user", "content": draw(st.permutations(blocks))})
    content = made.messages[place]["content"]
    made.results += [(place, at) for at, block in enumerate(content) if block["type"] == "tool_result"]


def add_chat_exchange(made: Legal, names: list[str], answers: list[str]) -> None:
    function = {"name": "search", "arguments": "{}"}
    calls = [{"id": name, "type": "function", "function": function} for name in names]
    place = made.add({"role": "assistant", "content": None, "tool_calls": calls})
    made.calls += [(place, at) for at in range(len(names))]
    for name in answers:
        made.results.append((made.add({"role": "tool", "tool_call_id": name, "content": "ok"}), 0))


ANTHROPIC, CHAT = legal_lists("anthropic"), legal_lists("openai-chat")
EITHER = st.one_of(ANTHROPIC, CHAT)
PLENTY = settings(max_examples=50, deadline=None)


@PLENTY
@given(EITHER)
def test_a_legal_list_has_no_violation(made: Legal) -> None:
    assert verdict(made.messages, made.dialect) == []


@PLENTY
@given(EITHER, st.data())
def test_without_its_call_one_result_is_an_orphan(made: Legal, data: st.DataObject) -> None:
    assume(made.calls)
    place, at = data.draw(st.sampled_from(made.calls))
    messages = copy.deepcopy(made.messages)
    if made.dialect == "anthropic":
        call = messages[place]["content"][at]["id"]
        messages[place]["content"][at] = {"type": "text", "text": "I look it up."}
    else:
        call = messages[place]["tool_calls"].pop(at)["id"]
    [orphan] = [pointer for pointer, name in result_places(made) if name == call]
    assert verdict(messages, made.dialect) == [("paired-tool-result", orphan)]


@PLENTY
@given(EITHER, st.data())
def test_without_its_result_one_call_is_unanswered(made: Legal, data: st.DataObject) -> None:
    assume(made.results)
    place, at = data.draw(st.sampled_from(made.results))
    messages = copy.deepcopy(made.messages)
    if made.dialect == "anthropic":
        name = messages[place]["content"].pop(at)["tool_use_id"]
        kinds = {block["type"] for block in messages[place]["content"]}
        gone = "tool_result" not in kinds
    else:
        name, gone = messages[place]["tool_call_id"], True
    if gone:
        del messages[place]
    [call] = [pointer for pointer, call_id in call_places(made) if call_id == name]
    assert verdict(messages, made.dialect) == [("answered-tool-use", call)]


@PLENTY
@given(ANTHROPIC, st.data(), st.sampled_from(["", " \t\n", "\u3000"]), st.booleans())
def test_one_message_reduced_to_nothing_is_empty(made: Legal, data: st.DataObject, blank: str, listed: bool) -> None:
    assume(made.texts)
    place = data.draw(st.sampled_from(made.texts))
    messages = copy.deepcopy(made.messages)
    messages[place]["content"] = [{"type": "text", "text": blank}] if listed else blank
    pointer = f"/messages/{place}/content" + ("/0" if listed else "")
    assert verdict(messages, made.dialect) == [("non-empty-content", pointer)]


@PLENTY
@given(ANTHROPIC, st.data())
def test_one_summary_with_the_role_system_stands_wrong(made: Legal, data: st.DataObject) -> None:
    later = [place for place in made.users if place]
    assume(later)
    place = data.draw(st.sampled_from(later))
    messages = copy.deepcopy(made.messages)
    messages.insert(place, {"role": "system", "content": "Summary."})
    assert verdict(messages, made.dialect) == [("system-position", f"/messages/{place}")]


def call_places(made: Legal) -> list[tuple[str, str]]:
    part = "content" if made.dialect == "anthropic" else "tool_calls"
    return [(f"/messages/{place}/{part}/{at}", made.messages[place][part][at]["id"]) for place, at in made.calls]


def result_places(made: Legal) -> list[tuple[str, str]]:
    if made.dialect == "openai-chat":
        return [(f"/messages/{place}", made.messages[place]["tool_call_id"]) for place, _ in made.results]
    content = [(place, at, made.messages[place]["content"][at]) for place, at in made.results]
    return [(f"/messages/{place}/content/{at}", block["tool_use_id"]) for place, at, block in content]
