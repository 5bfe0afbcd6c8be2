"""Counters of whole lists of messages.

Two take part in a pass and must not be mixed up: the heuristic one judges the summary, the landing counter judges what
the list comes to.

Source: qa-summarizer 1.2.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


class Heuristic:
    """Four characters to a token, twenty characters added for each message, rounded down once at the end."""

    def count(self, messages: Sequence[Message]) -> int:
        """Return the estimate; 0 for no messages."""
        charged = sum(characters(message) + CHARACTERS_PER_MESSAGE for message in messages)
        return charged // CHARACTERS_PER_TOKEN


@dataclass(frozen=True, slots=True)
class Ratio:
    """Divides by a provider's typical ratio: hundredths of a character to a token, and tokens added a message."""

    hundredths: int
    per_message: int

    def count(self, messages: Sequence[Message]) -> int:
        """Return the estimate; 0 for no messages."""
        return sum(map(characters, messages)) * 100 // self.hundredths + self.per_message * len(messages)


HEURISTIC = Heuristic()

COUNTERS: Mapping[str, Counter] = MappingProxyType(
    {
        "heuristic": HEURISTIC,
        "openai": Ratio(430, 4),
        "anthropic": Ratio(360, 5),
        "gemini": Ratio(405, 4),
        "local": Ratio(380, 4),
    }
)
"""Landing counters by the name that a stored pass keeps."""


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
