"""Session log of Claude Code: one record a line, a tree of messages, compactions as records.

The lists come as the windows between compactions end, each followed by its compaction; side chains and other sessions
of the same file come at the end. Memory is bounded, see `claude_chain`.

Source: wire-formats 4.11 and 10.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.format import Format, Lines, LineValue
from compaction.formats.records import Note, Record, Records
from compaction.formats.sessions.branches import Entry
from compaction.formats.sessions.claude_chain import TWICE, Chain, Numbers
from compaction.formats.sessions.claude_records import (
    BOOKKEEPING,
    MESSAGES,
    SENT_ATTACHMENTS,
    boundary_of,
    entry_of,
    model_of,
    same,
)
from compaction.transcripts import Dialect

SIDE_BYTES = 32 * 1024 * 1024
"""Contents of side chains that are held; beyond it the one that was silent for the longest time is given."""


def read_lines(lines: Lines, chosen: Dialect | None) -> Records:
    """Yield the lists of the live branch, window by window, then the side chains.

    Raises: CaptureError `no-messages`, where no record is a message.
    """
    session = Session()
    for item in lines:
        if isinstance(item, Note):
            yield item
        else:
            yield from session.take(item)
    yield from session.finish()


@dataclass(slots=True)
class Session:
    """How far one file is read: its conversations, and every record by its id.

    A record that is no message stands for the one above it.
    """

    numbers: Numbers = field(default_factory=Numbers)
    index: dict[str, Entry | None] = field(default_factory=dict)
    chains: dict[str, Chain] = field(default_factory=dict)
    sides: dict[str, Chain] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    sidechains: int = 0

    def take(self, item: LineValue) -> Iterator[Record]:
        """Read one record."""
        record, at = item.value, f"line {item.line}"
        if not isinstance(record, dict) or not isinstance(record.get("type"), str):
            yield Note("unknown-record", at)
            return
        kind = str(record["type"])
        if kind in MESSAGES:
            yield from self._message(record, item.line - 1)
        elif kind == "system" and record.get("subtype") in ("compact_boundary", "microcompact_boundary"):
            yield from self._boundary(record, item.line - 1)
        else:
            yield from self._other(record, kind, at)

    def finish(self) -> Iterator[Record]:
        """Give what is still held. Raises: CaptureError `no-messages`."""
        sides = sorted(self.sides.values(), key=lambda chain: chain.born)
        for chain in (*self.chains.values(), *sides):
            yield from chain.finish()
        if not self.numbers.lists:
            raise CaptureError("no-messages", kind="messages")

    def _message(self, record: Mapping[str, object], line: int) -> Iterator[Record]:
        entry = entry_of(record, line)
        if entry is None:
            yield Note("unknown-record", f"line {line + 1}")
            return
        chain = self._chain(record, entry)
        earlier = self.index.get(entry.uuid)
        if earlier is not None and earlier.uuid == entry.uuid:
            yield Note(TWICE, f"line {line + 1}", "" if same(earlier, entry) else "another record")
            chain.repeat(entry)
            if same(earlier, entry) or not earlier.content:
                return
        if entry.synthetic:
            yield Note("synthetic-answer", f"line {line + 1}")
        yield from self._hang(record, entry, chain)
        yield from chain.add(entry, model_of(record))
        self.index[entry.uuid or f"line {line}"] = entry
        yield from self._spare()

    def _hang(self, record: Mapping[str, object], entry: Entry, chain: Chain) -> Iterator[Record]:
        parent = record.get("parentUuid")
        above = self.index.get(parent) if isinstance(parent, str) else None
        if above is not None and above.group != entry.group:
            # A task hangs under the call that began it, which stands in another conversation.
            entry.parent = chain.last
        elif not isinstance(parent, str) or parent in self.index:
            entry.parent = above
        elif chain.last is not None:
            entry.bridge = chain.last
        else:
            chain.opens_midway = True
            yield Note("start-elsewhere", f"line {entry.line + 1}")

    def _boundary(self, record: Mapping[str, object], line: int) -> Iterator[Record]:
        found = boundary_of(record, line, str(record["subtype"]))
        uuid = str(record.get("uuid"))
        mark = Entry(line, uuid, None, "system", boundary=True)
        chain = self._chain(record, mark)
        if uuid in self.index:
            yield Note(TWICE, f"line {line + 1}")
        elif found.marker == "compact_boundary":
            yield from chain.compact(found)
            self.index[uuid] = mark
        else:
            chain.window.clearings.append(found)
            self._link(record)

    def _other(self, record: Mapping[str, object], kind: str, at: str) -> Iterator[Record]:
        self._link(record)
        attachment = record.get("attachment")
        sort = attachment.get("type") if kind == "attachment" and isinstance(attachment, dict) else None
        if isinstance(sort, str) and sort in SENT_ATTACHMENTS:
            yield Note("attachment-sent", at, sort)
        elif kind not in BOOKKEEPING:
            yield Note("unknown-record", at)

    def _link(self, record: Mapping[str, object]) -> None:
        """Let a record that is no message stand for the one above it; where that is missing, for the last one."""
        uuid, parent = record.get("uuid"), record.get("parentUuid")
        if not isinstance(uuid, str) or uuid in self.index:
            return
        if isinstance(parent, str) and parent not in self.index:
            self.index[uuid] = self._chain(record, None).last
        else:
            self.index[uuid] = self.index.get(parent) if isinstance(parent, str) else None

    def _chain(self, record: Mapping[str, object], entry: Entry | None) -> Chain:
        """Return the conversation that a record belongs to."""
        if record.get("isSidechain") is True:
            return self._side(record, entry)
        session = str(record.get("sessionId"))
        parent = record.get("parentUuid") or record.get("logicalParentUuid")
        above = self.index.get(parent) if isinstance(parent, str) else None
        known = self._group_of(above)
        if known is None:
            known = self.groups.get(session)
        if known is None:
            known = session if self.groups and not isinstance(parent, str) else ""
        self.groups.setdefault(session, known)
        if known not in self.chains:
            name = "main" if not self.chains else f"session {len(self.chains) + 1}"
            self.chains[known] = Chain(name, len(self.chains), self.numbers, self.index)
        if entry is not None:
            entry.group = known
        return self.chains[known]

    def _group_of(self, entry: Entry | None) -> str | None:
        return entry.group if entry is not None and entry.group in self.chains else None

    def _side(self, record: Mapping[str, object], entry: Entry | None) -> Chain:
        agent, parent = record.get("agentId"), record.get("parentUuid") or record.get("logicalParentUuid")
        above = self.index.get(parent) if isinstance(parent, str) else None
        if isinstance(agent, str):
            group = f"side {agent}"
        elif above is not None and above.group is not None and above.group.startswith("side "):
            group = above.group
        else:
            group = f"side {record.get('uuid')}"
        if entry is not None:
            entry.group = group
        chain = self.sides.pop(group, None)
        if chain is None:
            self.sidechains += 1
            name = f"sidechain {agent if isinstance(agent, str) else self.sidechains}"
            chain = Chain(name, self.sidechains, self.numbers, self.index)
        self.sides[group] = chain  # the one touched last stands last
        return chain

    def _spare(self) -> Iterator[Record]:
        """Give the side chain that was silent for the longest time, where they hold too much."""
        while len(self.sides) > 1 and sum(chain.size for chain in self.sides.values()) > SIDE_BYTES:
            group = next(iter(self.sides))
            chain = self.sides.pop(group)
            yield from chain.finish()
            chain.drop()


FORMAT = Format(
    "claude-code-session", "Claude Code session", ("jsonl",), marks.line(marks.is_claude_code), read_lines=read_lines
)
