"""JSON laid out for reading, with nothing decoded."""

import html
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webui.common.json_lines import lay_out

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=20,
)


def plain(text: str, *bad: str) -> list[tuple[str, bool]]:
    """The lines as text, and whether each is marked."""
    lines = lay_out(text, frozenset(bad)) or []
    return [(html.unescape(re.sub(r"<[^>]*>", "", line.markup)), line.bad) for line in lines]


def test_keys_keep_their_order_and_numbers_their_digits() -> None:
    assert plain('{"zeta":1.50e10,"alpha":[1280.5000000000001,-0],"zeta":{}}') == [
        ("{", False),
        ('  "zeta": 1.50e10,', False),
        ('  "alpha": [1280.5000000000001, -0],', False),
        ('  "zeta": {}', False),
        ("}", False),
    ]


def test_escapes_stay_as_written() -> None:
    assert plain(r'["\u202e\n"]') == [(r'["\u202e\n"]', False)]


def test_the_lines_of_a_place_are_marked() -> None:
    text = '{"content": [{"type": "text", "text": "a"}, {"type": "tool_result", "content": [{"type": "text"}]}]}'

    marked = [line.strip() for line, bad in plain(text, "/content/1") if bad]

    assert marked[0] == "{"
    assert '"type": "tool_result",' in marked
    assert marked[-1] == "}"
    assert not any('"a"' in line for line in marked)


def test_deep_values_stand_on_one_line() -> None:
    lines = plain('{"a": {"b": {"c": {"d": {"e": {"f": [1, [2, {"g": 3}]]}}}}}}')

    assert '        "d": {"e": {"f": [1, [2, {"g": 3}]]}}' in [line for line, _ in lines]


@pytest.mark.parametrize("text", ["", "hello", '{"a":', "[1}", "]", '{"a" "b', "NaN", "[1, 2"])
def test_what_is_no_json_is_left_to_the_caller(text: str) -> None:
    assert lay_out(text) is None


@settings(max_examples=80)
@given(VALUES)
def test_only_white_space_is_added(value: object) -> None:
    text = json.dumps(value, ensure_ascii=True)

    again = "\n".join(line for line, _ in plain(text))

    assert json.loads(again) == value
    assert re.sub(r"\s", "", again) == re.sub(r"\s", "", text)
