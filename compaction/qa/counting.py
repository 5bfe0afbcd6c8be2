"""Counters of whole lists of messages.

Two take part in a pass and must not be mixed up: the heuristic one judges the summary, the landing counter judges what
the list comes to.

Source: qa-summarizer 1.2.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType
from typing import Protocol

from compaction.qa.messages import Media, Message, Part, Text, Thinking, ToolCall

CHARACTERS_PER_TOKEN = 4
CHARACTERS_PER_MESSAGE = 20
CHARACTERS_PER_IMAGE = 256


class Counter(Protocol):
    """Counts the tokens of a list of messages."""

    def count(self, messages: Sequence[Message]) -> int:
        """Return the number of tokens."""
        ...


@dataclass(frozen=True, slots=True)
class ByCharacters:
    """Divides characters, rounding down once at the end: `hundredths` of a character to a token.

    Characters are added for each message before, tokens after the division.
    """

    hundredths: int
    added_characters: int = 0
    added_tokens: int = 0

    def count(self, messages: Sequence[Message]) -> int:
        """Return the estimate; 0 for no messages."""
        return self.of(sum(map(characters, messages)), len(messages))

    def of(self, total: int, messages: int) -> int:
        """Return the estimate for so many characters in so many messages."""
        charged = total + self.added_characters * messages
        return charged * 100 // self.hundredths + self.added_tokens * messages


HEURISTIC = ByCharacters(100 * CHARACTERS_PER_TOKEN, CHARACTERS_PER_MESSAGE)
"""Judges the summary, and estimates a list that is left as it is."""

COUNTERS: Mapping[str, Counter] = MappingProxyType(
    {
        "heuristic": HEURISTIC,
        "openai": ByCharacters(430, added_tokens=4),
        "anthropic": ByCharacters(360, added_tokens=5),
        "gemini": ByCharacters(405, added_tokens=4),
        "local": ByCharacters(380, added_tokens=4),
    }
)
"""Landing counters by the name that a stored pass keeps."""


def tail_counts(messages: Sequence[Message], counter: Counter) -> Callable[[int], int]:
    """Return what counts all messages from a place on; counting characters, many places cost little more than one."""
    if not isinstance(counter, ByCharacters):
        return lambda place: counter.count(messages[place:])
    totals = list(accumulate(map(characters, reversed(messages)), initial=0))
    return lambda place: counter.of(totals[len(messages) - place], len(messages) - place)


def characters(message: Message) -> int:
    """Return the rendered characters of a message."""
    return sum(map(_part_characters, message.parts))


def estimated_tokens(text: str) -> int:
    """Return what a call without reported usage is charged for a text."""
    return len(text) // CHARACTERS_PER_TOKEN


def _part_characters(part: Part) -> int:
    match part:
        case Text() | Thinking():
            return len(part.text)
        case Media():
            return CHARACTERS_PER_IMAGE
        case ToolCall():
            return len(part.name) + len(part.input)
        case _:
            return len(part.output) if isinstance(part.output, str) else sum(map(_part_characters, part.output))
