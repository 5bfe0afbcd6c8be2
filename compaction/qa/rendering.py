"""The transcript that a model reads: one block a message, cut to fit.

Source: qa-summarizer 1.9.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile

from compaction.qa.messages import Media, Message, Part, Text, Thinking, ToolCall, ToolResult, output_text

TOOL_CHARACTERS = 200
THINKING_CHARACTERS = 2000
WITHHELD = "[re-derivable — content omitted]"
REDACTED = "[redacted]"

NAMES = {"user": "User", "assistant": "Assistant", "system": "System"}


@dataclass(frozen=True, slots=True)
class Fitted:
    """The text, and how many characters of each block it shows, in order."""

    text: str
    shown: tuple[int, ...]


def render(message: Message) -> str:
    """Return the block of a message, ended by a line feed."""
    others = (_render_part(part) for part in message.parts)
    return f"{NAMES[message.role]}: {message.text}{''.join(others)}\n"


def fit(blocks: Sequence[str], cap: int) -> Fitted:
    """Return blocks in at most `cap` characters, markers not charged.

    The middle goes first; only where the newest block alone is too large, the end goes.
    """
    lengths = [len(block) for block in blocks]
    if sum(lengths) <= cap:
        return Fitted("".join(blocks), tuple(lengths))
    head = _fitting(lengths, cap // 2)
    tail = _fitting(reversed(lengths), cap - cap // 2 if head else cap)
    if not tail:
        return _cut_end(blocks, lengths, cap)
    end = len(blocks) - tail
    text = "".join([*blocks[:head], f"…[{end - head} messages elided]…\n", *blocks[end:]])
    return Fitted(text, (*lengths[:head], *[0] * (end - head), *lengths[end:]))


def was_shown(message: Message, part: int, end: int, shown: int) -> bool:
    """Return whether a block shows a part up to its character `end`; `shown` characters of it are in the transcript.

    Of a tool result only the beginning is ever shown, and nothing where it is withheld.
    """
    given = message.parts[part]
    before = len(NAMES[message.role]) + 2
    if isinstance(given, ToolResult):
        if given.retention == "requery" or end > TOOL_CHARACTERS:
            return False
        before += len(message.text) + sum(len(_render_part(other)) for other in message.parts[:part])
        before += len(_result_head(given))
    else:
        before += sum(len(other.text) for other in message.parts[:part] if isinstance(other, Text))
    return before + end <= shown


def _cut_end(blocks: Sequence[str], lengths: Sequence[int], cap: int) -> Fitted:
    whole = _fitting(lengths, cap)
    room = max(cap - sum(lengths[:whole]) - 1, 0)
    left = len(blocks) - whole
    text = "".join([*blocks[:whole], blocks[whole][:room], f"…[evicted {left} more messages]"])
    return Fitted(text, (*lengths[:whole], min(room, lengths[whole]), *[0] * (left - 1)))


def _fitting(lengths: Iterable[int], cap: int) -> int:
    """How many lengths, from the first, fit in all."""
    return sum(1 for _ in takewhile(lambda total: total <= cap, accumulate(lengths)))


def _render_part(part: Part) -> str:
    match part:
        case Text():
            return ""
        case Thinking(redacted=True):
            return f" thought: {REDACTED}"
        case Thinking():
            return f" thought: {part.text[:THINKING_CHARACTERS]}" if part.text else ""
        case Media():
            return f" [{part.kind}]"
        case ToolCall():
            return f" calls: {part.name}({part.input[:TOOL_CHARACTERS]})"
    shown = WITHHELD if part.retention == "requery" else output_text(part)[:TOOL_CHARACTERS]
    return _result_head(part) + shown


def _result_head(part: ToolResult) -> str:
    return f" result[{part.name}, {'err' if part.is_error else 'ok'}]: "
