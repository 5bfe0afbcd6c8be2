"""Legal traffic of generateContent stays silent, whatever its course; each single fault gives its one rule."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from compaction.shape import check
from compaction.shape.samples import PIXEL
from compaction.shape.samples_gemini import body, call, image, model, response, user

Contents = list[dict[str, Any]]
WORDS = st.sampled_from(["Go on.", "The port is 8080.", "Ship it \U0001f680", " a\n"])
NAMES = st.sampled_from(["run_tests", "read_file", "ns:find.all"])
SPELLINGS = {
    "functionCall": "function_call",
    "functionResponse": "function_response",
    "thoughtSignature": "thought_signature",
    "inlineData": "inline_data",
    "mimeType": "mime_type",
}


@st.composite
def histories(draw: st.DrawFn) -> Contents:
    """One to four questions, each with up to two steps of calls and one or two replies, and a last question."""
    contents: Contents = []
    for _ in range(draw(st.integers(1, 4))):
        contents += [question(draw) for _ in range(draw(st.integers(1, 2)))]
        for _ in range(draw(st.integers(0, 2))):
            contents += step(draw)
        contents += [model(draw(WORDS)) for _ in range(draw(st.integers(1, 2)))]
    contents += [question(draw)]
    return contents + step(draw) if draw(st.booleans()) else contents


def question(draw: st.DrawFn) -> dict[str, Any]:
    content = user(draw(WORDS), *draw(st.sampled_from([[], [image(PIXEL)]])))
    if draw(st.booleans()):
        del content["role"]
    return content


def step(draw: st.DrawFn) -> Contents:
    """Calls, the first one signed, and their responses in any order."""
    names = draw(st.lists(NAMES, min_size=1, max_size=3))
    first, *others = [call(name) for name in names]
    unsigned = [{"functionCall": other["functionCall"]} for other in others]
    before = draw(st.sampled_from([[], ["Let me look."], [{"text": "Hm", "thought": True}]]))
    answers = [response(name) for name in draw(st.permutations(names))]
    return [model(*before, first, *unsigned), user(*answers)]


def spelled(value: Any) -> Any:
    """The same in snake case."""
    if isinstance(value, list):
        return [spelled(inner) for inner in value]
    if isinstance(value, dict):
        return {SPELLINGS.get(name, name): spelled(inner) for name, inner in value.items()}
    return value


def rules_of(contents: Contents, **more: Any) -> list[str]:
    request = json.dumps(body(*contents, **{"model": "gemini-3-pro", **more})).encode()
    return [one.rule for one in check(request, dialect="gemini").violations if one.severity != "note"]


@settings(max_examples=50, deadline=None)
@given(histories(), st.booleans(), st.booleans())
def test_legal_traffic_is_silent(contents: Contents, snake: bool, wrapped: bool) -> None:
    contents = spelled(contents) if snake else contents
    assert rules_of(contents) == []
    request = {"model": "gemini-2.5-pro", "request": {"contents": contents}}
    if wrapped:
        assert check(json.dumps(request).encode(), dialect="gemini").accepted


def turns(contents: Contents, kind: str) -> list[int]:
    """The contents with at least one part of a kind."""
    return [turn for turn, content in enumerate(contents) if any(kind in part for part in content["parts"])]


def drop_part(kind: str) -> Callable[[st.DataObject, Contents], None]:
    """Drop one of several parts of a kind."""

    def change(data: st.DataObject, contents: Contents) -> None:
        several = [turn for turn in turns(contents, kind) if sum(kind in part for part in contents[turn]["parts"]) > 1]
        assume(several)
        contents[data.draw(st.sampled_from(several))]["parts"].pop()

    return change


def change_turn(kind: str, change: Callable[[Contents, int], None]) -> Callable[[st.DataObject, Contents], None]:
    """Change one content that has a part of a kind."""

    def changed(data: st.DataObject, contents: Contents) -> None:
        found = turns(contents, kind)
        assume(found)
        change(contents, data.draw(st.sampled_from(found)))

    return changed


def rename(contents: Contents, turn: int) -> None:
    names = {"functionCall": contents[turn], "functionResponse": contents[turn + 1]}
    for kind, content in names.items():
        for part in content["parts"]:
            if kind in part:
                part[kind]["name"] = "not a name"


def put_first(kind: str, name: str, value: object) -> Callable[[Contents, int], None]:
    def change(contents: Contents, turn: int) -> None:
        next(part for part in contents[turn]["parts"] if kind in part)[kind][name] = value

    return change


def unsign_last(data: st.DataObject, contents: Contents) -> None:
    assume("functionResponse" in contents[-1]["parts"][0])
    for part in contents[-2]["parts"]:
        part.pop("thoughtSignature", None)


CALL, RESPONSE = "functionCall", "functionResponse"
FAULTS: dict[str, tuple[Callable[[st.DataObject, Contents], None], str]] = {
    "one of several calls is gone": (drop_part(CALL), "function-response-count"),
    "one of several responses is gone": (drop_part(RESPONSE), "function-response-count"),
    "a summary instead of the responses": (
        change_turn(RESPONSE, lambda contents, turn: contents.__setitem__(turn, user("Summary: it ran."))),
        "function-response-count",
    ),
    "a reply before the calls": (
        change_turn(CALL, lambda contents, turn: contents.insert(turn, model("Understood."))),
        "function-turn-order",
    ),
    "the question before the calls is gone": (
        lambda data, contents: contents.__setitem__(slice(None), [*step_of(), *contents]),
        "function-turn-order",
    ),
    "responses without calls": (
        lambda data, contents: contents.extend([model("Done."), user(response()), model("Done."), user("Go on.")]),
        "function-turn-order",
    ),
    "a summary without parts": (lambda data, contents: contents.insert(0, user()), "non-empty-content"),
    "a part without data": (
        change_turn("text", lambda contents, turn: contents[turn]["parts"].append({})),
        "non-empty-content",
    ),
    "the signature of the current turn is gone": (unsign_last, "thought-signature"),
    "arguments as text": (change_turn(CALL, put_first(CALL, "args", "{}")), "tool-input-object"),
    "a response as text": (change_turn(RESPONSE, put_first(RESPONSE, "response", "ok")), "tool-input-object"),
    "a name with blanks": (change_turn(CALL, rename), "tool-name"),
    "a role of another dialect": (
        lambda data, contents: contents.insert(0, {"role": "assistant", "parts": [{"text": "a"}]}),
        "role-legal",
    ),
    "a system message": (
        lambda data, contents: contents.insert(0, {"role": "system", "parts": [{"text": "a"}]}),
        "system-position",
    ),
    "a part of another dialect": (
        lambda data, contents: contents.insert(0, user({"image_url": {"url": "a"}})),
        "content-part-role",
    ),
    "a field of the client": (
        change_turn("text", lambda contents, turn: contents[turn].update(timestamp=1)),
        "unknown-field",
    ),
    "half of a character": (lambda data, contents: contents.insert(0, user("\ud83d")), "valid-unicode"),
}


def step_of() -> Contents:
    return [model(call()), user(response()), model("Done.")]


@pytest.mark.parametrize("name", FAULTS)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_one_fault_gives_its_one_rule(name: str, data: st.DataObject) -> None:
    change, rule = FAULTS[name]
    contents = json.loads(json.dumps(data.draw(histories())))
    change(data, contents)
    assert set(rules_of(contents)) == {rule}


def test_every_field_of_a_content_may_hold_anything() -> None:
    odd = [None, 5, [], {}, [[]], ["x", 7], [{"text": 5}], [{"functionCall": 5}], [{"functionResponse": {"parts": 5}}]]
    for value in odd:
        for field in ("role", "parts", "text"):
            rules_of([{"role": "user", "parts": [{"text": "a"}], field: value}])
        for field in ("tools", "request", "systemInstruction", "model"):
            rules_of([user("a")], **{field: value})
        rules_of([value, user("a")])
