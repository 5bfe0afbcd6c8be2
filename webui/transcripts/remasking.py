"""The second look for secrets, after parsing: what only decoded texts show is masked in the file before any row.

The first look goes over the bytes of an upload as they come. A text that is wrapped more deeply than it undoes escapes
shows its secret only here.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from compaction.formats import MessageList, Reading, Record
from compaction.formats.deltas.masking import mask_stream
from compaction.formats.masking import mask_pieces
from compaction.redaction import Redactor, Words
from compaction.transcripts import Block, Compaction, Refusal, Text, Thinking, ToolResult, ToolUse
from webui.transcripts import blobs
from webui.transcripts.models import Capture

BETWEEN = "\n\n"
STREAM = "sse-transcript"
_MARKER = re.compile(r"(\[redacted:[a-z0-9-]{1,40}:[0-9a-f]{8}\])")
_GLUED = re.compile(r"\A[A-Za-z0-9_+/=-]{4,}")


class Unmasked(Exception):
    """A decoded text holds a secret. Nothing of it has been stored as a row."""


def look(blocks: Iterable[Block], key: bytes, words: Words = ()) -> None:
    """Look at the texts of blocks; `words` are those of the team. Raises: Unmasked."""
    texts = list(_texts(blocks))
    together = BETWEEN.join(texts)
    # One look at all is much faster than one at each; what only their neighbourhood suggests is no secret.
    if _mask(together, key, words)[0] != together and any(_mask(text, key, words)[0] != text for text in texts):
        raise Unmasked


def remask(capture: Capture, begin: Callable[[], Reading], key: bytes, words: Words = ()) -> None:
    """Mask in the capture's file what its decoded texts show, and count it. Raises: CaptureError."""
    masked: dict[str, str] = {}
    counts = Counter(capture.redactions)

    def mask(text: str) -> str:
        clean, found = _mask(text, key, words)
        counts.update(found)
        return clean

    reading = begin()
    for text in _all_texts(reading.records):
        if text not in masked:
            clean, found = _mask(text, key, words)
            if clean != text:
                masked[text] = clean
                counts.update(found)
    pieces = blobs.open_pieces(capture.blob)
    stream = reading.format.id == STREAM
    blobs.rewrite(capture.blob, _stream(pieces, mask) if stream else mask_pieces(pieces, mask, masked))
    Capture.objects.filter(pk=capture.pk).update(redactions=dict(counts))


def _stream(pieces: Iterable[bytes], mask: Callable[[str], str]) -> Iterator[bytes]:
    text = b"".join(pieces).decode("utf-8", "surrogateescape")
    yield mask_stream(text, mask).encode("utf-8", "surrogateescape")


def masked(text: str, key: bytes, words: Words = ()) -> str:
    """Return a decoded text masked; markers of an earlier look stay as they are."""
    return _mask(text, key, words)[0]


def _all_texts(records: Iterable[Record]) -> Iterator[str]:
    for record in records:
        if isinstance(record, MessageList):
            yield from _texts(record.system)
            for message in record.messages:
                yield from _texts(message.blocks)


def _texts(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield decoded strings; unknown blocks are raw JSON, which the first look has seen as it is."""
    for block in blocks:
        match block:
            case Text(text=text) | Thinking(text=text) | Refusal(text=text) | Compaction(text=str(text)):
                yield text
            case ToolUse():
                yield block.arguments
            case ToolResult():
                yield from _texts(block.blocks)


def _mask(text: str, key: bytes, words: Words) -> tuple[str, Mapping[str, int]]:
    """Return the text masked, and how many secrets of a kind; what the first look has masked is left alone."""
    counts: Counter[str] = Counter()
    parts = _MARKER.split(text)
    for place in range(0, len(parts), 2):  # between two parts stands a marker
        redactor = Redactor(key, words=words)
        # The rest of a secret that was cut in two: only its first half was known by its looks.
        whole = _GLUED.sub("", parts[place]) if place else parts[place]
        data = redactor.feed(whole.encode("utf-8", "surrogatepass")) + redactor.finish()
        parts[place] = data.decode("utf-8", "surrogatepass")
        counts.update(redactor.counts)
    return "".join(parts), counts
