"""Records of a local proxy: one a line, in one list, or a single one.

Source: wire-formats 4.8.
"""

from collections.abc import Mapping

from compaction.formats import marks
from compaction.formats.answers import status_of
from compaction.formats.exchanges import Exchange, Exchanges, posted, text_of
from compaction.formats.format import Placed, PlacedRecords
from compaction.formats.placed import record_format
from compaction.formats.records import Note, Records
from compaction.transcripts import Dialect

ANSWERS = ("body", "bodyText", "streamingChunks")
"""Where an answer stands, whole or as the pieces of its stream; the first that holds something."""


def read_records(records: PlacedRecords, chosen: Dialect | None) -> Records:
    """Yield the lists record by record, each followed by its answer."""
    exchanges = Exchanges(chosen)
    for record in records:
        if isinstance(record, Note):
            yield record
        elif isinstance(record.value, dict) and "body" in record.value:
            yield from exchanges.read(_exchange(record, record.value))
        else:
            yield Note("unknown-record", record.at)


def _exchange(record: Placed, value: Mapping[str, object]) -> Exchange:
    response = value.get("response")
    answer = response if isinstance(response, dict) else {}
    name = next((name for name in ANSWERS if answer.get(name)), "body")
    return Exchange(
        at=record.at,
        body=value.get("body"),
        body_at=f"{record.base}/body",
        answer=_joined(answer.get(name)),
        answer_at=f"{record.base}/response/{name}",
        url=text_of(value, "endpoint"),
        sent=posted(value.get("method")),
        status=status_of(answer),
        model=text_of(value, "model"),
    )


def _joined(answer: object) -> object:
    """Return an answer; pieces of a stream become one text, cut wherever the proxy read them."""
    if isinstance(answer, list):
        return "".join(piece for piece in answer if isinstance(piece, str))
    return answer


FORMAT = record_format(
    "proxy-log", "Log of a local proxy", ("json", "jsonl"), marks.record(marks.is_proxy_log), read_records
)
