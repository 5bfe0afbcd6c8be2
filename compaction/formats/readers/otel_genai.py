"""Spans and events that carry `gen_ai` attributes: one, a list, a line each, or an export of many.

Source: wire-formats 5.7.
"""

import json
from collections.abc import Iterator, Mapping

from compaction.formats import marks
from compaction.formats.converted import Shaped, as_text, read_shaped
from compaction.formats.exchanges import text_of
from compaction.formats.format import PlacedRecords
from compaction.formats.placed import record_format
from compaction.formats.prompts import decode_text
from compaction.formats.records import Answer, MessageList, Note, Record, Records
from compaction.formats.replies import native_of
from compaction.formats.spans import Span, event_messages, older_messages, spans_of
from compaction.transcripts import Block, Dialect, Text, Thinking, ToolResult, ToolUse, Unknown

INPUT = "gen_ai.input.messages"
OUTPUT = "gen_ai.output.messages"
SYSTEM = "gen_ai.system_instructions"


def read_records(records: PlacedRecords, chosen: Dialect | None) -> Records:
    """Yield the lists span by span, each followed by its answer; a note where content was not recorded."""
    lists = 0
    for record in records:
        if isinstance(record, Note):
            yield record
            continue
        for span in spans_of(record.value, record.base):
            for found in _read(span, lists, chosen):
                lists += isinstance(found, MessageList)
                yield found


def _read(span: Span, number: int, chosen: Dialect | None) -> Iterator[Record]:
    for path, messages in _inputs(span):
        if messages:
            shaped = Shaped(
                path=f"{span.at} {path}" if span.at.startswith("/") else f"{span.at}{path}",
                natives=tuple(native_of(message) for message in messages),
                role=role_of,
                blocks=blocks_of,
                system=_parts(_value(span.attributes.get(SYSTEM)), "/system"),
                model=text_of(span.attributes, "gen_ai.request.model"),
                request=True,
            )
            yield from read_shaped(shaped, chosen)
            yield from _answers(span, number)
            return
    yield Note("no-messages" if span.asks else "unknown-record", span.at.strip())


def _inputs(span: Span) -> Iterator[tuple[str, list[object]]]:
    given = _value(span.attributes.get(INPUT))
    yield INPUT, given if isinstance(given, list) else []
    for name, attributes in span.events:
        inner = _value(attributes.get(INPUT))
        yield f"{name} {INPUT}", inner if isinstance(inner, list) else []
    yield "gen_ai.prompt", older_messages(span, "prompt")
    yield "gen_ai.user.message", event_messages(span)


def _answers(span: Span, number: int) -> Iterator[Record]:
    carriers = (span.attributes, *(attributes for _, attributes in span.events))
    given = next((value for carrier in carriers if (value := _value(carrier.get(OUTPUT)))), None)
    messages = given if isinstance(given, list) else older_messages(span, "completion")
    if messages:
        at = f"{span.at} {OUTPUT}" if span.at.startswith("/") else f"{span.at}{OUTPUT}"

        def blocks() -> tuple[Block, ...]:
            return tuple(block for i, message in enumerate(messages) for block in blocks_of(message, f"/messages/{i}"))

        yield Answer(number, at, blocks)


def _value(given: object) -> object:
    """Return structured content; spans hold it as JSON in a text."""
    return decode_text(given) if isinstance(given, str) else given


def role_of(value: object) -> str:
    """Return who speaks."""
    return text_of(value, "role") if isinstance(value, dict) else ""


def blocks_of(value: object, origin: str) -> tuple[Block, ...]:
    """Return the blocks of one message."""
    members = value if isinstance(value, dict) else {}
    parts = members.get("parts", members.get("content"))
    return _parts([parts] if isinstance(parts, str) else parts, f"{origin}/parts")


def _parts(parts: object, origin: str) -> tuple[Block, ...]:
    given = parts if isinstance(parts, list) else []
    return tuple(_part(part, f"{origin}/{i}") for i, part in enumerate(given))


def _part(part: object, origin: str) -> Block:
    if isinstance(part, str):
        return Text(part, origin)
    given = part if isinstance(part, dict) else {}
    match given:
        case {"type": "text", "content": content}:
            return Text(as_text(content), origin)
        case {"type": "reasoning", "content": str(text)}:
            return Thinking(text, origin=origin)
        case {"type": "tool_call"}:
            arguments = as_text(given.get("arguments", {}))
            return ToolUse(text_of(given, "id"), text_of(given, "name"), arguments, origin=origin)
        case {"type": "tool_call_response"}:
            return _result(given, origin)
    return Unknown(text_of(given, "type"), json.dumps(part), origin)


def _result(part: Mapping[str, object], origin: str) -> Block:
    given = part.get("response", part.get("result"))
    return ToolResult(text_of(part, "id"), (Text(as_text(given), origin),), origin=origin)


FORMAT = record_format(
    "otel-genai", "OpenTelemetry spans", ("json", "jsonl"), marks.record(marks.is_otel), read_records
)
