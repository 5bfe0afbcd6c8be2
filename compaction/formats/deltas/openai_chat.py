"""A stream of the Chat Completions API."""

from collections.abc import Iterable, Mapping

from compaction.formats.deltas.joined import Event, Joined, Pieces, number_of, of, text_of
from compaction.transcripts import Dialect

TEXTS = ("content", "refusal", "reasoning_content", "reasoning")


def join(events: Iterable[Event]) -> Joined:
    """Join the pieces of the first choice into one message; those of a call join on its `index`."""
    pieces = Pieces()
    calls: dict[int, dict[str, object]] = {}
    complete, model, stop = False, "", ""
    for event in events:
        value = event.value or {}
        model = model or text_of(value, "model")
        choice = _first_choice(value)
        stop = text_of(choice, "finish_reason") or stop
        complete = complete or event.ends or bool(stop)
        delta = of(choice, "delta")
        for name in TEXTS:
            pieces.add((name,), delta.get(name))
        given = delta.get("tool_calls")
        for call in given if isinstance(given, list) else []:
            if isinstance(call, Mapping):
                _add(calls, pieces, call)
    message: dict[str, object] = {"role": "assistant", "content": None}
    message |= {name: text for name in TEXTS if (text := pieces.text(name)) is not None}
    if calls:
        message["tool_calls"] = [_call(calls[index], index, pieces) for index in sorted(calls)]
    return Joined(Dialect.OPENAI_CHAT, (message,), complete, None, model, stop)


def _first_choice(value: Mapping[str, object]) -> Mapping[str, object]:
    choices = value.get("choices")
    found = (choice for choice in choices if isinstance(choice, Mapping)) if isinstance(choices, list) else iter(())
    return next((choice for choice in found if choice.get("index") in (0, None)), {})


def _add(calls: dict[int, dict[str, object]], pieces: Pieces, call: Mapping[str, object]) -> None:
    index = number_of(call, "index")
    known = calls.setdefault(index, {"id": "", "type": "function"})
    known["id"] = text_of(call, "id") or known["id"]
    function = of(call, "function")
    pieces.add((index, "name"), function.get("name"))
    pieces.add((index, "arguments"), function.get("arguments"))


def _call(call: dict[str, object], index: int, pieces: Pieces) -> dict[str, object]:
    function = {name: pieces.text(index, name) or "" for name in ("name", "arguments")}
    return {**call, "function": function}
