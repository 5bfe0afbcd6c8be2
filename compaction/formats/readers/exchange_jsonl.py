"""Requests with their responses, one pair a record: by line, in one list, or a single one.

Source: wire-formats 4.7.
"""

from collections.abc import Mapping

from compaction.formats import marks
from compaction.formats.answers import status_of
from compaction.formats.exchanges import Exchange, Exchanges, posted, text_of
from compaction.formats.format import PlacedRecords
from compaction.formats.placed import record_format
from compaction.formats.records import Note, Records
from compaction.transcripts import Dialect


def is_exchange(value: Mapping[str, object]) -> bool:
    """Say whether an object is one record: its request has a body or an address."""
    request = value.get("request")
    return isinstance(request, dict) and (isinstance(request.get("body"), dict | str) or "url" in request)


def read_records(records: PlacedRecords, chosen: Dialect | None) -> Records:
    """Yield the lists record by record, each followed by its answer; none is kept."""
    exchanges = Exchanges(chosen)
    for record in records:
        if isinstance(record, Note):
            yield record
            continue
        request = record.value.get("request") if isinstance(record.value, dict) else None
        if not isinstance(record.value, dict) or not isinstance(request, dict):
            yield Note("unknown-record", record.at)
            continue
        yield from exchanges.read(_exchange(record.at, record.base, request, record.value.get("response")))


def _exchange(at: str, base: str, request: Mapping[str, object], response: object) -> Exchange:
    answer = response if isinstance(response, dict) else {}
    name = next((name for name in ("body", "body_raw") if answer.get(name)), "body")
    return Exchange(
        at=at,
        body=request.get("body"),
        body_at=f"{base}/request/body",
        answer=answer.get(name),
        answer_at=f"{base}/response/{name}",
        url=text_of(request, "url"),
        sent=posted(request.get("method")),
        status=status_of(answer),
    )


FORMAT = record_format(
    "exchange-jsonl",
    "Requests and responses, one pair a line",
    ("json", "jsonl"),
    marks.record(is_exchange),
    read_records,
)
