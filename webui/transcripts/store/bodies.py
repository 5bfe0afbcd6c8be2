"""Messages -> body rows: each distinct message of a team once, what a list shows of it worked out once."""

import hashlib
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import TypeAlias

from compaction.tokens import Counter
from compaction.transcripts import (
    Block,
    Compaction,
    Document,
    Message,
    Refusal,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    Unknown,
    codec,
)
from webui.transcripts.models import Body
from webui.transcripts.store.values import clean, pack

BRIEF_BLOCKS = 8
BRIEF_CHARACTERS = 160
PREVIEW_CHARACTERS = 400
KNOWN = 100_000
"""Bodies that a reading remembers, about 20 MB: growing requests repeat their history, and ask the database once."""

Place: TypeAlias = tuple[int, int]
"""Key and tokens of a body."""


@dataclass(slots=True)
class Shelf:
    """The bodies of one team's messages in one dialect, as far as a reading has met them.

    `pool` compresses, hashes and counts: all three let go of the interpreter, so two threads are nearly twice as fast.
    `look` sees the blocks of a message before anything of it is stored, and may raise.
    """

    team_id: int
    dialect: str
    counter: Counter
    pool: Executor
    look: Callable[[Iterable[Block]], None]
    _known: dict[str, Place] = field(default_factory=dict)

    def put(self, messages: Sequence[Message]) -> list[Place]:
        """Store what is new of these messages; return the body's key and tokens for each, in order."""
        digests = [digest(message, f"{self.dialect}\0{self.counter.name}") for message in messages]
        if len(self._known) > KNOWN:
            self._known.clear()
        self._look_up({key for key in digests if key not in self._known})
        new = {key: message for key, message in zip(digests, messages, strict=True) if key not in self._known}
        if new:
            self.look(block for message in new.values() for block in message.blocks)
            keys = sorted(new)  # two readings that store the same messages then wait for each other in one order
            rows = self.pool.map(self._row, keys, [new[key] for key in keys])
            Body.objects.bulk_create(list(rows), ignore_conflicts=True)
            self._look_up(set(new))
        return [self._known[key] for key in digests]

    def _look_up(self, digests: set[str]) -> None:
        rows = Body.objects.filter(team_id=self.team_id, digest__in=digests).values_list("digest", "pk", "tokens")
        self._known |= {key: (pk, tokens) for key, pk, tokens in rows}

    def _row(self, key: str, message: Message) -> Body:
        blocks = message.blocks
        return Body(
            team_id=self.team_id,
            digest=key,
            role=clean(message.role, 20),
            size=len(message.native),
            tokens=self.tokens(blocks),
            kinds=dict(Tally(kind(block) for block in blocks)),
            brief=[brief(block) for block in blocks[:BRIEF_BLOCKS]],
            preview=clean(next((text for text in texts(blocks) if text.strip()), ""), PREVIEW_CHARACTERS),
            blocks=codec.encode(blocks, message.origin),
            native=pack(message.native),
        )

    def tokens(self, blocks: Sequence[Block]) -> int:
        """Return how many tokens a model reads of these blocks; media count nothing."""
        return sum(self.counter.count(text) for text in texts(blocks))


def digest(message: Message, reading: str) -> str:
    """Return what makes two messages one: the same bytes, read and counted the same way."""
    head = f"{reading}\0{message.role}\0".encode("utf-8", "surrogatepass")
    return hashlib.sha256(head + message.native).hexdigest()


def texts(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield what a model reads of these blocks, in order."""
    for block in blocks:
        match block:
            case Text(text=text) | Thinking(text=text) | Refusal(text=text):
                yield text
            case Compaction(text=str(text)):
                yield text
            case ToolUse():
                yield block.name
                yield block.arguments
            case ToolResult():
                yield from texts(block.blocks)
            case Unknown():
                yield block.raw


def kind(block: Block) -> str:
    """Return the word for a block's kind: `text`, `tool_use`, `redacted_thinking` and so on."""
    return codec.NAMES[type(block)]


def brief(block: Block) -> dict[str, object]:
    """Return what a folded message shows of a block."""
    name, pair = _name(block)
    read = list(texts([block]))[1 if isinstance(block, ToolUse) else 0 :]
    line = " ".join("\n".join(text[: 2 * BRIEF_CHARACTERS] for text in read[:3]).split())
    return {
        "kind": kind(block),
        "name": clean(name, 120),
        "id": clean(pair, 120),
        "preview": clean(line, BRIEF_CHARACTERS),
        "size": sum(len(text.encode("utf-8", "surrogatepass")) for text in read) or getattr(block, "size", 0),
        "error": isinstance(block, ToolResult) and block.is_error,
    }


def _name(block: Block) -> tuple[str, str]:
    match block:
        case ToolUse():
            return block.name, block.id
        case ToolResult():
            return "", block.call_id
        case Unknown():
            return block.native_type, ""
        case Document():
            return block.title, ""
        case _:
            return "", ""
