"""Rows -> library values, and text that a text column can hold."""

import re
import threading
import zlib

import zstandard

from compaction.dialects import read_element
from compaction.findings import Confidence, Severity
from compaction.findings import Violation as Breach
from compaction.transcripts import Block, Dialect, codec
from webui.transcripts.models import Body, Message, Transcript, Violation

LEVEL = 3
_LOCAL = threading.local()
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def clean(text: str, length: int | None = None) -> str:
    """Return text that every database takes: NUL and lone surrogates become U+FFFD; cut at `length` characters."""
    return _UNSTORABLE.sub("\ufffd", text if length is None else text[:length])


def pack(data: bytes) -> bytes:
    """Return bytes compressed for a column: fast both ways, since a find unpacks a whole transcript."""
    return zstandard.compress(data, LEVEL)


def unpack(column: bytes | memoryview) -> bytes:
    """Return what `pack` was given; columns of the first release hold zlib."""
    data = bytes(column)
    return _decompressor().decompress(data) if data.startswith(zstandard.FRAME_HEADER) else zlib.decompress(data)


def _decompressor() -> zstandard.ZstdDecompressor:
    """Return this thread's own: to make one costs more than to unpack a small message, and none may be shared."""
    if not hasattr(_LOCAL, "decompressor"):
        _LOCAL.decompressor = zstandard.ZstdDecompressor()
    found: zstandard.ZstdDecompressor = _LOCAL.decompressor
    return found


def native_of(body: Body) -> bytes:
    """Return the exact JSON of a message as uploaded, after redaction."""
    return unpack(body.native)


def blocks_of(message: Message) -> tuple[Block, ...]:
    """Return the blocks of one place, their origins being pointers into the request body."""
    return blocks_at(message.body, message.origin)


def blocks_at(body: Body, origin: str) -> tuple[Block, ...]:
    """Return the blocks of a body as the message at `origin` holds them."""
    if body.blocks is not None:
        return codec.decode(unpack(body.blocks), origin)
    return blocks_in(native_of(body), body.dialect, origin)


def blocks_in(native: bytes, dialect: str, origin: str) -> tuple[Block, ...]:
    """Return the blocks of a message from its exact JSON, by the mapping of a dialect."""
    return read_element(native, Dialect(dialect), origin).blocks


def system_json_of(transcript: Transcript) -> bytes:
    """Return the canonical JSON of the system prompt; empty where there is none."""
    return unpack(transcript.system) if transcript.system else b""


def system_of(transcript: Transcript) -> tuple[Block, ...]:
    """Return the hoisted system prompt; empty where there is none."""
    return codec.decode(unpack(transcript.system)) if transcript.system else ()


def violation_of(row: Violation) -> Breach:
    """Return the violation as the library reported it."""
    return Breach(
        rule=row.rule,
        severity=Severity(row.severity),
        layers=tuple(row.layers),
        index=row.index,
        position=row.position,
        pointer=row.pointer,
        behaviours=tuple(row.behaviours),
        confidence=Confidence(row.confidence),
        counterpart=row.counterpart or None,
        related=tuple(row.related),
    )
