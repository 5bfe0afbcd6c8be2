"""Input and output lines of batches, joined on their own id. No line goes on from another.

Source: wire-formats 4.6.
"""

from collections.abc import Iterator, Mapping

from compaction.formats import marks
from compaction.formats.answers import status_of
from compaction.formats.exchanges import Exchange, Exchanges, posted, text_of
from compaction.formats.format import Placed, PlacedRecords
from compaction.formats.placed import record_format
from compaction.formats.records import Note, Record, Records
from compaction.transcripts import Dialect

MAX_IDS = 200_000
"""Ids kept to join outputs with; batches have at most 100,000 lines."""


def read_records(records: PlacedRecords, chosen: Dialect | None) -> Records:
    """Yield the lists of inputs; of outputs, what they answer to an input that stood before them."""
    exchanges = Exchanges(chosen)
    lists: dict[str, int] = {}
    for record in records:
        if isinstance(record, Note):
            yield record
        elif not isinstance(record.value, dict):
            yield Note("unknown-record", record.at)
        elif record.value.get("params") or record.value.get("body"):
            yield from _read_input(record, record.value, exchanges, lists)
        else:
            yield from _read_output(record, record.value, exchanges, lists)


def _read_input(
    record: Placed, value: Mapping[str, object], exchanges: Exchanges, lists: dict[str, int]
) -> Iterator[Record]:
    name = "params" if value.get("params") else "body"
    # Some outputs repeat the request; its answer then stands in the same line.
    exchange = _output(record, value, body=value.get(name), body_at=f"{record.base}/{name}")
    before = exchanges.lists
    yield from exchanges.read(exchange)
    if exchanges.lists > before and len(lists) < MAX_IDS:
        lists[text_of(value, "custom_id")] = before


def _read_output(
    record: Placed, value: Mapping[str, object], exchanges: Exchanges, lists: dict[str, int]
) -> Iterator[Record]:
    exchange = _output(record, value)
    number = lists.get(text_of(value, "custom_id"))
    if number is not None:
        yield from exchanges.read_answer(exchange, number)
    else:
        yield from exchanges.read_lone_answer(exchange)


def _output(record: Placed, value: Mapping[str, object], *, body: object = None, body_at: str = "") -> Exchange:
    response, result, error = (_object(value.get(name)) for name in ("response", "result", "error"))
    name, answer, failed = "response/body", response.get("body"), False
    if result:
        name, answer = "result/message", result.get("message")
        error = _object(result.get("error"))
    if error and not answer:
        # An envelope of the error's own may stand in between.
        inner = _object(error.get("error")) or error
        nested = "/error" if inner is not error else ""
        name, answer, failed = f"{'result/' if result else ''}error{nested}/message", inner.get("message"), True
    return Exchange(
        at=record.at,
        body=body,
        body_at=body_at,
        answer=answer,
        answer_at=f"{record.base}/{name}",
        url=text_of(value, "url"),
        sent=posted(value.get("method")),
        status=status_of(response),
        failed=failed,
    )


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


FORMAT = record_format("batch-jsonl", "Batch file", ("jsonl",), marks.record(marks.is_batch), read_records)
