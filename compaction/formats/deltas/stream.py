"""A saved event stream -> its events -> the answer that they tell.

Source: wire-formats 5.8.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from compaction.formats.answers import parse
from compaction.formats.deltas import anthropic, gemini, openai_chat, openai_responses
from compaction.formats.deltas.joined import Event, Joined, text_of

END = "[DONE]"
ANTHROPIC = ("message_start", "content_block_start", "content_block_delta", "message_delta")


def join(events: Iterator[Event]) -> Joined | None:
    """Join the events of a stream; nothing where no event tells the dialect."""
    before: list[Event] = []
    for event in events:
        before.append(event)
        joiner = _joiner(event.value or {})
        if joiner is not None:
            return joiner(chain(before, events))
    return None


def _joiner(value: Mapping[str, object]) -> Callable[[Iterable[Event]], Joined] | None:
    kind = text_of(value, "type")
    if kind in ANTHROPIC:
        return anthropic.join
    if kind.startswith("response."):
        return openai_responses.join
    if isinstance(value.get("choices"), list):
        return openai_chat.join
    inner = value.get("response")
    wrapped = isinstance(inner, Mapping) and "candidates" in inner
    return gemini.join if "candidates" in value or wrapped else None


def read_events(lines: Iterable[str]) -> Iterator[Event]:
    """Yield the events of a stream, whose lines come with or without their breaks; a line of bare JSON is one too.

    Source: wire-formats 5.8, 10.
    """
    number = 0
    held: list[str] = []
    for line in chain(lines, [""]):
        stripped = line.strip()
        name, _, rest = stripped.partition(":")
        bare = stripped.startswith("{")
        # Some writers leave out the blank lines: a complete value then ends its event.
        if held and (not stripped or bare or name == "event" or (name == "data" and _is_whole(held))):
            number += 1
            yield _event(number, "\n".join(held))
            held = []
        if name == "data":
            held.append(rest.removeprefix(" "))
        if bare:
            number += 1
            yield _event(number, stripped)


def _is_whole(held: list[str]) -> bool:
    event = _event(0, "\n".join(held))
    return event.ends or event.value is not None


def _event(number: int, text: str) -> Event:
    value = parse(text) if text.strip() != END else None
    return Event(number, value if isinstance(value, dict) else None, text.strip() == END)
