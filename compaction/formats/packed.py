"""Bodies that stand in base64 in a text, unpacked where they were kept as they were sent.

Source: wire-formats 4.9.
"""

import base64
import binascii
import zlib

from compaction.limits import MAX_BODY_BYTES

HEADS = (b"\x1f\x8b", b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
"""How gzip and zlib begin; no text begins so."""

WINDOW = 32 + zlib.MAX_WBITS
"""Tell gzip and zlib apart by their own heads."""


def unpacked_text(text: str) -> str | None:
    """Return the text that stands in base64, out of gzip or zlib too; None where there is no UTF-8 in it."""
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    if data.startswith(HEADS):
        try:
            data = zlib.decompressobj(WINDOW).decompress(data, MAX_BODY_BYTES)
        except zlib.error:
            return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def packed_text(text: str) -> str:
    """Return a text in base64, without any compression."""
    return base64.b64encode(text.encode("utf-8", "surrogatepass")).decode()
