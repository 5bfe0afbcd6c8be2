"""One side whose list only the mapping of its dialect can read: contents, items, and messages of Converse.

Source: message-shape 12.4; wire-formats 3.1.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from compaction.boundary.contents import key_of, load_list
from compaction.boundary.sides import MADE_UP, Entry, Side, Told, assemble
from compaction.dialects import Native, map_messages, mapping_of
from compaction.shape.decode import load, must_be_utf8
from compaction.transcripts import Dialect, Message, Text, ToolResult, ToolUse

DIALECTS = (Dialect.GEMINI, Dialect.OPENAI_RESPONSES, Dialect.BEDROCK_CONVERSE)
OWN = ("server", "mcp")
"""Kinds of calls that the provider answers itself, in its own turn."""

MODEL = ("assistant", "model")
RESPONSES = ("functionResponse", "function_response")


def read_mapped(request: bytes, dialect: Dialect) -> Side:
    """Read one body.

    Raises: UnreadableRequest.
    """
    must_be_utf8(request)
    load(request)
    mapping = mapping_of(dialect)
    raw = load_list(request, mapping.list_key)
    messages = map_messages([Native(one, json.dumps(one).encode()) for one in raw], mapping)
    told = [Told(one.role, key_of(value), _text(one)) for one, value in zip(messages, raw, strict=True)]
    return assemble(told, tuple(_entries(messages, raw, told)), mapping.list_key)


def _text(message: Message) -> str | None:
    """The text of a message that holds nothing else."""
    texts = [block.text for block in message.blocks if isinstance(block, Text)]
    return "".join(texts) if len(texts) == len(message.blocks) else None


@dataclass(slots=True)
class _Unnamed:
    """Calls without an id that still wait for a result, in order: name, and the id that was made up."""

    waiting: list[tuple[str, str]] = field(default_factory=list)

    def call(self, call: ToolUse) -> str:
        made = f"{MADE_UP}{call.origin}"
        self.waiting.append((call.name, made))
        return made

    def answer(self, name: str) -> str | None:
        found = next((one for one in self.waiting if one[0] == name), None)
        if found is None:
            return None
        self.waiting.remove(found)
        return found[1]


def _entries(messages: Sequence[Message], raw: Sequence[object], told: Sequence[Told]) -> Iterator[Entry]:
    unnamed, called = _Unnamed(), False
    for message, value, known in zip(messages, raw, told, strict=True):
        results = [block for block in message.blocks if isinstance(block, ToolResult) and block.kind not in OWN]
        if results:
            called = False
            yield from _results(message, value, results, unnamed)
            continue
        calls = [block for block in message.blocks if isinstance(block, ToolUse) and block.kind not in OWN]
        called = called and message.role in MODEL
        ids = tuple([call.id or unnamed.call(call) for call in calls])
        pointers = tuple([call.origin for call in calls])
        yield Entry(message.role, ids, pointers, None, message.index, message.origin, known.key, follows=called)
        called = called or bool(calls)


def _results(message: Message, raw: object, results: Sequence[ToolResult], unnamed: _Unnamed) -> Iterator[Entry]:
    for number, result in enumerate(results):
        held = _held(raw, result.origin.removeprefix(message.origin))
        call_id = result.call_id or unnamed.answer(_name(held))
        part = None if result.origin == message.origin else result.call_id or str(number)
        yield Entry("tool", (), (), call_id, message.index, result.origin, key_of(held), part)


def _held(value: object, pointer: str) -> object:
    """The value that a pointer names within an element; mappings name places that are there."""
    for step in pointer.split("/")[1:]:
        members = value if isinstance(value, dict) else {}
        value = value[int(step)] if isinstance(value, list) else members[step]
    return value


def _name(part: object) -> str:
    """The name of the tool that a result comes from, where it says so itself."""
    members = part if isinstance(part, dict) else {}
    response = next((members[name] for name in RESPONSES if name in members), None)
    name = response.get("name") if isinstance(response, dict) else None
    return name if isinstance(name, str) else ""
