"""A stream of the Responses API."""

from collections.abc import Iterable, Mapping

from compaction.formats.deltas.joined import Event, Joined, Pieces, number_of, of, text_of
from compaction.transcripts import Dialect

ENDS = ("response.completed", "response.incomplete", "response.failed")


def join(events: Iterable[Event]) -> Joined:
    """Return the items of the last event, or those that were done, or what their deltas tell so far."""
    items: dict[int, Mapping[str, object]] = {}
    done: set[int] = set()
    pieces = Pieces()
    last: Mapping[str, object] = {}
    complete, compaction_at = False, None
    for event in events:
        value = event.value or {}
        kind, place = text_of(value, "type"), number_of(value, "output_index")
        response = of(value, "response")
        last = response or last
        complete = complete or kind in ENDS
        if kind in ("response.output_item.added", "response.output_item.done"):
            items[place] = of(value, "item")
            if kind.endswith("done"):
                done.add(place)
            if compaction_at is None and text_of(items[place], "type") == "compaction":
                compaction_at = event.number
        elif kind.endswith(".delta"):
            pieces.add((place, kind), value.get("delta"))
    output = last.get("output")
    whole = [item for item in output if isinstance(item, Mapping)] if isinstance(output, list) else []
    told = [items[place] if place in done else _told(items[place], place, pieces) for place in sorted(items)]
    return Joined(
        Dialect.OPENAI_RESPONSES,
        tuple(whole or told),
        complete,
        compaction_at,
        text_of(last, "model"),
        text_of(last, "status"),
    )


def _told(item: Mapping[str, object], place: int, pieces: Pieces) -> Mapping[str, object]:
    """Return an item that was not done, with what its deltas tell."""
    text = pieces.text(place, "response.output_text.delta")
    arguments = pieces.text(place, "response.function_call_arguments.delta")
    given = pieces.text(place, "response.custom_tool_call_input.delta")
    told = dict(item)
    if text is not None:
        told["content"] = [{"type": "output_text", "text": text}]
    if arguments is not None:
        told["arguments"] = arguments
    if given is not None:
        told["input"] = given
    return told
