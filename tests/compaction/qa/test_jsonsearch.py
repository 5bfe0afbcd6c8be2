import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from compaction.qa.jsonsearch import find_json


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('["a"]', ["a"]),
        ('```json\n["a", "b"]\n```', ["a", "b"]),
        ('Sure: [1, {"x": [2]}] and [3]', [1, {"x": [2]}]),
        ('{"questions": ["a"]}', {"questions": ["a"]}),
        ('[not json] then ["a"]', ["a"]),
        ('[} ["a"]', ["a"]),
        ('] } ["a"]', ["a"]),
        ('["a ] \\" [ b"]', ['a ] " [ b']),
        ("- [ ] Which?", []),
        ("As in [2]: []", [2]),
        ('{"a": [}] ["b"]', ["b"]),
    ],
)
def test_the_first_group_that_parses_is_found(text: str, found: object) -> None:
    assert find_json(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "none",
        '["a", "b',
        'the 5" panel: ["a"]',
        "[NaN]",
        "[Infinity]",
        "[1e999]",
        f"[{'9' * 5000}]",
        '["\\ud800"]',
        '["a\nb"]',
        "[" * 128 + "]" * 128,
        "[" * 100_000,
        '\\" ["a"]',
    ],
)
def test_what_the_reference_does_not_parse_is_not_found(text: str) -> None:
    assert find_json(text) is None


def test_nesting_ends_at_a_hundred_and_twenty_seven() -> None:
    assert find_json("[" * 127 + "]" * 127) is not None


@settings(max_examples=100)
@given(st.text(alphabet='[]{}",:\\ a1') | st.text())
@example("[" * 50_000 + "}" * 50_000)
def test_any_text_can_be_searched(text: str) -> None:
    found = find_json(text)
    assert found is None or isinstance(found, dict | list)
