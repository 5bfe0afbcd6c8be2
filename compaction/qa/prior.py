"""The summary of the last pass: what it is, and where it stands in the messages that are summarized next.

Source: qa-summarizer 1.1, 1.8.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from compaction.qa.messages import Message, Text


@dataclass(frozen=True, slots=True)
class PriorSummary:
    """The final text of the last pass that compacted; `number` is 1 for the first such pass."""

    text: str
    number: int


def hide_prior(messages: Sequence[Message], prior: PriorSummary | None) -> tuple[Message | None, ...]:
    """Return the messages without the prior's text, None where nothing is left of one.

    The first assistant message may lose its first part alone; any assistant message that says the prior text and
    nothing more loses its text. Calls and other parts stay.
    """
    if prior is None or not prior.text:
        return tuple(messages)
    first = next((place for place, message in enumerate(messages) if message.role == "assistant"), None)
    return tuple(_without(message, prior.text, place == first) for place, message in enumerate(messages))


def _without(message: Message, text: str, first: bool) -> Message | None:
    parts = message.parts
    if first and parts and parts[0] == Text(text):
        parts = parts[1:]
    elif message.role == "assistant" and message.text == text:
        parts = tuple(part for part in parts if not isinstance(part, Text))
    else:
        return message
    return replace(message, parts=parts) if parts else None
