"""What the head of a capture says before the rest has arrived.

Source: wire-formats 2.
"""

from dataclasses import dataclass

from compaction.errors import CaptureError
from compaction.formats.reading import check_opening, start
from compaction.formats.source import Source


@dataclass(frozen=True, slots=True)
class Detection:
    """The format of a capture; `format` is None while the head alone cannot tell."""

    format: str | None
    title: str = ""


def detect(head: bytes, *, name: str = "", complete: bool = False) -> Detection:
    """Return the format of a capture by its first 64 KiB or more.

    `complete` says that there is no more to come. `name` is there for formats that only a file name tells apart.
    Raises: CaptureError of wire-formats 9, as far as the head proves it.
    """
    if complete:
        format = start([head]).format
        return Detection(format.id, format.title)
    return _by_head(_without_cut_character(head))


def _by_head(head: bytes) -> Detection:
    first = next(Source([head]).lines(), None)
    if first is None:
        return Detection(None)
    check_opening(first)
    refused: CaptureError | None = None
    try:
        format = start([head]).format
        return Detection(format.id, format.title)
    except CaptureError as error:
        refused = error
    # What is cut off, and keys that nobody knows yet, may look otherwise when the rest is there.
    if refused.code in ("json-truncated", "no-messages") or (refused.code == "unknown-format" and not refused.kind):
        return Detection(None)
    raise refused


def _without_cut_character(head: bytes) -> bytes:
    """Leave out the first bytes of a character whose last ones are still to come."""
    for back in range(1, min(4, len(head) + 1)):
        byte = head[-back]
        if byte >= 0xC0:
            length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return head[:-back] if back < length else head
        if byte < 0x80:
            return head
    return head
