"""What the head of a document shows: the format of its records, and where the first one stands."""

import json
from typing import Any

import pytest

from compaction.formats import FORMATS
from compaction.formats.opening import find_opening
from compaction.formats.registry import format_of

RECORD = {"requestId": "r", "endpoint": "/v1/messages", "method": "POST", "body": {"messages": ["x" * 50] * 50}}


def found(head: str | bytes, format: str | None = None) -> tuple[str, bytes] | None:
    data = head if isinstance(head, bytes) else head.encode()
    opening = find_opening(data, format_of(format) if format else None, None)
    return (opening.format.id, opening.prefix) if opening else None


@pytest.mark.parametrize(
    ("prefix", "rest", "format"),
    [
        ('{"log":{"entries":[', '{"request"', "har"),
        (' {\n "log": {"version": "1.2", "creator": {"name": "x"}, "pages": [],\n "entries": [', "", "har"),
        ("[", json.dumps(RECORD)[:120], "proxy-log"),
        (" [ ".rstrip(), json.dumps([RECORD])[1:], "proxy-log"),
        ("[", '{"request":{"url":"https://x", "bo', "exchange-jsonl"),
        ("[", '{"custom_id":"c","params":{"messages":[{"role":"us', "batch-jsonl"),
        ("[", '{"type":"GENERATION","traceId":"t","input":[', "langfuse-export"),
        ('{"id":"t","observations":[', '{"type":"GENERATION"', "langfuse-export"),
        ('{"batch":[', '{"type":"generation-create","body":{"in', "langfuse-export"),
        ("[", '{"attributes":{"gen_ai.system":"x"', "otel-genai"),
    ],
)
def test_a_long_list_is_known_by_its_head(prefix: str, rest: str, format: str) -> None:
    assert found(prefix + rest) == (format, prefix.encode())


@pytest.mark.parametrize(
    "head",
    [
        "",
        "text",
        "[",
        "[]",
        "{",
        '{"log"',
        '{"log":',
        '{"log":{"pages":[{"id":"cut',
        '{"log":{"version":"1.2"}, "more": [1',
        '{"log":{"version" "1.2"}}',
        '{"log":[{"entries":[]}]}',
        '{"messages":[{"role":"user"',
        '[{"role":"user","content":"x"},',
        "[" * 300,
        '{"requestId":"r","endpoint":"/","method":"POST","body":{"messages":[',
        b'{"log":{"entries":[' + b"\xe9\xe9\xe9\xe9\xe9",
    ],
)
def test_everything_else_is_read_as_a_whole(head: str | bytes) -> None:
    assert found(head) is None


def test_a_cut_character_does_not_matter() -> None:
    data = '{"log":{"entries":[{"a":"é'.encode()
    assert found(data[:-1]) == ("har", b'{"log":{"entries":[')


def test_a_chosen_format_is_not_questioned() -> None:
    assert found('[{"a":1}', "proxy-log") == ("proxy-log", b"[")
    assert found('{"a":1}', "proxy-log") is None
    assert found('[{"requestId":"r"', "messages-array") is None
    assert [found(head, "har") for head in ('{"a":1}', "[1]", '{"a" 1', '{"a":1,', '{"log":{"a":1}}')] == [None] * 5


def test_what_is_read_by_records_is_read_as_a_whole_as_well() -> None:
    by_records: list[Any] = [format for format in FORMATS if format.read_records]
    assert {format.id for format in by_records} >= {"har", "proxy-log", "litellm-log", "batch-jsonl", "exchange-jsonl"}
    assert all(format.read_document and format.read_lines and format.record_lists for format in by_records)
