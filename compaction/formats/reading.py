"""From the bytes of a capture to its format, and on to what stands in it.

Source: wire-formats 2.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from compaction.errors import CaptureError
from compaction.formats.compactions import watched
from compaction.formats.decoding import Elements, Members, decode
from compaction.formats.elements import read_elements
from compaction.formats.format import (
    Format,
    Lines,
    LineSample,
    LineValue,
    ListSample,
    ObjectSample,
    TextSample,
)
from compaction.formats.json_text import JsonText, quote
from compaction.formats.lines import LineReader, NoteCap, read_values
from compaction.formats.opening import Opening, find_opening
from compaction.formats.records import Note, Records
from compaction.formats.registry import format_of, recognise
from compaction.formats.source import BLANK, Line, Source
from compaction.limits import FOUND_CHARACTERS
from compaction.transcripts import Dialect

SHAPELESS = frozenset({"json-nonfinite", "json-duplicate-key", "json-too-deep"})
"""What is wrong inside a value whose end can be seen all the same."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A capture whose format is known. `records` is read once, in file order."""

    format: Format
    records: Records = field(repr=False)


@dataclass(frozen=True, slots=True)
class Choice:
    """What the uploader chose; nothing means: find out."""

    format: Format | None = None
    dialect: Dialect | None = None


def start(pieces: Iterable[bytes], *, name: str = "", format: str = "auto", dialect: str = "auto") -> Reading:
    """Recognise a capture and get ready to read it; nothing beyond what recognition needs is read yet.

    `name` is there for formats that only a file name tells apart; none of this version needs it.
    Raises: CaptureError of wire-formats 9; ValueError for a format or dialect that does not exist.
    """
    reading = _start(Source(pieces), Choice(_format(format), _dialect(dialect)))
    return replace(reading, records=watched(reading.format.id, reading.records))


def _start(source: Source, choice: Choice) -> Reading:
    opening = find_opening(source.head, choice.format, choice.dialect)
    if opening is not None:
        return _by_records(source, opening, choice)
    lines = source.lines()
    first = next(lines, None)
    if first is None:
        raise CaptureError("empty-file")
    text = _text_format(first, choice)
    if text is not None and text.read_text is not None:
        source.keeps_blank = True
        return Reading(text, text.read_text(chain([first], lines), choice.dialect))
    check_opening(first)
    if choice.format is not None and choice.format.read_document is None:
        return _by_lines(chain([first], lines), choice)
    return _by_shape(source, first, lines, choice)


def _format(name: str) -> Format | None:
    if name in ("auto", ""):
        return None
    format = format_of(name)
    if format is None:
        raise ValueError("no such format")
    return _readable(format)


def _dialect(name: str) -> Dialect | None:
    if name in ("auto", ""):
        return None
    return Dialect.ANTHROPIC if name == "anthropic-messages" else Dialect(name)


def _readable(format: Format) -> Format:
    if not format.readable:
        raise CaptureError("unknown-format", kind=format.id)
    return format


def _text_format(first: Line, choice: Choice) -> Format | None:
    """Return the format of a text that is no JSON: the one of its first line, or the chosen one."""
    if first.opening in (b"{", b"[", b"<"):
        return None
    shown = JsonText(first.data.strip(BLANK), first.number, first.offset).text
    return choice.format or recognise(TextSample(shown))


def _by_records(source: Source, opening: Opening, choice: Choice) -> Reading:
    format = opening.format
    assert format.read_records is not None  # noqa: S101 - that is what an opening says
    under = "".join(f"/{name}" for name in opening.under)
    records = read_elements(source.pieces(), opening.prefix, under, offset=source.offset)
    return Reading(format, _capped(format.read_records(records, choice.dialect), NoteCap()))


def check_opening(first: Line) -> None:
    """Refuse what does not begin like JSON.

    Raises: CaptureError `markup-page`, `unknown-format` or `bad-encoding`.
    """
    if first.opening in (b"{", b"["):
        return
    if first.opening == b"<":
        raise CaptureError("markup-page", kind="HTML")
    shown = JsonText(first.data.strip(BLANK), first.number, first.offset).text
    format = recognise(TextSample(shown))
    raise CaptureError("unknown-format", kind=format.id if format else None, found=(shown[:FOUND_CHARACTERS],))


def _by_shape(source: Source, first: Line, lines: Iterator[Line], choice: Choice) -> Reading:
    """Tell a document from lines: after a first line that holds a complete value, more lines make it a line format."""
    fault: CaptureError | None = None
    whole = False
    value: object = None
    try:
        text = JsonText(first.data.rstrip(BLANK), first.number, first.offset)
        value, end = decode(text)
        whole = end == len(text.text)
    except CaptureError as error:
        fault = error
    if whole or (fault is not None and fault.code in SHAPELESS and _is_complete(first.data)):
        second = next(lines, None)
        if second is not None:
            return _by_lines(chain([first, second], lines), choice)
        if fault is None:
            return _by_document(value, first.number, choice)
    data = source.rest(first)
    if fault is not None and len(data.rstrip(BLANK)) == len(first.data.rstrip(BLANK)):
        raise fault
    return _by_whole(JsonText(data.rstrip(BLANK), first.number, first.offset), choice)


def _is_complete(data: bytes) -> bool:
    """Say whether a line is one JSON value, however odd."""
    try:
        json.loads(data)
    except RecursionError:
        return data.count(b"[") + data.count(b"{") == data.count(b"]") + data.count(b"}")
    except ValueError:
        return False
    return True


def _by_whole(text: JsonText, choice: Choice) -> Reading:
    value, end = decode(text)
    if end == len(text.text):
        return _by_document(value, text.line, choice)
    # More values follow the first: a line format whose values take several lines.
    return _by_values(read_values(text), choice, None)


def _by_document(value: object, line: int, choice: Choice) -> Reading:
    format = choice.format or _recognise(value, choice.dialect)
    if format is None and isinstance(value, Members):
        single = recognise(LineSample(value, choice.dialect))
        if single is not None:
            return _by_values(iter([LineValue(line, value)]), choice, None)
        if isinstance(value.get("error"), dict):
            raise CaptureError("error-response", found=_said(value["error"]))
    if format is None or format.read_document is None:
        raise CaptureError("unknown-format", found=_keys(value))
    return Reading(format, format.read_document(value, choice.dialect))


def _recognise(value: object, chosen: Dialect | None) -> Format | None:
    if isinstance(value, Members):
        return recognise(ObjectSample(value, chosen))
    return recognise(ListSample(value, chosen)) if isinstance(value, Elements) else None


def _keys(value: object) -> tuple[str, ...]:
    match value:
        case dict():
            return quote(value)
        case [dict(first), *_]:
            return quote(first)
    return ()


def _said(error: object) -> tuple[str, ...]:
    given = error if isinstance(error, dict) else {}
    return quote(text for key in ("message", "type", "code") if isinstance(text := given.get(key), str))


def _by_lines(lines: Iterable[Line], choice: Choice) -> Reading:
    reader = LineReader(lines)
    return _by_values(iter(reader), choice, reader)


def _by_values(values: Lines, choice: Choice, reader: LineReader | None) -> Reading:
    """Classify values until one names the format; those before it are notes."""
    cap = NoteCap()
    held: list[Note] = []
    unknown: object = None
    for item in values:
        if isinstance(item, LineValue):
            format = _recognise_line(item.value, choice)
            if format is not None:
                return Reading(format, _read_lines(format, held, chain([item], values), cap, choice.dialect))
            unknown = unknown or item.value
            item = Note("unknown-record", f"line {item.line}")
        if cap.lets(item):
            held.append(item)
    if unknown is None and reader is not None and reader.first_fault is not None:
        raise reader.first_fault
    raise CaptureError("unknown-format", found=_keys(unknown))


def _recognise_line(value: object, choice: Choice) -> Format | None:
    if choice.format is not None or not isinstance(value, Members):
        return choice.format if isinstance(value, Members) else None
    format = recognise(LineSample(value, choice.dialect))
    return _readable(format) if format is not None else None


def _read_lines(format: Format, held: list[Note], values: Lines, cap: NoteCap, dialect: Dialect | None) -> Records:
    if format.read_lines is None:
        raise CaptureError("json-syntax", kind="nothing more")
    yield from held
    yield from _capped(format.read_lines(values, dialect), cap)


def _capped(records: Records, cap: NoteCap) -> Records:
    for record in records:
        if not isinstance(record, Note) or cap.lets(record):
            yield record
    yield from cap.left_out()


def read(pieces: Iterable[bytes], *, name: str = "", format: str = "auto", dialect: str = "auto") -> Records:
    """Yield what stands in a capture, in file order; memory stays bounded for line formats.

    Raises: CaptureError of wire-formats 9, also after records were yielded; ValueError as `start`.
    """
    yield from start(pieces, name=name, format=format, dialect=dialect).records
