"""Secrets in joined deltas: masked in the deltas, everything else as it was."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compaction.formats.deltas.masking import distribute, is_stream, mask_stream

MARK = "[redacted:api-key:0123abcd]"


def mask(text: str) -> str:
    return re.sub("SECRET+", MARK, text)


def lines(*values: dict[str, Any], end: str = "\n") -> str:
    return "".join(f"data: {json.dumps(value)}{end}{end}" for value in values)


def told(text: str) -> list[Any]:
    return [json.loads(line.strip().removeprefix("data:")) for line in text.split("\n") if line.strip()]


def delta(index: int, text: str) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": {"type": "text_delta", "text": text}}


def test_a_secret_in_three_deltas_leaves_one_marker() -> None:
    clean = mask_stream(lines(delta(0, "x"), delta(0, "a SE"), delta(1, "SEC"), delta(0, "CR"), delta(0, "ET b")), mask)
    assert [value["delta"]["text"] for value in told(clean)] == ["x", f"a {MARK}", "SEC", "", " b"]


def test_nothing_changes_without_a_secret() -> None:
    text = 'event: x\r\ndata: {"index":0, "delta":{"text":"SEC"}}\r\n\r\ndata: [DONE]\n\ndata: {broken\n'
    assert mask_stream(text, mask) == text


def test_only_the_changed_event_is_written_anew_with_its_line_end() -> None:
    text = 'data: {"index":1,  "text":"fine"}\r\n\r\ndata: {"index":0,  "text":"SECRET"}\r\n\r\n'
    assert mask_stream(text, mask) == (
        f'data: {{"index":1,  "text":"fine"}}\r\n\r\ndata: {{"index":0,"text":"{MARK}"}}\r\n\r\n'
    )


def test_pieces_join_by_all_their_numbers() -> None:
    def call(index: int, arguments: str) -> dict[str, Any]:
        return {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": index, "arguments": arguments}]}}]}

    clean = mask_stream(lines(call(0, "SEC"), call(1, "SEC"), call(0, "RET"), call(1, "x")), mask)
    given = [value["choices"][0]["delta"]["tool_calls"][0]["arguments"] for value in told(clean)]
    assert given == [MARK, "SEC", "", "x"]


def test_bare_events_are_masked_and_stay_bare() -> None:
    clean = mask_stream('{"text": "SEC"}\n{"text": "RET"}', mask)
    assert clean == f'{{"text":"{MARK}"}}\n{{"text":""}}'


def test_ids_and_signatures_are_left_alone() -> None:
    text = lines({"id": "SEC", "signature": "SECRET"}, {"id": "RET", "n": 1, "list": [1, "SECRET"]})
    assert mask_stream(text, mask) == text


@pytest.mark.parametrize(
    ("pieces", "clean", "masked"),
    [
        (["ab"], "ab", ["ab"]),
        (["x", "ab", "y"], f"x{MARK}y", ["x", MARK, "y"]),
        (["xa", "b"], f"x{MARK}", [f"x{MARK}", ""]),
        (["a", "b"], MARK, [MARK, ""]),
        (["a1b", "2c"], f"a{MARK}b{MARK}c", [f"a{MARK}b", f"{MARK}c"]),
        (["a", "b"], f"{MARK}{MARK}", [f"{MARK}{MARK}", ""]),
        ([f"a {MARK}", "rest, b"], f"a {MARK}, b", [f"a {MARK}", ", b"]),
        ([f"a {MARK}", "rest"], f"a {MARK}", [f"a {MARK}", ""]),
        (["abc", "def"], "something else", ["something else", ""]),
    ],
)
def test_what_was_masked_together_is_masked_in_its_pieces(pieces: list[str], clean: str, masked: list[str]) -> None:
    assert distribute(pieces, clean) == masked


@settings(max_examples=80)
@given(st.lists(st.text("SECRET xy", max_size=6), min_size=1, max_size=6))
def test_the_pieces_always_say_together_what_is_clean(pieces: list[str]) -> None:
    clean = mask("".join(pieces))
    masked = distribute(pieces, clean)
    assert "".join(masked) == clean
    assert len(masked) == len(pieces)


@pytest.mark.parametrize(
    ("text", "is_one"), [("data: {}", True), ("event: ping", True), ("a data: {}", False), ("", False)]
)
def test_a_stream_is_known_by_its_lines(text: str, is_one: bool) -> None:
    assert is_stream(text) is is_one
