"""The list after a pass.

Source: qa-summarizer 1.5.8.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from compaction.qa.messages import Message, Text


def assemble(
    messages: Sequence[Message],
    *,
    leading: int,
    pinned: Iterable[Message],
    summary: str,
    pulled: Iterable[int],
    split: int,
) -> tuple[Message, ...]:
    """Return the new list: system message, pinned ones, summary, what rides along, and the kept tail."""
    return join_assistants(
        [
            *messages[:leading],
            *pinned,
            Message("assistant", (Text(summary),)),
            *(messages[place] for place in pulled),
            *messages[split:],
        ]
    )


def join_assistants(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Return the list with every run of assistant messages made one, its parts in order."""
    joined: list[Message] = []
    for message in messages:
        if joined and message.role == joined[-1].role == "assistant":
            joined[-1] = replace(joined[-1], parts=joined[-1].parts + message.parts)
        else:
            joined.append(message)
    return tuple(joined)
