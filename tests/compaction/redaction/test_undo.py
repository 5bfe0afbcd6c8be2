"""Escapes undone, and the way back."""

import json

import pytest

from compaction.redaction.undo import canonical, safe_cut, string_end, undo


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"plain", b"plain"),
        (rb"\u0073k", b"sk"),
        (rb"a\\u0073k", b"ask"),
        (rb"\u0022a", rb"\"a"),
        (rb"\\\u0022a", rb"\\\"a"),
        (rb"\u005cn", rb"\u005cn"),
        (rb"\u4e2d\u0009\u00e9", rb"\u4e2d\u0009\u00e9"),
        (b"\\" * 16 + b"u0073", b"\\" * 16 + b"u0073"),
    ],
)
def test_escaped_ascii_is_undone_and_nothing_else(raw: bytes, text: bytes) -> None:
    assert undo(raw).text == text


def test_every_place_leads_back() -> None:
    undone = undo(rb"ab\u0063d\\u0065f")
    assert undone.text == b"abcdef"
    assert [undone.raw(place) for place in range(7)] == [0, 1, 2, 8, 9, 16, 17]


@pytest.mark.parametrize("depth", range(4))
def test_all_forms_of_a_secret_are_one(depth: int) -> None:
    form = 'p\n"é/'
    for _ in range(depth):
        form = json.dumps(form)[1:-1]
    assert canonical(form.encode()) == 'p\n"é/'.encode()
    assert canonical(form.replace("/", "\\/").encode()) == 'p\n"é/'.encode()


def test_deep_escapes_are_undone_five_times_at_most() -> None:
    assert canonical(b"\\" * 64 + b"a") == b"\\\\a"


@pytest.mark.parametrize(
    ("text", "slashes", "end"),
    [
        (rb'abc"', 0, 3),
        (rb'a\"c"', 0, 4),
        (rb'a\\"c"', 0, 3),
        (rb'a\"c"', 1, 1),
        (rb'a\\\"c\""', 1, 6),
        (rb"a\\\\\"c", 1, 5),
        (rb'abc"', 1, 3),
        (rb'ab\\"', 1, 2),
        (rb"a\\\"", 3, 1),
        (b"abc", 0, -1),
        (b"a" + b"\\" * 200 + b'"', 0, 201),
        (b"a" + b"\\" * 201 + b'""', 0, 203),
    ],
)
def test_a_string_ends_at_the_quote_of_its_own_depth(text: bytes, slashes: int, end: int) -> None:
    assert string_end(text, 0, slashes, len(text)) == end


@pytest.mark.parametrize(
    ("text", "cut", "safe"),
    [(b"abcd", 2, 2), (rb"a\nb", 2, 1), (rb"a\\b", 3, 3), (rb"a\u00e9b", 4, 1), (rb"a\u00e9b", 7, 7)],
)
def test_a_cut_splits_no_escape(text: bytes, cut: int, safe: int) -> None:
    assert safe_cut(text, cut) == safe
