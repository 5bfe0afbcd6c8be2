"""Compactions that stand in a list themselves: blocks of one dialect, items of another. Requests repeat them; each is
told once.

Source: wire-formats 6.1, 10.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from compaction.formats.compactions.prints import DIGEST_BYTES, Print
from compaction.formats.compactions.summaries import summary_in
from compaction.formats.records import Answer, Boundary, MessageList
from compaction.transcripts import Compaction, Dialect, Message

OPAQUE = b'"encrypted_content"'


@dataclass(frozen=True, slots=True)
class Made:
    """A compaction in the answer to list `number`."""

    number: int
    at: str
    block: Compaction


@dataclass(slots=True)
class Blocks:
    """The compactions met so far. `named` are lists whose compaction a record of the capture names."""

    named: set[int] = field(default_factory=set)
    counts: dict[int, tuple[int, Dialect | None]] = field(default_factory=dict)
    _seen: set[bytes] = field(default_factory=set)
    _made: list[Made] = field(default_factory=list)

    def look(self, number: int, found: MessageList, prints: Sequence[Print], before: int | None) -> Iterator[Boundary]:
        """Yield what is new in a list; `before` is the list that a comparison found to be compacted."""
        self.counts[number] = found.count, found.dialect
        start, prior = 0, None
        for at in [at for at, one in enumerate(prints) if one.compacts]:
            message = found.messages[at]
            for block in [one for one in message.blocks if isinstance(one, Compaction)]:
                key = _key(message, block)
                if key not in self._seen:
                    self._seen.add(key)
                    yield self._boundary(number, found, message, block, (start, at, prior, before))
                start, prior = at, block.text

    def listen(self, answer: Answer) -> None:
        """Take note of the compactions in an answer; they come back in the next request."""
        if answer.list not in self.named and answer.list in self.counts:
            found = [block for block in answer.blocks if isinstance(block, Compaction)]
            self._made += [Made(answer.list, answer.at, block) for block in found]

    def unanswered(self) -> Iterator[Boundary]:
        """Yield the compactions that no request of the capture holds."""
        for made in self._made:
            count, dialect = self.counts[made.number]
            told = _told(made.block, dialect, made.at, opaque=made.block.text is None)
            yield replace(told, before_list=made.number, before_messages=count)

    def _boundary(
        self,
        number: int,
        found: MessageList,
        message: Message,
        block: Compaction,
        place: tuple[int, int, str | None, int | None],
    ) -> Boundary:
        start, at, prior, before = place
        made = next((one for one in self._made if one.block.text == block.text), None)
        if made is not None:
            self._made.remove(made)
            before = made.number
        inside = at > start or (at > 0 and before is None)
        if inside:
            before = number
        count = at - start if inside else self.counts[before][0] if before is not None else 0
        return replace(
            _told(block, found.dialect, _place(found.path, block.origin), opaque=OPAQUE in message.native),
            list=number,
            before_list=before,
            before_messages=count,
            after_messages=1 if inside else None,
            prior_text=prior,
        )


def _told(block: Compaction, dialect: Dialect | None, at: str, *, opaque: bool) -> Boundary:
    """Return what a block says by itself."""
    kind = "item" if dialect is Dialect.OPENAI_RESPONSES else "block"
    text = summary_in(block.text) if block.text and block.text.strip() else None
    return Boundary(
        kind=kind,
        marker=f"compaction {kind}",
        list=None,
        before_list=None,
        at=at,
        before_messages=None,
        after_messages=None,
        kept_messages=None,
        summary="readable" if text else "encrypted" if opaque else "absent",
        summary_text=text,
        written_by=block.written_by,
    )


def _place(path: str, origin: str) -> str:
    """Return where a block stands in the capture: its place in the list behind that of the list."""
    return path + origin[origin.find("/", 1) :]


def _key(message: Message, block: Compaction) -> bytes:
    said = message.native if block.text is None else block.text.encode("utf-8", "surrogatepass")
    return blake2b(said, digest_size=DIGEST_BYTES).digest()
