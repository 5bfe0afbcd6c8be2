"""One request body of the Responses API, one a line, the window that a compaction left, or a lone answer.

Source: wire-formats 4.3.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from compaction.errors import CaptureError
from compaction.formats.bodies import read_bare, read_bodies, read_body, read_body_lines
from compaction.formats.decoding import Elements, Members
from compaction.formats.format import Format, Lines, LineSample, ListSample, ObjectSample, Sample
from compaction.formats.json_text import quote
from compaction.formats.records import MessageList, Note, Record, Records
from compaction.transcripts import Dialect

WINDOW, ANSWER = "response.compaction", "response"


def sniff(sample: Sample) -> bool:
    """Recognise an `input` without `messages`, and the two kinds of answers."""
    match sample:
        case ObjectSample(value=value) | LineSample(value=value):
            return is_body(value) or value.get("object") in (WINDOW, ANSWER)
        case ListSample(value=[dict(first), *_]):
            return is_body(first)
    return False


def is_body(value: Mapping[str, object]) -> bool:
    """Say whether an object is a request: one text counts as its list."""
    return isinstance(value.get("input"), list | str) and "messages" not in value


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read the one body, or a list of bodies."""
    dialect = chosen or Dialect.OPENAI_RESPONSES
    if isinstance(value, Elements):
        return read_bodies(value, chosen=dialect)
    body = value if isinstance(value, Members) else Members()
    if not is_body(body) and body.get("object") in (WINDOW, ANSWER):
        return _read_output(body, dialect)
    return read_body(body, chosen=dialect)


def _read_output(answer: Members, dialect: Dialect) -> Iterator[Record]:
    """Yield a window as the list that it is, and a lone answer as one without its request."""
    output = answer.get("output")
    if not isinstance(output, Elements):
        raise CaptureError("no-messages", kind="output", found=quote(answer))
    lone = answer.get("object") == ANSWER
    for record in read_bare(output, path="" if lone else "/output", chosen=dialect):
        yield replace(record, response_only=lone) if isinstance(record, MessageList) else record
    if lone:
        yield Note("response-only", "")


def read_lines(lines: Lines, chosen: Dialect | None) -> Records:
    """Yield the lists line by line."""
    return read_body_lines(lines, chosen or Dialect.OPENAI_RESPONSES, is_body)


FORMAT = Format(
    "openai-responses-request", "OpenAI Responses request", ("json", "jsonl"), sniff, read_document, read_lines
)
