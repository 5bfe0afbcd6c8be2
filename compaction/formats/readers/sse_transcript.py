"""The saved event stream of one answer, as it came or as bare JSON events.

Source: wire-formats 5.8, 10.
"""

from collections.abc import Iterator

from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.bodies import read_reply
from compaction.formats.deltas import Event, Joined, join, read_events
from compaction.formats.encoding import decode_utf8
from compaction.formats.format import Format, Lines
from compaction.formats.json_text import quote
from compaction.formats.records import Boundary, Note, Record, Records
from compaction.formats.replies import native_of
from compaction.formats.source import Line
from compaction.transcripts import Block, Compaction, Dialect


def read_text(lines: Iterator[Line], chosen: Dialect | None) -> Records:
    """Read the events as they came."""
    texts = (decode_utf8(line.data, line=line.number, offset=line.offset) for line in lines)
    return _read(read_events(texts), chosen)


def read_lines(lines: Lines, chosen: Dialect | None) -> Records:
    """Read events that were saved without their frame; notes on lines come first."""
    items = list(lines)
    yield from (item for item in items if isinstance(item, Note))
    values = (item.value for item in items if not isinstance(item, Note))
    yield from _read(
        (Event(number, value if isinstance(value, dict) else None) for number, value in enumerate(values, 1)), chosen
    )


def _read(events: Iterator[Event], chosen: Dialect | None) -> Iterator[Record]:
    failures: list[Event] = []
    joined = join(_watched(events, failures))
    if joined is None:
        error = failures[0].value if failures else None
        raise _nothing(error)
    natives = tuple(native_of(element) for element in joined.elements)
    found = read_reply(natives, chosen or joined.dialect, path="response", model=joined.model)
    yield found
    yield Note("response-only", "")
    if not joined.complete:
        yield Note("stream-incomplete", "")
    if joined.compaction_at is not None:
        yield _boundary(joined, found.count, tuple(block for message in found.messages for block in message.blocks))


def _watched(events: Iterator[Event], failures: list[Event]) -> Iterator[Event]:
    for event in events:
        if event.value is not None and isinstance(event.value.get("error"), dict):
            failures.append(event)
        yield event


def _nothing(error: object) -> CaptureError:
    if not isinstance(error, dict):
        return CaptureError("no-messages", kind="events")
    inner = error["error"]
    return CaptureError(
        "error-response",
        found=quote(text for name in ("message", "type", "code") if isinstance(text := inner.get(name), str)),
    )


def _boundary(joined: Joined, count: int, blocks: tuple[Block, ...]) -> Boundary:
    """Return the compaction that the provider made while it answered."""
    text = next((block.text for block in blocks if isinstance(block, Compaction)), None)
    item = joined.dialect is Dialect.OPENAI_RESPONSES
    return Boundary(
        kind="item" if item else "block",
        marker="compaction item" if item else "compaction block",
        list=0,
        before_list=None,
        at=f"event {joined.compaction_at}",
        before_messages=0,
        after_messages=count,
        kept_messages=0,
        summary="readable" if text else "encrypted" if item else "absent",
        summary_text=text,
        written_by="provider",
    )


FORMAT = Format(
    "sse-transcript",
    "Saved event stream",
    ("txt", "sse"),
    marks.either(marks.is_sse, marks.line(marks.is_event)),
    read_lines=read_lines,
    read_text=read_text,
)
