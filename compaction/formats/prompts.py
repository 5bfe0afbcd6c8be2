"""Prompts that a log stored apart from their request: the list, and a body made around it.

Source: wire-formats 4.10, 5.6.
"""

import json
from collections.abc import Mapping

from compaction.errors import CaptureError
from compaction.formats.decoding import Elements, Members, decode
from compaction.formats.json_text import JsonText
from compaction.formats.memory import Memory
from compaction.formats.replies import native_of


def elements_of(value: object, memory: Memory | None = None) -> Elements | None:
    """Return the messages in what a log stored as prompt: a list, an object with one, either as JSON in a text, or a
    text alone, which is one user message.
    """
    match value:
        case Elements():
            return value
        case list():
            return _made(value)
        case {"messages": inner} | {"contents": inner} | {"input": inner}:
            return elements_of(inner, memory)
        case str() if value.lstrip()[:1] in ("{", "["):
            decoded = decode_text(value, memory)
            return _made([{"role": "user", "content": value}]) if decoded is None else elements_of(decoded, memory)
        case str() if value.strip():
            return _made([{"role": "user", "content": value}])
        case {"role": _, "content": _}:
            return _made([value])
    return None


def decode_text(text: str, memory: Memory | None = None) -> object:
    """Return the value of JSON in a text; None where it is none."""
    try:
        source = JsonText(text.encode("utf-8", "surrogatepass"), memory=memory)
        value, end = decode(source)
    except CaptureError:
        return None
    return value if end == len(source.text) else None


def _made(values: list[object]) -> Elements:
    elements = Elements(values)
    elements.natives = tuple(native_of(value) for value in values)
    return elements


def body_around(name: str, elements: Elements, others: Mapping[str, object]) -> Members:
    """Return a request body with the list under `name` and what was stored beside it."""
    body = Members({**others, name: elements})
    parts = [f"{json.dumps(key)}:{json.dumps(value)}".encode() for key, value in others.items() if key != name]
    natives = b",".join(native.data for native in elements.natives)
    body.data = b"{%b}" % b",".join([*parts, b"%b:[%b]" % (json.dumps(name).encode(), natives)])
    return body
