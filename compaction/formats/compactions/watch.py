"""A stream of records -> the same with the compactions that nothing in the capture names.

Of earlier lists only digests are held.

Source: wire-formats 6.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from compaction.formats.compactions.blocks import Blocks
from compaction.formats.compactions.clearing import find_cleared
from compaction.formats.compactions.conversations import Chain, Conversations, Listed, listed
from compaction.formats.compactions.evidence import Find, compare
from compaction.formats.compactions.prints import Prints
from compaction.formats.compactions.summaries import asks_for_summary, summary_in
from compaction.formats.records import Answer, Boundary, MessageList, Note, Records

APART = frozenset({"batch-jsonl", "pair", "sse-transcript"})
"""Formats whose lists do not follow each other, or that name their compactions themselves."""

ANSWERS = 8
"""Answers to requests for a summary that are remembered, the latest."""


def watched(format: str, records: Records) -> Records:
    """Yield the records, and behind each list the compaction that it shows; one that is named is told once."""
    if format in APART:
        yield from records
        return
    watch = Watch()
    held: list[Boundary] = []
    for record in records:
        match record:
            case Boundary():
                held = [one for one in held if one.list != record.list]
                watch.hear(record)
            case Note():
                pass
            case _:
                yield from held
                held = []
        yield record
        match record:
            case MessageList():
                held = list(watch.look(record))
            case Answer():
                watch.listen(record)
    yield from held
    yield from watch.blocks.unanswered()


@dataclass(slots=True)
class Watch:
    """What is known of a capture up to a record."""

    lists: int = 0
    prints: Prints = field(default_factory=Prints)
    conversations: Conversations = field(default_factory=Conversations)
    blocks: Blocks = field(default_factory=Blocks)
    answers: list[str] = field(default_factory=list)
    _asked: set[int] = field(default_factory=set)

    def look(self, found: MessageList) -> Iterator[Boundary]:
        """Yield the compactions that a list shows. A log that was put together again names its own."""
        number = self.lists
        self.lists += 1
        if found.reconstructed or found.response_only or not found.count:
            return
        prints = self.prints.of(found.messages)
        later = listed(number, found, prints)
        asks = asks_for_summary(found.messages[-1])
        chain = self.conversations.continued(later)
        boundary = None
        if chain is None:
            chain, boundary = self._begin(found, later, asks=asks)
        else:
            chain.go_on(later, asks=asks)
            self.conversations.touch(chain)
        before = boundary.before_list if boundary else None
        shown = list(self.blocks.look(number, found, prints, before))
        yield from shown or ([boundary] if boundary else [])

    def hear(self, boundary: Boundary) -> None:
        """Take note of a compaction that the capture names."""
        if boundary.before_list is not None:
            self.blocks.named.add(boundary.before_list)
        chain = self.conversations.of(boundary.list) if boundary.list is not None else None
        if chain is not None:
            chain.summary = boundary.summary_text

    def listen(self, answer: Answer) -> None:
        """Take note of the answer to a request for a summary, and of a compaction in an answer."""
        chain = self.conversations.of(answer.list)
        if chain is not None and chain.asks:
            chain.answer = answer.text
            self.answers = [*self.answers, answer.text][-ANSWERS:]
        self.blocks.listen(answer)

    def _begin(self, found: MessageList, later: Listed, *, asks: bool) -> tuple[Chain, Boundary | None]:
        """Begin a conversation, or find that it is an earlier one, compacted or edited."""
        candidates = self.conversations.candidates(later)
        for chain in candidates:
            cleared = find_cleared(chain.last, later)
            if cleared is not None:
                boundary = _clearing(chain.last, later, cleared.words, cleared.messages, found)
                chain.go_on(later, asks=asks)
                self.conversations.touch(chain)
                return chain, boundary
        finds = [compare(chain, later, found.messages, self.answers) for chain in candidates]
        best = max([one for one in finds if one], key=lambda one: one.strength, default=None)
        chain = Chain(later, later.system, asks=asks, aside=asks)
        self.conversations.begin(chain)
        if best is None:
            return chain, None
        chain.summary = summary_in(best.summary) if best.summary else None
        return chain, _compaction(best, later, chain.summary, found)


def _compaction(found: Find, later: Listed, summary: str | None, source: MessageList) -> Boundary:
    return Boundary(
        kind="by-comparison",
        marker=found.marker,
        list=later.number,
        before_list=found.chain.last.number,
        at=record_of(source.path),
        before_messages=found.chain.replaced,
        after_messages=later.count,
        kept_messages=found.kept,
        summary="readable" if summary else "absent",
        summary_text=summary,
        written_by="client",
        prior_text=found.chain.summary,
    )


def _clearing(earlier: Listed, later: Listed, marker: str, messages: int, source: MessageList) -> Boundary:
    return Boundary(
        kind="clearing",
        marker=marker,
        list=later.number,
        before_list=earlier.number,
        at=record_of(source.path),
        before_messages=earlier.count,
        after_messages=later.count,
        kept_messages=len(earlier.keys) - messages,
        summary="absent",
        written_by="client",
    )


def record_of(path: str) -> str:
    """Return the place of the record that holds a list: `line 4` of `line 4 /request/body/messages`."""
    if path.startswith(("line ", "row ")):
        return " ".join(path.split(" ")[:2])
    record, blank, _ = path.partition(" ")
    steps = record.split("/")
    number = next((at for at, step in enumerate(steps) if step.isdecimal()), None)
    return record if blank or number is None else "/".join(steps[: number + 1])
