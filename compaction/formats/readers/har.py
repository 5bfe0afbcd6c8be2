"""An archive of a browser or a proxy: its entries, one by one.

Source: wire-formats 4.9.
"""

import base64
import binascii
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace

from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.answers import status_of
from compaction.formats.exchanges import Exchange, Exchanges, posted, text_of
from compaction.formats.format import Placed, PlacedRecords
from compaction.formats.placed import record_format
from compaction.formats.records import MessageList, Note, Record, Records
from compaction.limits import MAX_BODY_BYTES
from compaction.transcripts import Dialect

LIST = ("log", "entries")
COMPRESSED = frozenset({"gzip", "x-gzip", "deflate"})
PACKED = frozenset({"br", "zstd"})
"""Encodings that are named, but not unpacked here."""

WINDOW = 32 + zlib.MAX_WBITS
"""Tell gzip and zlib by their own heads."""


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
    sent, received = _object(request.get("postData")), _object(response.get("content"))
    exchange = Exchange(
        at=record.at,
        body=_text(sent, request),
        body_at=f"{record.at} ",
        answer=_text(received, response),
        answer_at=f"{record.at} ",
        url=text_of(request, "url"),
        sent=posted(request.get("method")),
        status=status_of(response),
    )
    for found in exchanges.read(exchange):
        # The body stands in a text, into which no pointer leads.
        yield replace(found, path=found.path.replace(" /", " ")) if isinstance(found, MessageList) else found


def _text(content: Mapping[str, object], side: Mapping[str, object]) -> str:
    """Return a body as text: out of base64, and unpacked where it still is as it was sent."""
    text = text_of(content, "text")
    if content.get("encoding") != "base64":
        return text
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return ""
    return _unpacked(data, _encoding(side)).decode("utf-8", "replace")


def _encoding(side: Mapping[str, object]) -> str:
    """Return the content encoding that the headers state."""
    headers = side.get("headers")
    stated = (
        text_of(header, "value").strip().lower()
        for header in (headers if isinstance(headers, list) else [])
        if isinstance(header, dict) and text_of(header, "name").lower() == "content-encoding"
    )
    return next(stated, "")


def _unpacked(data: bytes, encoding: str) -> bytes:
    """Return the data unpacked, up to the limit of one body; as it is where it was unpacked before."""
    if encoding in COMPRESSED or data.startswith(b"\x1f\x8b"):
        unpacker = zlib.decompressobj(WINDOW)
        try:
            return unpacker.decompress(data, MAX_BODY_BYTES)
        except zlib.error:
            return data
    return data


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}


FORMAT = record_format("har", "HAR archive", ("har",), marks.document(marks.is_har), read_records, (LIST,))
