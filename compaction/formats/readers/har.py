"""An archive of a browser or a proxy: its entries, one by one.

Source: wire-formats 4.9.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.answers import status_of
from compaction.formats.exchanges import Exchange, Exchanges, names_call, posted, text_of
from compaction.formats.format import Placed, PlacedRecords
from compaction.formats.packed import unpacked_text
from compaction.formats.placed import record_format
from compaction.formats.records import MessageList, Note, Record, Records
from compaction.transcripts import Dialect

LIST = ("log", "entries")


def read_records(records: PlacedRecords, chosen: Dialect | None) -> Records:
    """Yield the lists entry by entry, each followed by its answer.

    Raises: CaptureError `no-messages` for an archive without entries.
    """
    exchanges = Exchanges(chosen)
    seen = False
    for record in records:
        seen = True
        if isinstance(record, Note):
            yield record
        else:
            yield from _read(record, exchanges)
    if not seen:
        raise CaptureError("no-messages", kind="entries")


def _read(record: Placed, exchanges: Exchanges) -> Iterator[Record]:
    value = record.value if isinstance(record.value, dict) else {}
    request, response = _object(value.get("request")), _object(value.get("response"))
    if not request:
        yield Note("unknown-record", record.at)
        return
    body, answer = _text(_object(request.get("postData"))), _text(_object(response.get("content")))
    exchange = Exchange(
        at=record.at,
        body=body,
        body_at=f"{record.at} ",
        answer=answer,
        answer_at=f"{record.at} response",
        url=text_of(request, "url"),
        sent=posted(request.get("method")),
        status=status_of(response),
    )
    if names_call(exchange) and None in (body, answer):
        yield Note("body-not-text", record.at)
        if body is None:
            return
    for found in exchanges.read(exchange):
        # The body stands in a text, into which no pointer leads.
        yield replace(found, path=_path(record.at, found.path)) if isinstance(found, MessageList) else found


def _path(at: str, path: str) -> str:
    pointer = path.removeprefix(at).lstrip().removeprefix("response")
    return f"{at} {pointer.removeprefix('/')}"


def _text(content: Mapping[str, object]) -> str | None:
    """Return a body as text, out of base64; None where it is none, or compressed in a way that is not read."""
    text = text_of(content, "text")
    return unpacked_text(text) if content.get("encoding") == "base64" else text


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


FORMAT = record_format("har", "HAR archive", ("har",), marks.document(marks.is_har), read_records, (LIST,))
