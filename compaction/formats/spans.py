"""Spans and events of tracing, out of the envelopes of their exporters, with attributes as plain values.

Source: wire-formats 2.3, 5.7.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

SCALARS = ("stringValue", "boolValue", "intValue", "doubleValue", "bytesValue")
OLDER = re.compile(r"gen_ai\.(prompt|completion)\.(\d+)\.(role|content)")
OLDER_CALL = re.compile(r"gen_ai\.(prompt|completion)\.(\d+)\.tool_calls\.(\d+)\.(id|name|arguments)")
EVENT = re.compile(r"gen_ai\.(system|user|assistant|tool)\.message")


@dataclass(frozen=True, slots=True)
class Span:
    """One span or event: its place, its attributes, and the attributes of the events in it by their names."""

    at: str
    attributes: Mapping[str, object] = field(repr=False)
    events: tuple[tuple[str, Mapping[str, object]], ...] = field(default=(), repr=False)

    @property
    def asks(self) -> bool:
        """Whether it is about a model at all."""
        return any(name.startswith("gen_ai.") for name in self.attributes)


def spans_of(value: object, at: str) -> Iterator[Span]:
    """Yield the spans of one record: an export of many, or a single one."""
    members = _object(value)
    if "resourceSpans" not in members and "data" not in members:
        yield _span(members, at)
    for i, group in _items(members, "resourceSpans"):
        for name in ("scopeSpans", "instrumentationLibrarySpans"):
            for j, scope in _items(group, name):
                yield from _spans(scope, f"{at}/resourceSpans/{i}/{name}/{j}")
    for i, trace in _items(members, "data"):
        yield from _spans(trace, f"{at}/data/{i}")


def _spans(group: object, at: str) -> Iterator[Span]:
    return (_span(span, f"{at}/spans/{i}") for i, span in _items(group, "spans"))


def _span(value: object, at: str) -> Span:
    members = _object(value)
    events = tuple(
        (str(_object(event).get("name", "")), attributes_of(event)) for _, event in _items(members, "events")
    )
    return Span(at, attributes_of(members), events)


def attributes_of(value: object) -> Mapping[str, object]:
    """Return the attributes of a span or event, whether they are an object or a list of typed pairs."""
    members = _object(value)
    given = members.get("attributes", members.get("tags"))
    if isinstance(given, dict):
        return given
    pairs = [_object(pair) for pair in given] if isinstance(given, list) else []
    return {str(pair.get("key")): plain(pair.get("value")) for pair in pairs}


def plain(value: object) -> object:
    """Return the value in a typed one."""
    match value:
        case {"arrayValue": dict(array)}:
            return [plain(item) for _, item in _items(array, "values")]
        case {"kvlistValue": dict(pairs)}:
            return {
                str(_object(pair).get("key")): plain(_object(pair).get("value")) for _, pair in _items(pairs, "values")
            }
        case dict() if len(value) == 1:
            return next((value[name] for name in SCALARS if name in value), value)
    return value


def older_messages(span: Span, side: str) -> list[object]:
    """Return the messages that older attributes number, in order; `side` is prompt or completion."""
    found: dict[int, dict[str, object]] = {}
    calls: dict[int, dict[int, dict[str, object]]] = {}
    for name, value in span.attributes.items():
        if (match := OLDER.fullmatch(name)) and match[1] == side:
            found.setdefault(int(match[2]), {})[match[3]] = value
        elif (match := OLDER_CALL.fullmatch(name)) and match[1] == side:
            found.setdefault(int(match[2]), {})
            call = calls.setdefault(int(match[2]), {}).setdefault(int(match[3]), {"type": "tool_call"})
            call[match[4]] = value
    return [_older(found[number], calls.get(number, {})) for number in sorted(found)]


def _older(message: Mapping[str, object], calls: Mapping[int, object]) -> dict[str, object]:
    content = message.get("content")
    parts: list[object] = [] if content in (None, "") else [{"type": "text", "content": content}]
    return {"role": message.get("role", ""), "parts": [*parts, *(calls[number] for number in sorted(calls))]}


def event_messages(span: Span) -> list[object]:
    """Return the messages that older events tell."""
    found: list[object] = []
    for name, attributes in span.events:
        match = EVENT.fullmatch(name)
        content = attributes.get("content", attributes.get("gen_ai.event.content"))
        if match and content not in (None, ""):
            found.append({"role": match[1], "parts": [{"type": "text", "content": content}]})
    return found


def _items(value: object, name: str) -> Iterator[tuple[int, object]]:
    inner = _object(value).get(name)
    return iter(enumerate(inner)) if isinstance(inner, list) else iter(())


def _object(value: object) -> Mapping[str, object]:
    return value if isinstance(value, dict) else {}
