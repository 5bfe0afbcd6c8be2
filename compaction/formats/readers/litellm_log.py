"""Payloads of LiteLLM's callbacks and rows of its spend log: one a line, in one list, or a single one.

Source: wire-formats 4.10, 10.
"""

from collections.abc import Iterator, Mapping

from compaction.formats import marks
from compaction.formats.decoding import Elements, Members
from compaction.formats.exchanges import Exchange, Exchanges, text_of
from compaction.formats.format import Placed, PlacedRecords
from compaction.formats.placed import record_format
from compaction.formats.prompts import body_around, elements_of
from compaction.formats.records import Note, Record, Records
from compaction.transcripts import Dialect

KINDS = (
    ("anthropic_messages", "/v1/messages", "messages"),
    ("responses", "/responses", "input"),
    ("generate_content", ":generateContent", "contents"),
    ("completion", "/chat/completions", "messages"),
)
"""By a part of `call_type`: the address whose dialect it speaks, and the list that a body of it has."""

FAILED = "failure"


def read_records(records: PlacedRecords, chosen: Dialect | None) -> Records:
    """Yield the lists record by record, each followed by its answer; a note where prompts were not stored."""
    exchanges = Exchanges(chosen)
    for record in records:
        if isinstance(record, Note):
            yield record
        elif isinstance(record.value, Members) and marks.is_litellm(record.value):
            yield from _read(record, record.value, exchanges)
        else:
            yield Note("unknown-record", record.at)


def _read(record: Placed, value: Members, exchanges: Exchanges) -> Iterator[Record]:
    kind, url, name = next((row for row in KINDS if row[0] in text_of(value, "call_type")), ("", "", "messages"))
    body, body_at = _body(record, value, exchanges, name)
    exchange = _exchange(record, value, url, body, body_at)
    if body is not None:
        yield from exchanges.read_call(exchange, body)
        yield from exchanges.read_answer(exchange, exchanges.lists - 1)
    elif kind or not text_of(value, "call_type"):
        yield Note("no-messages", record.at)
    else:
        yield Note("unknown-record", record.at)


def _body(record: Placed, value: Members, exchanges: Exchanges, name: str) -> tuple[Members | None, str]:
    """Return the body with its place: the messages and what was set beside them, or the request that the proxy got."""
    elements = elements_of(value.get("messages"), exchanges.memory)
    if elements:
        given = value.get("model_parameters")
        others = {"model": text_of(value, "model"), **(given if isinstance(given, dict) else {})}
        return body_around(name, elements, others), record.base
    request = exchanges.value_of(value.get("proxy_server_request"))
    body = exchanges.value_of(request.get("body")) if isinstance(request, dict) else None
    place = f"{record.base}/proxy_server_request/body"
    return (body, place) if isinstance(body, Members) and holds(body) else (None, place)


def holds(body: Mapping[str, object]) -> bool:
    """Say whether a request that the proxy got holds a list."""
    return any(isinstance(body.get(name), Elements) for _, _, name in KINDS)


def _exchange(record: Placed, value: Members, url: str, body: Members | None, body_at: str) -> Exchange:
    failed = text_of(value, "status") == FAILED
    name = "error_str" if failed and value.get("error_str") else "response"
    return Exchange(
        at=record.at,
        body=body,
        body_at=body_at,
        answer=value.get(name),
        answer_at=f"{record.base}/{name}",
        url=url,
        failed=failed,
        recorded=name == "response",
        model=text_of(value, "model"),
    )


FORMAT = record_format("litellm-log", "LiteLLM log", ("json", "jsonl"), marks.record(marks.is_litellm), read_records)
