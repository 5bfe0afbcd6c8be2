"""One request body of Chat Completions, or a lone answer of it.

Source: wire-formats 4.2.
"""

from compaction.dialects import Native, Slices
from compaction.formats.bodies import read_answer, read_bodies, read_body
from compaction.formats.decoding import Elements, Members
from compaction.formats.evidence import decide
from compaction.formats.format import Format, ListSample, ObjectSample, Sample
from compaction.formats.records import Records
from compaction.transcripts import Dialect


def sniff(sample: Sample) -> bool:
    """Recognise a `messages` list that is not Anthropic's, or an answer with choices.

    An ambiguous list counts as this format: nothing but a model and messages is a complete request here.
    """
    match sample:
        case ObjectSample(value={"messages": list(messages)} as body, chosen=chosen):
            return (chosen or decide(body, messages)) is not Dialect.ANTHROPIC
        case ListSample(value=[dict(body), *_], chosen=chosen) if isinstance(body.get("messages"), list):
            return (chosen or decide(body, body["messages"])) is not Dialect.ANTHROPIC
        case ObjectSample(value={"choices": list()}):
            return True
    return False


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read the one body, or a list of bodies."""
    if isinstance(value, Elements):
        return read_bodies(value, chosen=chosen)
    body = value if isinstance(value, Members) else Members()
    match body:
        case {"choices": [{"message": dict(message)}, *_]} if "messages" not in body:
            text = Slices(Native(body, body.data)).text(("choices", 0, "message"), message)
            return read_answer(message, Native(message, text.encode()), Dialect.OPENAI_CHAT)
    return read_body(body, chosen=chosen)


FORMAT = Format("openai-chat-request", "OpenAI Chat Completions request", ("json",), sniff, read_document)
