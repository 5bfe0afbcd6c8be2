"""Messages -> body rows: each distinct message of a team once, what a list shows of it worked out once."""

import hashlib
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import TypeAlias

from compaction.dialects import read_element
from compaction.tokens import Counter
from compaction.transcripts import (
    Block,
    Compaction,
    Dialect,
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
from webui.transcripts.store.sketches import halves, speaks
from webui.transcripts.store.strands import Tree
from webui.transcripts.store.values import blocks_at, clean, pack

BRIEF_BLOCKS = 8
BRIEF_CHARACTERS = 160
PREVIEW_CHARACTERS = 300
DIGEST_BYTES = 16
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
    tree: Tree = field(init=False)
    _known: dict[str, Place] = field(default_factory=dict)
    _last: tuple[Sequence[Message], list[str]] = ((), [])

    def __post_init__(self) -> None:
        self.tree = Tree(self.team_id)

    def digests(self, messages: Sequence[Message]) -> list[str]:
        """Return what tells the messages of a list apart; those that the list before it had are not hashed again."""
        reading = f"{self.dialect}\0{self.counter.name}"
        before = zip(*self._last, strict=True)
        found = [
            known[1] if known is not None and known[0] is message else digest(message, reading)
            for message, known in zip(messages, chain(before, repeat(None)), strict=False)
        ]
        self._last = messages, found
        return found

    def digests_of(self, start: int, stop: int) -> list[str]:
        """Return those of a part of the list that `digests` saw last."""
        return self._last[1][start:stop]

    def put(self, messages: Sequence[Message], digests: Sequence[str]) -> list[Place]:
        """Store what is new of these messages; return the body's key and tokens for each, in order."""
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
        said = preview(blocks)
        return Body(
            team_id=self.team_id,
            digest=key,
            dialect=self.dialect,
            role=clean(message.role, 20),
            size=len(message.native),
            tokens=self.tokens(blocks),
            kinds=dict(Tally(kind(block) for block in blocks)),
            brief=[brief(block, said) for block in blocks[:BRIEF_BLOCKS]],
            preview=said,
            speaks=speaks(message),
            halves=[[half, clean(call_id, 120), clean(block, 120)] for half, call_id, block in halves(message)],
            blocks=None if self._derives(message) else pack(codec.encode(blocks, message.origin)),
            native=pack(message.native),
        )

    def _derives(self, message: Message) -> bool:
        """Say whether the dialect's mapping gives these blocks from the message as it was uploaded."""
        if not self.dialect:
            return False
        try:
            return read_element(message.native, Dialect(self.dialect), message.origin).blocks == message.blocks
        except (ValueError, RecursionError):
            return False

    def tokens(self, blocks: Sequence[Block]) -> int:
        """Return how many tokens a model reads of these blocks; media count nothing."""
        return sum(self.counter.count(text) for text in texts(blocks))


def digest(message: Message, reading: str) -> str:
    """Return what makes two messages one: the same bytes, read and counted the same way."""
    head = f"{reading}\0{message.role}\0".encode("utf-8", "surrogatepass")
    return hashlib.blake2b(head + message.native, digest_size=DIGEST_BYTES).hexdigest()


def preview(blocks: Sequence[Block]) -> str:
    """Return how the first text of these blocks begins."""
    return clean(next((text for text in texts(blocks) if text.strip()), ""), PREVIEW_CHARACTERS)


def rebriefed(body: Body) -> tuple[str, list[dict[str, object]]]:
    """Return preview and brief of a body whose texts have changed; the sizes stay those of what was uploaded."""
    blocks = blocks_at(body, "")
    said = preview(blocks)
    found = [brief(block, said) for block in blocks[:BRIEF_BLOCKS]]
    sizes = [old.get("size") for old in body.brief]
    return said, [new | ({"size": size} if size else {}) for new, size in zip(found, sizes, strict=False)]


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


def brief(block: Block, said: str) -> dict[str, object]:
    """Return what a folded message shows of a block: what is empty, or what `said` tells anyhow, is left out."""
    name, pair = _name(block)
    read = list(texts([block]))[1 if isinstance(block, ToolUse) else 0 :]
    line = clean(_line("\n".join(text[: 2 * BRIEF_CHARACTERS] for text in read[:3])))
    found = {
        "name": clean(name, 120),
        "id": clean(pair, 120),
        "preview": None if line and line == _line(said) else line,
        "size": sum(len(text.encode("utf-8", "surrogatepass")) for text in read) or getattr(block, "size", 0),
        "error": isinstance(block, ToolResult) and block.is_error,
    }
    return {"kind": kind(block)} | {key: value for key, value in found.items() if value or value is None}


def begins(brief: Mapping[str, object], said: str) -> str:
    """Return how a block begins; `said` is the preview of its message."""
    line = brief.get("preview", "")
    return _line(said) if line is None else str(line)


def _line(text: str) -> str:
    return " ".join(text.split())[:BRIEF_CHARACTERS]


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
