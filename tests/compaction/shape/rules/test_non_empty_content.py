import json
import sys

import pytest

from compaction.shape import check
from compaction.shape.rules.non_empty_content import WHITE_SPACE

STRIPPED = [
    *range(0x09, 0x0E),
    0x20,
    0x85,
    0xA0,
    0x1680,
    *range(0x2000, 0x200B),
    0x2028,
    0x2029,
    0x202F,
    0x205F,
    0x3000,
]
KEPT = [0x1C, 0x1D, 0x1E, 0x1F, 0x180E, 0x200B, 0x2060, 0xFEFF]
IMAGE = {"type": "image"}


def text(words: object) -> dict[str, object]:
    return {"type": "text", "text": words}


def places(message: dict[str, object]) -> list[str]:
    report = check(json.dumps({"messages": [message]}).encode(), dialect="anthropic", layer="core")
    return [v.pointer for v in report.violations if v.rule == "non-empty-content"]


@pytest.mark.parametrize("code", STRIPPED)
def test_white_space_alone_is_empty(code: int) -> None:
    assert places({"role": "user", "content": chr(code)}) == ["/messages/0/content"]


@pytest.mark.parametrize("code", KEPT)
def test_other_invisible_characters_are_text(code: int) -> None:
    assert places({"role": "user", "content": f" {chr(code)} "}) == []


def test_the_quick_test_for_white_space_misses_none_of_it() -> None:
    assert sorted(WHITE_SPACE) == sorted(map(chr, STRIPPED))
    assert all(letter.isspace() for letter in WHITE_SPACE)
    wider = {letter for letter in map(chr, range(sys.maxunicode)) if letter.isspace()} - set(WHITE_SPACE)
    assert wider == set("\x1c\x1d\x1e\x1f")


@pytest.mark.parametrize("role", ["user", "assistant", "system", "developer", ""])
def test_every_role_but_tool_has_to_say_something(role: str) -> None:
    assert places({"role": role, "content": ""}) == ["/messages/0/content"]
    assert places({"role": "tool", "content": ""}) == []


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ([], ["/messages/0/content"]),
        ([text("")], ["/messages/0/content/0"]),
        ([text(" "), text(None), {"type": ""}, {}], ["/messages/0/content/0"]),
        ([text(""), text("x")], []),
        ([text(""), IMAGE], []),
        ([text(""), {"type": "Text"}], []),
        ("x", []),
        (None, []),
    ],
)
def test_a_list_is_empty_when_it_is_text_alone_and_blank(content: object, expected: list[str]) -> None:
    assert places({"role": "user", "content": content}) == expected


def test_a_message_with_calls_may_be_blank() -> None:
    assert places({"role": "assistant", "content": "", "tool_calls": [{}]}) == []
    assert places({"role": "assistant", "content": "", "tool_calls": []}) == ["/messages/0/content"]
