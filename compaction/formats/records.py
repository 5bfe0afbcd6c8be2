"""What reading a capture yields, one by one, in file order.

Source: interfaces 1.5.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias, Union

from compaction.findings import Flag, Violation
from compaction.transcripts import (
    Block,
    Compaction,
    Dialect,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)

LETTERS = {
    "system": "s",
    "developer": "s",
    "user": "u",
    "assistant": "a",
    "model": "m",
    "tool": "t",
    "function": "t",
}
ITEM_LETTERS = ((ToolUse, "f"), (ToolResult, "o"), (Thinking | RedactedThinking, "r"), (Compaction, "x"))
"""Of the items that are no messages, by their first block."""


@dataclass(frozen=True, slots=True)
class LogPlace:
    """Where a message of a session log, or its blocks from number `first` on, stand in the file.

    `pointer` leads into `/lines/N`, N counting from 0. Where the record holds the message as a provider takes it
    (`exact`), a pointer within the message goes on behind it.
    """

    pointer: str
    first: int = 0
    exact: bool = True


@dataclass(frozen=True)
class MessageList:
    """One list of messages, and the request body that held it.

    `path` says where the list stands in the capture (`/messages`, `line 3 /messages`, empty for a bare list). `body` is
    the request as a provider would get it: shape is checked on it. `dialect` is None where evidence is missing, and
    `dialect_alternatives` then names the candidates. `count` is the number of messages; `messages` are mapped when
    first asked for. `request` says that a complete request body held the list.

    A list that was `reconstructed` from a log has more: `pending`, the ids of calls that were still running where it
    ends; `opens_midway`, that something was sent before its first message; `converted`, that the log holds messages in
    a form of its own; and, for logs of lines, `places` (one tuple a message), the numbers of the lines that it is made
    of (`reachable`) and of those beside it (`unreachable`), from 0, and what is wrong with the log itself
    (`log_violations`, pointers into `/lines/N`).
    """

    path: str
    dialect: Dialect | None
    dialect_alternatives: tuple[Dialect, ...]
    body: bytes = field(repr=False)
    count: int
    read_messages: Callable[[], tuple[Message, ...]] = field(repr=False, compare=False)
    system: tuple[Block, ...] = field(default=(), repr=False)
    model: str = ""
    request: bool = False
    reconstructed: bool = False
    response_only: bool = False
    pending: tuple[str, ...] = ()
    reachable: tuple[int, ...] | None = None
    unreachable: tuple[int, ...] | None = None
    opens_midway: bool = False
    converted: bool = False
    places: tuple[tuple[LogPlace, ...], ...] = field(default=(), repr=False)
    log_violations: tuple[Violation, ...] = ()

    @cached_property
    def messages(self) -> tuple[Message, ...]:
        """The canonical messages, in the order of the native list."""
        return self.read_messages()

    @cached_property
    def roles(self) -> str:
        """One letter a message, joined by one blank: s system or developer, u user, a assistant, m model, t tool; of
        items, f call, o output, r reasoning, x compaction.
        """
        of = item_letter if self.dialect is Dialect.OPENAI_RESPONSES else letter
        return " ".join(of(message) for message in self.messages)


def letter(message: Message) -> str:
    """Return the letter of a message's role."""
    return LETTERS.get(message.role, "?")


def item_letter(message: Message) -> str:
    """Return the letter of an item."""
    first = message.blocks[0] if message.blocks else None
    return next((sign for kind, sign in ITEM_LETTERS if isinstance(first, kind)), letter(message))


@dataclass(frozen=True, slots=True)
class Boundary:
    """A place where a compaction happened. Lists are numbers of `MessageList`s of the same capture, from 0.

    Readers leave `flags` empty. `prior_text` is the summary of the compaction before this one, where it is known.
    """

    kind: str
    marker: str
    list: int | None
    before_list: int | None
    at: str
    before_messages: int | None
    after_messages: int | None
    kept_messages: int | None
    summary: str
    summary_text: str | None = field(default=None, repr=False)
    written_by: str = ""
    trigger: str = ""
    pre_tokens: int | None = None
    flags: tuple[Flag, ...] = ()
    prior_text: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ProviderAnswer:
    """What the provider said about a request. `list` is the number of the `MessageList` that it refused, from 0.

    Readers give its words; `inspection.match_answer` finds the `rules` in them, the best first, and the place
    (`pointer`) in the request, empty where none is named.
    """

    list: int | None
    at: str
    rules: tuple[str, ...]
    text: str = field(default="", repr=False)
    status: int | None = None
    pointer: str = ""


@dataclass(frozen=True)
class Answer:
    """What a model answered to a request, errors included. `list` is the number of its `MessageList`, from 0.

    `at` is the place of the answer; its blocks are mapped when first asked for, none where it is empty or unreadable.
    """

    list: int
    at: str
    read_blocks: Callable[[], tuple[Block, ...]] = field(repr=False, compare=False)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The canonical blocks of the answer, in order."""
        return self.read_blocks()

    @cached_property
    def text(self) -> str:
        """The texts of the answer, a line break between two."""
        return "\n".join(block.text for block in self.blocks if isinstance(block, Text))


@dataclass(frozen=True, slots=True)
class Note:
    """Something skipped or odd: a code of wire-formats 9 and the place, never content."""

    code: str
    at: str
    reason: str = ""


Record: TypeAlias = Union[MessageList, Boundary, Answer, ProviderAnswer, Note]
Records: TypeAlias = Iterator[Record]
