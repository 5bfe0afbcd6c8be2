"""Stream of Claude Code or its SDK (`--output-format stream-json`): records as they were printed.

The prompt and the summary of a compaction are not in it, so every list opens midway. What is held is the list since the
last compaction, and those of sub-tasks; beyond the size of any request a list is given in parts.

Source: wire-formats 5.5.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.format import Format, Lines, LineValue
from compaction.formats.records import Boundary, Note, Record, Records
from compaction.formats.sessions import branches
from compaction.formats.sessions.claude_records import TRIGGERS, entry_of, model_of
from compaction.formats.sessions.lists import PART_BYTES, Standing, rebuilt
from compaction.transcripts import Dialect

KNOWN = frozenset({"system", "result", "stream_event", "rate_limit_event", "control_request", "control_response"})


def read_lines(lines: Lines, chosen: Dialect | None) -> Records:
    """Yield the lists between compactions, then those of sub-tasks. Raises: CaptureError `no-messages`."""
    stream = Stream()
    for item in lines:
        if isinstance(item, Note):
            yield item
        else:
            yield from stream.take(item)
    yield from stream.finish()


@dataclass(slots=True)
class Part:
    """The records of one list."""

    held: branches.Records = field(default_factory=branches.Records)
    model: str = ""

    @property
    def messages(self) -> list[list[branches.Entry]]:
        """The messages, each as the records that make it up."""
        return branches.arranged(self.held.entries, (self.held,))


@dataclass(slots=True)
class Stream:
    """How far one stream is read."""

    main: Part = field(default_factory=Part)
    tasks: dict[str, Part] = field(default_factory=dict)
    lists: int = 0
    compactions: int = 0
    boundary: Boundary | None = None

    def take(self, item: LineValue) -> Iterator[Record]:
        """Read one record."""
        record, at = item.value, f"line {item.line}"
        kind = record.get("type") if isinstance(record, dict) else None
        if not isinstance(record, dict) or not isinstance(kind, str):
            yield Note("unknown-record", at)
        elif kind in ("user", "assistant"):
            yield from self._message(record, item.line)
        elif record.get("subtype") == "compact_boundary":
            yield from self._compact(record, at)
        elif kind not in KNOWN:
            yield Note("unknown-record", at)

    def finish(self) -> Iterator[Record]:
        """Give what is still held. Raises: CaptureError `no-messages`."""
        yield from self._close_main(over=False)
        for number, part in enumerate(self.tasks.values(), 1):
            yield from self._close(part, f"sub-task {number}")
        if not self.lists:
            raise CaptureError("no-messages", kind="messages")

    def _message(self, record: Mapping[str, object], line: int) -> Iterator[Record]:
        entry = entry_of(record, line - 1)
        if entry is None:
            yield Note("unknown-record", f"line {line}")
            return
        task = record.get("parent_tool_use_id")
        part = self.tasks.setdefault(task, Part()) if isinstance(task, str) else self.main
        if part.held.size > PART_BYTES:
            yield from self._close(part, "sub-task" if isinstance(task, str) else self._path(over=False))
        part.held.add(entry)
        part.model = model_of(record) or part.model

    def _compact(self, record: Mapping[str, object], at: str) -> Iterator[Record]:
        before = self.lists
        count = len(self.main.messages)
        yield from self._close_main(over=True)
        found = record.get("compact_metadata")
        metadata: Mapping[str, object] = found if isinstance(found, dict) else {}
        tokens = metadata.get("pre_tokens")
        self.compactions += 1
        self.boundary = Boundary(
            kind="explicit",
            marker="compact_boundary",
            list=None,
            before_list=before if count else None,
            at=at,
            before_messages=count,
            after_messages=None,
            kept_messages=None,
            summary="absent",
            written_by="client",
            trigger=next((word for word in TRIGGERS if metadata.get("trigger") == word), ""),
            pre_tokens=tokens if isinstance(tokens, int) and not isinstance(tokens, bool) else None,
        )

    def _path(self, *, over: bool) -> str:
        if self.compactions:
            return "after boundary" + (f" {self.compactions}" if self.compactions > 1 else "")
        return "before boundary" if over else "main"

    def _close_main(self, *, over: bool) -> Iterator[Record]:
        boundary, self.boundary = self.boundary, None
        before = self.lists
        yield from self._close(self.main, self._path(over=over))
        if boundary is not None:
            yield replace(boundary, list=before if self.lists > before else None)

    def _close(self, part: Part, path: str) -> Iterator[Record]:
        """Give the list of a part, and begin it anew."""
        messages = part.messages
        if not messages:
            return
        self.lists += 1
        lines = sorted({entry.line for parts in messages for entry in parts})
        yield rebuilt(
            path,
            [branches.turn_of(parts) for parts in messages],
            dialect=Dialect.ANTHROPIC,
            model=part.model,
            standing=Standing(
                pending=branches.pending(messages), reachable=tuple(lines), unreachable=(), opens_midway=True
            ),
        )
        part.held = branches.Records()


FORMAT = Format(
    "claude-stream-json",
    "Claude Code stream",
    ("jsonl",),
    marks.line(marks.is_claude_stream),
    read_lines=read_lines,
)
