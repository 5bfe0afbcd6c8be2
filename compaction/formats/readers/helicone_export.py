"""Requests that Helicone exported: one a line, in one list, or a single one.

Source: wire-formats 5.6.
"""

from collections.abc import Mapping

from compaction.formats import marks
from compaction.formats.exchanges import Exchange, Exchanges, text_of
from compaction.formats.format import Placed, PlacedRecords
from compaction.formats.placed import record_format
from compaction.formats.records import Note, Records
from compaction.transcripts import Dialect


def read_records(records: PlacedRecords, chosen: Dialect | None) -> Records:
    """Yield the lists record by record, each followed by its answer."""
    exchanges = Exchanges(chosen)
    for record in records:
        if isinstance(record, Note):
            yield record
        elif isinstance(record.value, dict) and "request_body" in record.value:
            yield from exchanges.read(_exchange(record, record.value))
        else:
            yield Note("unknown-record", record.at)


def _exchange(record: Placed, value: Mapping[str, object]) -> Exchange:
    status = value.get("response_status")
    return Exchange(
        at=record.at,
        body=value.get("request_body"),
        body_at=f"{record.base}/request_body",
        answer=value.get("response_body"),
        answer_at=f"{record.base}/response_body",
        url=text_of(value, "request_path"),
        status=status if isinstance(status, int) and not isinstance(status, bool) else None,
        model=text_of(value, "model"),
    )


FORMAT = record_format(
    "helicone-export",
    "Helicone export",
    ("jsonl", "json"),
    marks.either(marks.line(marks.is_helicone), marks.items(marks.is_helicone)),
    read_records,
)
