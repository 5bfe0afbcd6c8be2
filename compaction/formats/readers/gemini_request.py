"""One request body of generateContent, one a line, or a lone answer of it. A proxy may have wrapped the body.

Source: wire-formats 4.4.
"""

from collections.abc import Mapping

from compaction.dialects import Native, Slices
from compaction.errors import CaptureError
from compaction.formats.bodies import read_answer, read_bodies, read_body, read_body_lines
from compaction.formats.decoding import Elements, Members
from compaction.formats.format import Format, Lines, LineSample, ListSample, ObjectSample, Sample
from compaction.formats.json_text import quote
from compaction.formats.records import Records
from compaction.transcripts import Dialect


def sniff(sample: Sample) -> bool:
    """Recognise a `contents` list, wrapped or not, and an answer with candidates."""
    match sample:
        case ObjectSample(value=value) | LineSample(value=value):
            return is_body(value) or "candidates" in value
        case ListSample(value=[dict(first), *_]):
            return is_body(first)
    return False


def is_body(value: Mapping[str, object]) -> bool:
    """Say whether an object holds contents, or a request that does."""
    inner = value.get("request")
    wrapped = isinstance(inner, dict) and isinstance(inner.get("contents"), list)
    return isinstance(value.get("contents"), list) or wrapped


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read the one body, or a list of bodies."""
    if isinstance(value, Elements):
        return read_bodies(value, chosen=chosen)
    body = value if isinstance(value, Members) else Members()
    match body:
        case {"candidates": [{"content": dict(content)}, *_]} if not is_body(body):
            text = Slices(Native(body, body.data)).text(("candidates", 0, "content"), content)
            return read_answer(content, Native(content, text.encode()), Dialect.GEMINI)
        case {"candidates": _} if not is_body(body):
            raise CaptureError("no-messages", kind="contents", found=quote(body))
    return read_body(body, chosen=chosen or Dialect.GEMINI)


def read_lines(lines: Lines, chosen: Dialect | None) -> Records:
    """Yield the lists line by line."""
    return read_body_lines(lines, chosen, is_body)


FORMAT = Format("gemini-request", "Gemini generateContent request", ("json", "jsonl"), sniff, read_document, read_lines)
