"""What a message is compared by: digests, so that of earlier lists next to nothing is held.

Marks for caches, ids of messages, reminders and blanks at the end of a text make no difference.

Source: wire-formats 6.2.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from compaction.transcripts import (
    Block,
    Compaction,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    codec,
)

DIGEST_BYTES = 12
REMINDER = "<system-reminder>"
REMINDERS = re.compile(r"<system-reminder>.*?(?:</system-reminder>|\Z)", re.DOTALL)
SYSTEM = ("system", "developer")


@dataclass(frozen=True, slots=True)
class Payload:
    """What a context edit may take out of a message: the payload of a result, or a thought. `size` in characters."""

    result: bool
    digest: bytes
    size: int


@dataclass(frozen=True, slots=True)
class Print:
    """One message: `key` is equal where it is the same, `frame` where it is but for its payloads.

    `size` counts characters; `silent` says that it holds nothing that is compared but thoughts, `compacts` that it
    holds a block or an item that is a compaction.
    """

    role: str
    key: bytes
    frame: bytes
    size: int
    payloads: tuple[Payload, ...] = ()
    silent: bool = False
    compacts: bool = False

    @property
    def results(self) -> tuple[Payload, ...]:
        """The payloads of results, in order."""
        return tuple(payload for payload in self.payloads if payload.result)

    @property
    def thoughts(self) -> int:
        """How many thoughts it holds."""
        return sum(not payload.result for payload in self.payloads)


@dataclass(slots=True)
class Prints:
    """The prints of a capture. Request logs repeat their history, so what was seen lately is not worked out again."""

    known: dict[bytes, Print] = field(default_factory=dict)
    size: int = 0

    CAP = 16 * 1024 * 1024
    """Bytes of messages that are remembered; then it begins anew."""

    def of(self, messages: Sequence[Message]) -> tuple[Print, ...]:
        """Return the prints of a list, in order."""
        return tuple([self.known.get(message.native) or self._keep(message) for message in messages])

    def _keep(self, message: Message) -> Print:
        if self.size > self.CAP:
            self.known.clear()
            self.size = 0
        self.size += len(message.native)
        return self.known.setdefault(message.native, print_of(message))


def print_of(message: Message) -> Print:
    """Return the print of one message."""
    frame = [message.role]
    payloads = tuple(_payloads(message.blocks, frame))
    compactions = [block for block in message.blocks if isinstance(block, Compaction)]
    if any(block.text is None for block in compactions):
        frame.append(blake2b(message.native, digest_size=DIGEST_BYTES).hexdigest())
    size = sum(map(len, frame[1:])) + sum(payload.size for payload in payloads)
    bare = _digest("\0".join(frame))
    key = blake2b(b"".join([bare, *[payload.digest for payload in payloads]]), digest_size=DIGEST_BYTES).digest()
    silent = len(frame) == 1 and not any(payload.result for payload in payloads)
    return Print(message.role, key, bare, size, payloads, silent, bool(compactions))


def _payloads(blocks: Sequence[Block], frame: list[str]) -> Iterator[Payload]:
    """Yield what may be taken out of these blocks, and put the rest into the frame."""
    for block in blocks:
        match block:
            case Text(text=text):
                plain = without_reminders(text).rstrip()
                frame += [plain] if plain else []
            case ToolResult():
                frame.append(f"result {block.call_id}")
                yield _payload(True, "\0".join(map(said, block.blocks)))
            case Thinking(text=text):
                yield _payload(False, text.rstrip())
            case RedactedThinking(digest=digest):
                yield _payload(False, digest)
            case ToolUse():
                frame.append(f"call {block.id} {block.name} {block.arguments}")
            case _:
                frame.append(said(block))


def said(block: Block) -> str:
    """Return what tells a block from others, whatever its place."""
    if isinstance(block, Text):
        return without_reminders(block.text).rstrip()
    return codec.encode((block,), getattr(block, "origin", "")).decode()


def _payload(result: bool, text: str) -> Payload:
    return Payload(result, _digest(text), len(text))


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).digest()


def without_reminders(text: str) -> str:
    """Return a text without what a client reminds the model of, anew in every request."""
    return REMINDERS.sub("", text) if REMINDER in text else text


def lines_of(blocks: Sequence[Block]) -> frozenset[bytes]:
    """Return digests of the lines of a system prompt; blank ones are none."""
    texts = (without_reminders(block.text) for block in blocks if isinstance(block, Text))
    return frozenset(_digest(line.strip()) for text in texts for line in text.splitlines() if line.strip())
