"""One request body a line, whole or only its `messages`.

Source: wire-formats 4.5.
"""

from collections.abc import Mapping

from compaction.formats.bodies import read_body_lines
from compaction.formats.format import Format, Lines, LineSample, Sample
from compaction.formats.records import Records
from compaction.transcripts import Dialect


def sniff(sample: Sample) -> bool:
    """Recognise a line that holds a `messages` list."""
    return isinstance(sample, LineSample) and isinstance(sample.value.get("messages"), list)


def read_lines(lines: Lines, chosen: Dialect | None) -> Records:
    """Yield the lists line by line; none is kept."""
    return read_body_lines(lines, chosen, is_body)


def is_body(value: Mapping[str, object]) -> bool:
    return any(isinstance(value.get(name), list) for name in ("messages", "contents"))


FORMAT = Format("chat-jsonl", "Requests, one a line", ("jsonl", "ndjson"), sniff, read_lines=read_lines)
