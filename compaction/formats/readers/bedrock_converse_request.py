"""One request body of Converse, one a line, or a lone answer of it.

Source: wire-formats 5.1.
"""

from collections.abc import Mapping

from compaction.dialects import Native, Slices
from compaction.formats.bodies import read_answer, read_bodies, read_body, read_body_lines
from compaction.formats.decoding import Elements, Members
from compaction.formats.evidence import is_keyed
from compaction.formats.format import Format, Lines, LineSample, ListSample, ObjectSample, Sample
from compaction.formats.records import Records
from compaction.transcripts import Dialect


def sniff(sample: Sample) -> bool:
    """Recognise keyed blocks, the fields around them, and an answer with an output message."""
    match sample:
        case ObjectSample(value=value) | LineSample(value=value):
            return is_body(value) or is_answer(value)
        case ListSample(value=[dict(first), *_]):
            return is_body(first)
    return False


def is_body(value: Mapping[str, object]) -> bool:
    """Say whether an object holds messages of keyed blocks, or tools or settings as this dialect names them."""
    messages = value.get("messages")
    if not isinstance(messages, list):
        return False
    contents = (message.get("content") for message in messages if isinstance(message, dict))
    blocks = (block for content in contents if isinstance(content, list) for block in content)
    named = "toolConfig" in value or "inferenceConfig" in value
    return named or any(isinstance(block, dict) and is_keyed(block) for block in blocks)


def is_answer(value: Mapping[str, object]) -> bool:
    """Say whether an object is an answer."""
    output = value.get("output")
    return isinstance(output, dict) and isinstance(output.get("message"), dict)


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read the one body, or a list of bodies."""
    dialect = chosen or Dialect.BEDROCK_CONVERSE
    if isinstance(value, Elements):
        return read_bodies(value, chosen=dialect)
    body = value if isinstance(value, Members) else Members()
    match body:
        case {"output": {"message": dict(message)}} if "messages" not in body:
            text = Slices(Native(body, body.data)).text(("output", "message"), message)
            return read_answer(message, Native(message, text.encode()), Dialect.BEDROCK_CONVERSE)
    return read_body(body, chosen=dialect)


def read_lines(lines: Lines, chosen: Dialect | None) -> Records:
    """Yield the lists line by line."""
    return read_body_lines(lines, chosen or Dialect.BEDROCK_CONVERSE, is_messages)


def is_messages(value: Mapping[str, object]) -> bool:
    """Say whether a line holds messages: those with no telling block are of the dialect of the others."""
    return isinstance(value.get("messages"), list)


FORMAT = Format(
    "bedrock-converse-request", "Bedrock Converse request", ("json", "jsonl"), sniff, read_document, read_lines
)
