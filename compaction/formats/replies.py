"""What a model answered, in any envelope: a recorded response body -> the native elements of its dialect's list.

Source: wire-formats 2.3, 4.7, 5.8.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from compaction.dialects import Native, map_messages, mapping_of
from compaction.formats.answers import parse
from compaction.formats.deltas import Event, Joined, join, read_events
from compaction.formats.deltas.joined import of, text_of
from compaction.formats.unicode import SURROGATE
from compaction.transcripts import Block, Dialect


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer. `compact` says that it is the new list of a compact call."""

    dialect: Dialect
    elements: tuple[Mapping[str, object], ...] = field(repr=False)
    compact: bool = False

    @property
    def natives(self) -> tuple[Native, ...]:
        """The elements as if they had been sent."""
        return tuple(native_of(element) for element in self.elements)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The canonical blocks of all elements."""
        messages = map_messages(self.natives, mapping_of(self.dialect))
        return tuple(block for message in messages for block in message.blocks)


def native_of(element: object) -> Native:
    """Return a value that was put together here as an element of a list."""
    text = json.dumps(element, ensure_ascii=False)
    odd = SURROGATE.search(text) is not None
    return Native(element, (json.dumps(element) if odd else text).encode(), odd)


def reply_of(body: object) -> Reply | None:
    """Return the answer in a response body: an object, its text, an event stream, or a list of pieces."""
    match body:
        case str() if body.lstrip().startswith(("{", "[")) and (value := parse(body.strip())) is not None:
            return reply_of(value)
        case str():
            return _joined(join(read_events(body.splitlines())))
        case dict():
            return _of_object(body)
        case [{"candidates": _}, *_] | [{"response": {"candidates": _}}, *_]:
            return _joined(join(_events(body)))
    return None


def _events(pieces: Sequence[object]) -> Iterator[Event]:
    return (Event(number, piece if isinstance(piece, dict) else None) for number, piece in enumerate(pieces, 1))


def _joined(found: Joined | None) -> Reply | None:
    return Reply(found.dialect, found.elements) if found else None


def _of_object(body: Mapping[str, object]) -> Reply | None:
    match body:
        case {"type": "message", "role": "assistant"} | {"role": "assistant", "content": list()}:
            return Reply(Dialect.ANTHROPIC, (body,))
        case {"choices": [{"message": dict(message)}, *_]}:
            return Reply(Dialect.OPENAI_CHAT, (message,))
        case {"candidates": [dict(candidate), *_]}:
            return Reply(Dialect.GEMINI, (of(candidate, "content"),))
        case {"output": {"message": dict(message)}}:
            return Reply(Dialect.BEDROCK_CONVERSE, (message,))
        case {"output": list(output)}:
            items = tuple(item for item in output if isinstance(item, dict))
            return Reply(Dialect.OPENAI_RESPONSES, items, text_of(body, "object") == "response.compaction")
        case {"response": dict(inner)}:
            return _of_object(inner)
        case {"role": "assistant"}:
            return Reply(Dialect.OPENAI_CHAT, (body,))
    return None
