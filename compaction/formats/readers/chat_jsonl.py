"""One request body a line, whole or only its `messages`.

Source: wire-formats 4.5.
"""

from compaction.errors import CaptureError
from compaction.formats.bodies import read_body
from compaction.formats.decoding import Members
from compaction.formats.format import Format, Lines, LineSample, LineValue, Sample
from compaction.formats.records import Note, Records
from compaction.transcripts import Dialect


def sniff(sample: Sample) -> bool:
    """Recognise a line that holds a `messages` list."""
    return isinstance(sample, LineSample) and isinstance(sample.value.get("messages"), list)


def read_lines(lines: Lines, chosen: Dialect | None) -> Records:
    """Yield the lists line by line; none is kept."""
    for item in lines:
        if isinstance(item, Note):
            yield item
        else:
            yield from _read_line(item, chosen)


def _read_line(item: LineValue, chosen: Dialect | None) -> Records:
    place = f"line {item.line}"
    if not isinstance(item.value, Members) or not isinstance(item.value.get("messages"), list):
        yield Note("unknown-record", place)
        return
    kind = ""
    try:
        yield from read_body(item.value, place=f"{place} ", chosen=chosen)
    except CaptureError as error:
        if error.code != "unknown-format":
            raise
        kind = error.kind or ""
    if kind:
        yield Note("unknown-record", place, kind)


FORMAT = Format("chat-jsonl", "Requests, one a line", ("jsonl", "ndjson"), sniff, read_lines=read_lines)
