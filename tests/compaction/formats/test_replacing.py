"""One value replaced wherever a file holds it, and nothing else."""

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compaction.formats.replacing import Replacement

VALUE = "Zq7Xw2Lm9Kp4Rt6Yb8Nc"
MARKER = "[redacted:reported:0a1b2c3d]"


def replaced(data: bytes, value: str = VALUE, **kind: bool) -> bytes:
    return b"".join(Replacement(value, MARKER).pieces([data], **kind))


@pytest.mark.parametrize(
    "held",
    [
        {"content": f"the key is {VALUE}."},
        {"content": f"line\n{VALUE}\nline"},
        {"arguments": json.dumps({"command": f"echo {VALUE}\n"})},
        {"body": json.dumps({"inner": json.dumps({"key": f"\t{VALUE}"})})},
        {"body": base64.b64encode(json.dumps({"key": VALUE}).encode()).decode()},
        {VALUE: 1},
        {"streamingChunks": [f'data: {{"delta":{{"text":"a {VALUE[:9]}', f'{VALUE[9:]} b"}}}}\n\n']},
    ],
)
def test_a_value_goes_from_json_however_deep_it_stands(held: dict[str, Any]) -> None:
    clean = json.loads(replaced(json.dumps(held).encode()))

    told = json.dumps(clean)
    packed = clean.get("body", "")
    told += base64.b64decode(packed).decode() if packed[:1] not in ("", "{") else ""
    assert VALUE not in told
    assert MARKER in told
    assert len(clean) == len(held)


def test_a_value_that_is_written_with_escapes_goes() -> None:
    escaped = "".join(f"\\u{ord(one):04x}" for one in VALUE)
    assert json.loads(replaced(f'{{"a": "x {escaped}"}}'.encode())) == {"a": f"x {MARKER}"}
    assert json.loads(replaced(b'{"a": "x ab\\/cdef12"}', "ab/cdef12")) == {"a": f"x {MARKER}"}


def test_nor_is_it_in_text_that_is_json_itself() -> None:
    data = json.dumps({"body": json.dumps({"a": "x\nabcdefg1"})}).encode()
    assert replaced(data, "nabcdefg1") == data


def test_a_value_with_quotes_and_line_breaks_goes() -> None:
    value = 'two "words"\nand a line'
    assert json.loads(replaced(json.dumps({"a": value, "b": 2}).encode(), value)) == {"a": MARKER, "b": 2}


def test_the_letter_of_an_escape_is_no_part_of_a_value() -> None:
    data = json.dumps({"a": "x\nabcdefg1", "b": "nabcdefg1", "c": "C:\\nabcdefg1"}).encode()
    assert json.loads(replaced(data, "nabcdefg1")) == {"a": "x\nabcdefg1", "b": MARKER, "c": f"C:\\{MARKER}"}
    assert replaced(b'["\\u00e9abcd12"]', "e9abcd12") == b'["\\u00e9abcd12"]'


def test_a_number_outside_of_strings_stays() -> None:
    data = b'{"size": 123456789, "text": "call 123456789 now"}'
    assert json.loads(replaced(data, "123456789")) == {"size": 123456789, "text": f"call {MARKER} now"}


def test_text_that_is_no_json_is_looked_at_too() -> None:
    assert replaced(f"key={VALUE}\nrest".encode()) == f"key={MARKER}\nrest".encode()
    assert Replacement(VALUE, MARKER).text("{ no json \\" + VALUE) == "{ no json \\" + MARKER


def test_what_does_not_hold_the_value_stays_byte_for_byte() -> None:
    data = b'{"a" : "\\u00e9 \\/ ' + VALUE[:-1].encode() + b'",\r\n "b":[1.50]}'
    assert replaced(data) == data
    assert replaced(b"") == b""


def test_a_stream_shows_the_value_in_its_joined_deltas() -> None:
    lines = [
        "data: " + json.dumps({"type": "content_block_delta", "index": 0, "delta": {"text": part}})
        for part in ("a " + VALUE[:7], VALUE[7:], " b")
    ]
    clean = replaced("\n\n".join(lines).encode(), stream=True).decode()
    parts = [json.loads(line[6:])["delta"]["text"] for line in clean.split("\n\n")]
    assert parts == ["a " + MARKER, "", " b"]


@given(st.lists(st.integers(1, 40), max_size=8))
def test_it_does_not_matter_how_the_bytes_are_cut(cuts: list[int]) -> None:
    held = {"a": f"x {VALUE} y", "b": [f"\n{VALUE}", "\\" + VALUE, 7]}
    data = json.dumps(held).encode() + f"\nplain {VALUE} end".encode() + b"." * 40
    pieces, at = [], 0
    for size in cuts:
        pieces.append(data[at : at + size])
        at += size
    whole = Replacement(VALUE, MARKER)
    expected = b"".join(whole.pieces([data]))
    parted = Replacement(VALUE, MARKER)

    assert b"".join(parted.pieces([*pieces, data[at:]])) == expected
    assert VALUE.encode() not in expected
    assert parted.count == whole.count == 4


def test_offsets_move_with_what_was_replaced_before_them() -> None:
    text = f"a {VALUE} b {VALUE} c"
    one = Replacement(VALUE, MARKER)
    clean, places = one.text(text), one.places(text)

    assert places == [(2, 22), (25, 45)]
    for start, stop in ((0, 1), (23, 24), (46, 47)):
        first, last = one.moved(start, stop, places)
        assert clean[first:last] == text[start:stop]
    first, last = one.moved(5, 9, places)
    assert clean[first:last] == MARKER
    first, last = one.moved(0, 9, places)
    assert clean[first:last] == f"a {MARKER}"


def test_a_text_that_was_cut_within_the_value_keeps_no_part_of_it() -> None:
    one = Replacement(VALUE, MARKER)
    assert one.cut_text(f"a {VALUE} b {VALUE[:7]}") == f"a {MARKER} b {MARKER}"
    assert one.cut_text(f"b {VALUE[:5]}") == f"b {VALUE[:5]}"
    assert one.cut_text(VALUE[1:]) == VALUE[1:]


def test_a_cheap_look_never_misses() -> None:
    one = Replacement(VALUE, MARKER)
    assert one.may_stand_in(f'"{VALUE}"'.encode())
    assert one.may_stand_in(b'"\\u005aq7"')
    assert not one.may_stand_in(b'"\\n plain"')
    assert Replacement("ab/cdef12", MARKER).may_stand_in(b'"a\\/b"')


def test_nothing_that_is_printed_of_it_tells_the_value() -> None:
    assert VALUE not in repr(Replacement(VALUE, MARKER))
