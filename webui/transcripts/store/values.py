"""Rows -> library values, and text that a text column can hold."""

import re
import zlib

from compaction.findings import Confidence, Severity
from compaction.findings import Violation as Breach
from compaction.transcripts import Block, codec
from webui.transcripts.models import Body, Message, Transcript, Violation

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def clean(text: str, length: int | None = None) -> str:
    """Return text that every database takes: NUL and lone surrogates become U+FFFD; cut at `length` characters."""
    return _UNSTORABLE.sub("\ufffd", text if length is None else text[:length])


def pack(data: bytes) -> bytes:
    """Return bytes compressed for a column: fast first, since they are written on every upload."""
    return zlib.compress(data, 1)


def unpack(column: bytes | memoryview) -> bytes:
    """Return what `pack` was given."""
    return zlib.decompress(column)


def native_of(body: Body) -> bytes:
    """Return the exact JSON of a message as uploaded, after redaction."""
    return unpack(body.native)


def blocks_of(message: Message) -> tuple[Block, ...]:
    """Return the blocks of one place, their origins being pointers into the request body."""
    return codec.decode(bytes(message.body.blocks), message.origin)


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
