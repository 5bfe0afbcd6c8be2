"""Secrets inside the strings of a capture, at any depth; the bytes around them stay as they are."""

import base64
import gzip
import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.formats.masking import mask_inside, mask_pieces

MARK = "[redacted:api-key:0123abcd]"


def mask(text: str) -> str:
    return re.sub("SECRET+", MARK, text)


def masked(data: bytes, size: int = 7, known: dict[str, str] | None = None) -> bytes:
    return b"".join(mask_pieces((data[at : at + size] for at in range(0, len(data), size)), mask, known or {}))


def deep(value: Any, levels: int) -> Any:
    for _ in range(levels):
        value = json.dumps({"inner": value})
    return value


@pytest.mark.parametrize("levels", [1, 2, 5])
def test_json_in_a_text_is_masked_at_every_level(levels: int) -> None:
    value = json.loads(masked(json.dumps({"a": deep("SECRET", levels), "b": "kept"}).encode()))
    assert value == {"a": deep(MARK, levels), "b": "kept"}


def test_a_plain_string_is_masked_only_where_it_is_known() -> None:
    data = b'{"a": "SECRET", "b":  "other"}'
    assert masked(data) == data
    assert masked(data, known={"SECRET": "x"}) == b'{"a": "x", "b":  "other"}'


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_base64_is_opened(pack: Any) -> None:
    text = base64.b64encode(pack(b'{"key": "SECRET"}')).decode()
    inner = json.loads(masked(json.dumps({"text": text}).encode()))["text"]
    assert base64.b64decode(inner) == f'{{"key": "{MARK}"}}'.encode()


@pytest.mark.parametrize(
    "text",
    [
        base64.b64encode(b'{"key": "nothing"}').decode(),
        base64.b64encode(b"SECRET is plain text here").decode(),
        base64.b64encode(b"\x89PNG and so on and on").decode(),
        "H4sI" + "A" * 20,
        "A" * 17,
    ],
)
def test_other_base64_stays(text: str) -> None:
    assert mask_inside(text, mask) == text


def test_a_stream_in_a_text_is_joined() -> None:
    stream = 'data: {"text":"SEC"}\n\ndata: {"text":"RET"}\n\n'
    assert json.loads(masked(json.dumps([stream]).encode())) == [
        f'data: {{"text":"{MARK}"}}\n\ndata: {{"text":""}}\n\n'
    ]


def test_chunks_of_a_stream_are_one() -> None:
    value = {"streamingChunks": ['data: {"text":"SECR', 'ET"}\n\n'], "next": ["SECRET", "{"]}
    assert json.loads(masked(json.dumps(value, indent=1).encode())) == {
        "streamingChunks": [f'data: {{"text":"{MARK}"}}\n\n', ""],
        "next": ["SECRET", "{"],
    }
    clean = json.dumps({"streamingChunks": ["data: {}\n\n", "x"]}).encode()
    assert masked(clean) == clean


def test_no_depth_is_endless() -> None:
    assert mask_inside(deep("SECRET", 2), mask, levels=0) == deep("SECRET", 2)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.sampled_from(['"', "\\", '\\"', "{", "\n", "x", '"a"', ' "streamingChunks": [', '"SEC', "é"]), max_size=12
    ),
    st.integers(1, 9),
)
def test_bytes_without_a_secret_pass_whatever_they_are(parts: list[str], size: int) -> None:
    data = "".join(parts).encode()
    assert masked(data, size) == data


def test_a_line_with_an_open_quote_does_not_hide_the_next() -> None:
    data = b'{"cut off\n' + json.dumps({"a": deep("SECRET", 1)}).encode()
    assert b"SECRET" not in masked(data)


def test_a_long_string_is_masked_from_small_pieces() -> None:
    data = json.dumps([deep("x" * 5000 + "SECRET", 1)]).encode()
    assert json.loads(masked(data, 64)) == [deep("x" * 5000 + MARK, 1)]


def test_much_between_two_strings_is_not_held() -> None:
    data = b'"a"' + b" " * 9000 + b'"b"'
    pieces = list(mask_pieces((data[at : at + 3000] for at in range(0, len(data), 3000)), mask, {}))
    assert b"".join(pieces) == data
    assert len(pieces) > 4
