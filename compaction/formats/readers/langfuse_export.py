"""Observations that Langfuse exported or was sent: as lines, lists, traces, batches, or a table.

Source: wire-formats 5.6, 10.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import replace

from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.bodies import LISTS, holds_list
from compaction.formats.decoding import Elements, Members
from compaction.formats.encoding import decode_utf8
from compaction.formats.exchanges import Exchange, Exchanges, text_of
from compaction.formats.format import Placed, PlacedRecords
from compaction.formats.placed import record_format
from compaction.formats.prompts import body_around, elements_of
from compaction.formats.records import MessageList, Note, Record, Records
from compaction.formats.source import Line
from compaction.limits import MAX_BODY_BYTES
from compaction.transcripts import Dialect

KINDS = ("GENERATION", "generation-create", "generation-update")
SETTINGS = ("modelParameters", "model_parameters")
RECORD_LISTS = ((), ("observations",), ("batch",))

csv.field_size_limit(MAX_BODY_BYTES)


def read_records(records: PlacedRecords, chosen: Dialect | None) -> Records:
    """Yield the lists of generations, each followed by its answer; other observations ask no model."""
    exchanges = Exchanges(chosen)
    for record in records:
        if isinstance(record, Note):
            yield record
        else:
            yield from _read(record, exchanges)


def _read(record: Placed, exchanges: Exchanges) -> Iterator[Record]:
    value = record.value if isinstance(record.value, dict) else {}
    base = record.base
    if marks.is_ingestion(value):
        base, value = f"{base}/body", {**_object(value.get("body")), "type": value.get("type")}
    body = _body(value, exchanges) if value.get("type") in KINDS else None
    if body is None:
        yield Note("unknown-record", record.at)
        return
    exchange = _exchange(record.at, base, value, body)
    text = isinstance(value.get("input"), str)
    for found in exchanges.read_call(exchange, body):
        if isinstance(found, MessageList) and (text or not holds_list(value.get("input"))):
            # No pointer leads into a text, and none into a body that was made around a list.
            found = replace(found, path=f"{base}/input{' (JSON text)' if text else ''}")
        yield found
    yield from exchanges.read_answer(exchange, exchanges.lists - 1)


def _body(value: Mapping[str, object], exchanges: Exchanges) -> Members | None:
    """Return the input where it is a body, or one made around it and what was set beside it."""
    given = exchanges.value_of(value.get("input"))
    beside = next((found for name in SETTINGS if (found := exchanges.value_of(value.get(name)))), None)
    settings = {"model": text_of(value, "model"), **_object(beside)}
    if isinstance(given, Members) and holds_list(given):
        name = next(name for name in LISTS if isinstance(given.get(name), Elements))
        return given if "model" in given else body_around(name, _elements(given, name), {**settings, **given})
    elements = elements_of(given if isinstance(given, list | dict) else value.get("input"), exchanges.memory)
    return None if elements is None else body_around("messages", elements, settings)


def _elements(body: Members, name: str) -> Elements:
    inner = body[name]
    return inner if isinstance(inner, Elements) else Elements()


def _exchange(at: str, base: str, value: Mapping[str, object], body: Members) -> Exchange:
    said = text_of(value, "statusMessage") or text_of(value, "status_message")
    failed = value.get("level") == "ERROR" and bool(said)
    return Exchange(
        at=at,
        body=body,
        body_at=f"{base}/input",
        answer=said if failed else value.get("output"),
        answer_at=f"{base}/{'statusMessage' if failed else 'output'}",
        failed=failed,
        recorded=not failed,
        model=text_of(value, "model"),
    )


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


def read_table(lines: Iterator[Line], chosen: Dialect | None) -> Records:
    """Read a table, whose cells hold JSON as text.

    Raises: CaptureError `json-syntax` where its quotes do not match.
    """
    return read_records(_rows(lines), chosen)


def _rows(lines: Iterator[Line]) -> PlacedRecords:
    texts = (decode_utf8(line.data, line=line.number, offset=line.offset) for line in lines)
    rows = csv.reader(texts, strict=True)
    header: list[str] | None = None
    number = 0
    while True:
        fault = 0
        row: list[str] | None = None
        try:
            row = next(rows, None)
        except csv.Error:
            fault = rows.line_num
        if fault:
            raise CaptureError("json-syntax", line=fault, kind="cell")
        if row is None:
            return
        if header is None:
            header = [name.strip() for name in row]
            continue
        number += 1
        yield Placed(f"row {number}", dict(zip(header, row, strict=False)))


WAYS = record_format(
    "langfuse-export",
    "Langfuse export",
    ("json", "jsonl", "csv"),
    marks.either(marks.record(marks.is_langfuse), marks.is_table),
    read_records,
    RECORD_LISTS,
)
FORMAT = replace(WAYS, read_text=read_table)
