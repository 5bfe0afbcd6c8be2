"""Two JSON values compared: by path, elements by what they are known by, and what only the raw view tells."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction.diff import Kind, ValueChange, compare_values
from compaction.diff.matching import pair_elements
from compaction.diff.values import written

CALL = {"type": "tool_use", "id": "toolu_1", "name": "read", "input": {"path": "a.py", "limit": 40}}
OTHER = {"type": "tool_use", "id": "toolu_2", "name": "read", "input": {"path": "b.py"}}
TEXT = {"type": "text", "text": "I will look at both of the files now."}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


def told(old: object, new: object, *, raw: bool = False) -> list[tuple[str, str, str | None, str | None]]:
    found = compare_values(json.dumps(old), json.dumps(new), raw=raw)
    return [(one.kind.value, one.path, one.old, one.new) for one in found]


def test_members_are_compared_by_name() -> None:
    old = {"role": "user", "content": "Hi", "cached": True, "odd key": 1}
    new = {"content": "Hello", "odd key": 2, "role": "user", "name": "ada"}

    assert told(old, new) == [
        ("replace", "content", "Hi", "Hello"),
        ("replace", '["odd key"]', "1", "2"),
        ("insert", "name", None, "ada"),
        ("delete", "cached", "true", None),
    ]


def test_elements_are_known_by_their_ids_wherever_they_stand() -> None:
    shorter = {**CALL, "input": {"path": "a.py", "limit": 20}}

    assert told([TEXT, CALL, OTHER], [CALL, OTHER]) == [("delete", "[0]", json.dumps(TEXT), None)]
    assert told([CALL, OTHER], [TEXT, shorter, OTHER]) == [
        ("insert", "[0]", None, json.dumps(TEXT)),
        ("replace", "[1].input.limit", "40", "20"),
    ]
    assert [one[:2] for one in told([CALL], [OTHER])] == [("insert", "[0]"), ("delete", "[0]")]


def test_an_element_that_stands_elsewhere_has_moved() -> None:
    (moved,) = compare_values(json.dumps([CALL, OTHER]), json.dumps([OTHER, CALL]))

    assert moved == ValueChange(Kind.MOVED_TO, "[1]", source="[0]")
    assert [one.kind for one in compare_values("[1, 2, 2, 3]", "[2, 3, 1, 2]")] == [Kind.MOVED_TO] * 2


def test_an_id_may_stand_one_level_down() -> None:
    def block(name: str, text: str) -> dict[str, object]:
        return {"toolResult": {"toolUseId": name, "content": [{"text": text}]}}

    assert told([block("a", "1 line"), block("b", "2 lines")], [block("b", "2 lines"), block("a", "cut")]) == [
        ("moved-to", "[1]", None, None),
        ("replace", "[1].toolResult.content[0].text", "1 line", "cut"),
    ]


def test_an_id_that_stands_twice_is_none() -> None:
    assert pair_elements([CALL, CALL], [CALL]) == [(0, 0)]
    assert pair_elements([CALL, {**CALL, "name": "x"}], [{**CALL, "name": "y"}]) == []


def test_blocks_of_a_kind_are_paired_in_order_or_by_their_words() -> None:
    shortened = {"type": "text", "text": "I will look at both files now."}
    foreign = {"type": "text", "text": "Something else entirely stands here."}

    assert told([TEXT, CALL], [shortened, CALL]) == [("replace", "[0].text", TEXT["text"], shortened["text"])]
    assert pair_elements([foreign, TEXT], [shortened]) == [(1, 0)]
    assert pair_elements([1, "a"], ["b", 2]) == [(0, 1), (1, 0)]


def test_too_many_elements_are_compared_place_by_place() -> None:
    assert pair_elements(list(range(2_001)), [0, 2]) == [(0, 0), (1, 1)]


def test_json_in_a_string_is_compared_as_json() -> None:
    old = {"function": {"arguments": '{"path": "a.py", "lines": [1]}'}}

    assert told(old, {"function": {"arguments": '{"path":"b.py","lines":[1,2]}'}}) == [
        ("replace", "function.arguments → path", "a.py", "b.py"),
        ("insert", "function.arguments → lines[1]", None, "2"),
    ]
    respelled = {"function": {"arguments": '{"path":"a.py","lines":[1]}'}}
    assert told(old, respelled) == []
    assert [one[:2] for one in told(old, respelled, raw=True)] == [("equal", "function.arguments")]
    assert told({"a": "{broken"}, {"a": "[1]"}) == [("replace", "a", "{broken", "[1]")]


def test_the_order_of_names_is_told_on_demand() -> None:
    old, new = {"a": 1, "b": {"x": 1, "y": 2}}, {"b": {"y": 2, "x": 1}, "a": 1}

    assert told(old, new) == []
    assert told(old, new, raw=True) == [("equal", "b", "x, y", "y, x"), ("equal", "", "a, b", "b, a")]
    assert all(one.note for one in compare_values(json.dumps(old), json.dumps(new), raw=True))


def test_numbers_keep_their_digits() -> None:
    assert [(one.old, one.new) for one in compare_values('{"n": 1.0, "s": 7}', '{"n": 1, "s": "7"}')] == [
        ("1.0", "1"),
        ("7", '"7"'),
    ]
    assert compare_values('{"n": 1280.5000000000001}', '{"n": 1280.5000000000001}') == ()


def test_only_two_strings_are_told_as_text() -> None:
    found = compare_values('{"a": "x", "b": "y", "c": 1}', '{"a": "z", "b": null, "c": 2}')

    assert [(one.new, one.text) for one in found] == [("z", True), ("null", False), ("2", False)]


def test_what_is_deep_is_told_as_a_whole() -> None:
    deep, deeper = ("[" * 150 + digit + "]" * 150 for digit in "12")

    (change,) = compare_values(deep, deeper)
    assert (change.kind, change.path, len(change.old or "")) == (Kind.REPLACE, "[0]" * 100, 101)
    assert compare_values(deep, deep, raw=True) == ()


@pytest.mark.parametrize("text", ["{", "[" * 100_000])
def test_what_is_no_json_is_said_to_be_none(text: str) -> None:
    with pytest.raises(ValueError):
        compare_values(text, "{}")


@given(JSON)
def test_a_value_does_not_differ_from_itself(value: object) -> None:
    text = json.dumps(value)

    assert compare_values(text, text) == compare_values(text, json.dumps(value, sort_keys=True)) == ()
    assert compare_values(text, text, raw=True) == ()


@given(JSON, JSON)
def test_different_values_differ_both_ways(one: object, other: object) -> None:
    a, b = json.dumps(one, sort_keys=True), json.dumps(other, sort_keys=True)

    assert bool(compare_values(a, b)) == bool(compare_values(b, a)) == (a != b)


def test_a_value_is_written_as_it_came() -> None:
    assert written({"a": [None, True, "é\n"]}) == '{"a": [null, true, "é\\n"]}'
