"""One request body of the Messages API, or a lone answer of it.

Source: wire-formats 4.1.
"""

from compaction.dialects import Native
from compaction.formats.bodies import read_answer, read_bodies, read_body
from compaction.formats.decoding import Elements, Members
from compaction.formats.evidence import decide
from compaction.formats.format import Format, ListSample, ObjectSample, Sample
from compaction.formats.records import Records
from compaction.transcripts import Dialect


def sniff(sample: Sample) -> bool:
    """Recognise a `messages` list in this dialect, or one message of the model."""
    match sample:
        case ObjectSample(value={"messages": list(messages)} as body, chosen=chosen):
            return (chosen or decide(body, messages)) is Dialect.ANTHROPIC
        case ListSample(value=[dict(body), *_], chosen=chosen) if isinstance(body.get("messages"), list):
            return (chosen or decide(body, body["messages"])) is Dialect.ANTHROPIC
        case ObjectSample(value=value):
            return is_answer(value)
    return False


def is_answer(value: Members) -> bool:
    """Say whether an object is a message that the model answered with."""
    return value.get("type") == "message" and value.get("role") == "assistant"


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read the one body, or a list of bodies."""
    if isinstance(value, Elements):
        return read_bodies(value, chosen=chosen)
    body = value if isinstance(value, Members) else Members()
    if "messages" not in body and is_answer(body):
        return read_answer(body, Native(body, body.data), Dialect.ANTHROPIC)
    return read_body(body, chosen=chosen or Dialect.ANTHROPIC)


FORMAT = Format("anthropic-request", "Anthropic Messages request", ("json",), sniff, read_document)
