"""Session log of pi: a tree of entries, one a line; a compaction names the first entry that it kept.

Messages are put in the form of Chat Completions; which provider they went to is not known. At a compaction all entries
before the kept ones lose their contents, so what is held is one window; beyond the size of any request it is given in
parts.

Source: wire-formats 5.11 and 10.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.format import Format, Lines, LineValue
from compaction.formats.records import Boundary, LogPlace, MessageList, Note, Record, Records
from compaction.formats.sessions.chat import Object, answer, called, objects, said, string
from compaction.formats.sessions.lists import PART_BYTES, Standing, Turn, in_dialect, rebuilt
from compaction.formats.sessions.summaries import plain_summary, text_of
from compaction.transcripts import Dialect

KNOWN = frozenset({"session", "model_change", "thinking_level_change", "session_info", "label", "custom"})
"""Kinds of entries that are no messages."""


def read_lines(lines: Lines, chosen: Dialect | None) -> Records:
    """Yield the lists between compactions. Raises: CaptureError `no-messages`."""
    session = Session(chosen)
    for item in lines:
        if isinstance(item, Note):
            yield item
        else:
            yield from session.take(item)
    yield from session.finish()


@dataclass(slots=True, eq=False)
class Entry:
    """One entry. `kept` are the entries that a compaction kept, of which it is a mark in the tree."""

    line: int
    parent: "Entry | None"
    turn: Turn | None = None
    calls: tuple[str, ...] = ()
    call: str = ""
    compaction: "Compaction | None" = None
    gone: bool = False


@dataclass(slots=True, eq=False)
class Compaction:
    """What a compaction left: the entries that it kept. `list` waits for the list after it."""

    line: int
    kept: list[Entry] = field(repr=False)
    before_list: int | None
    before_messages: int
    text: str = field(repr=False)
    pre_tokens: int | None
    prior: str = field(repr=False)


@dataclass(slots=True)
class Session:
    """How far one file is read. First-generation files have no ids: entries then hang under the one before."""

    chosen: Dialect | None
    index: dict[str, Entry] = field(default_factory=dict)
    lines: dict[int, Entry] = field(default_factory=dict)
    last: Entry | None = None
    model: str = ""
    lists: int = 0
    count: int = 0
    size: int = 0
    compactions: int = 0
    waiting: Compaction | None = None
    prior: str = ""

    def take(self, item: LineValue) -> Iterator[Record]:
        """Read one entry."""
        value, at = item.value, f"line {item.line}"
        kind = value.get("type") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(kind, str):
            yield Note("unknown-record", at)
            return
        entry = Entry(item.line - 1, self._parent(value))
        if kind == "compaction":
            yield from self._compact(value, entry)
        else:
            message = _message(kind, value)
            if message is not None:
                yield from self._hold(entry, message)
            elif kind not in KNOWN:
                yield Note("unknown-record", at)
        self._keep(value, kind, entry)

    def finish(self) -> Iterator[Record]:
        """Give the last list. Raises: CaptureError `no-messages`."""
        yield from self._close(self.last, self._path(over=False))
        if not self.lists:
            raise CaptureError("no-messages", kind="messages")

    def _parent(self, value: Object) -> Entry | None:
        parent = value.get("parentId", self)
        if parent is self:
            return self.last
        return self.index.get(parent) if isinstance(parent, str) else None

    def _keep(self, value: Object, kind: str, entry: Entry) -> None:
        if kind == "session":
            return
        self.index[string(value.get("id")) or f"line {entry.line}"] = self.lines[entry.line] = entry
        self.last = entry
        message = value.get("message")
        named = string(message.get("model")) if isinstance(message, dict) else ""
        self.model = named or self.model

    def _hold(self, entry: Entry, message: Object) -> Iterator[Record]:
        if self.size > PART_BYTES:
            yield from self._close(entry.parent, self._path(over=False))
            self._let_go(())
        entry.turn = Turn.of(message, LogPlace(f"/lines/{entry.line}", exact=False))
        entry.calls = tuple(string(call.get("id")) for call in objects(message.get("tool_calls")))
        entry.call = string(message.get("tool_call_id"))
        self.size += len(entry.turn.data)

    def _compact(self, value: Object, entry: Entry) -> Iterator[Record]:
        path = _path_to(entry.parent)
        before = self.lists
        yield from self._close(entry.parent, self._path(over=True))
        first = self._first_kept(value)
        kept = path[path.index(first) :] if first in path else []
        text = string(value.get("summary"))
        self._let_go(kept)
        tokens = value.get("tokensBefore")
        entry.turn = Turn.of(said("user", text), LogPlace(f"/lines/{entry.line}", exact=False))
        entry.compaction = self.waiting = Compaction(
            line=entry.line,
            kept=kept,
            before_list=before if self.lists > before else None,
            before_messages=self.count if self.lists > before else 0,
            text=plain_summary(text),
            pre_tokens=tokens if isinstance(tokens, int) and not isinstance(tokens, bool) else None,
            prior=self.prior,
        )
        self.prior = entry.compaction.text or self.prior
        self.compactions += 1

    def _let_go(self, kept: Sequence[Entry]) -> None:
        """Drop the contents of all entries but the kept ones."""
        lines = {entry.line for entry in kept}
        for line, entry in self.lines.items():
            if line not in lines:
                entry.turn, entry.gone = None, True
        self.lines = {entry.line: entry for entry in kept}
        self.size = sum(len(entry.turn.data) for entry in kept if entry.turn is not None)

    def _first_kept(self, value: Object) -> Entry | None:
        place = value.get("firstKeptEntryIndex")
        if isinstance(place, int):
            return self.lines.get(place)
        return self.index.get(string(value.get("firstKeptEntryId")))

    def _path(self, *, over: bool) -> str:
        if self.compactions:
            return "after compaction" + (f" {self.compactions}" if self.compactions > 1 else "")
        return "before compaction" if over else "main"

    def _close(self, tip: Entry | None, path: str) -> Iterator[Record]:
        found = self._list(_path_to(tip), path)
        number = self.lists if found is not None else None
        if found is not None:
            self.lists, self.count = self.lists + 1, found.count
            yield found
        waiting, self.waiting = self.waiting, None
        if waiting is not None:
            yield _boundary(waiting, number)

    def _list(self, path: Sequence[Entry], name: str) -> MessageList | None:
        entries = [entry for entry in path if entry.turn is not None]
        if not entries:
            return None
        turns, dialect = in_dialect([entry.turn for entry in entries if entry.turn is not None], self.chosen)
        on_path = {entry.line for entry in path}
        return rebuilt(
            name,
            turns,
            dialect=dialect,
            shape=Dialect.OPENAI_CHAT,
            model=self.model,
            converted=True,
            standing=Standing(
                pending=_pending(entries),
                reachable=tuple(sorted(on_path)),
                unreachable=tuple(line for line in self.lines if line not in on_path),
                opens_midway=path[0].parent is not None and path[0].compaction is None,
            ),
        )


def _path_to(tip: Entry | None) -> list[Entry]:
    """Return the entries that were sent up to `tip`: from a root, or from a compaction with what it kept."""
    path: list[Entry] = []
    while tip is not None and not tip.gone:
        if tip.compaction is not None:
            return [tip, *tip.compaction.kept, *reversed(path)]
        path.append(tip)
        tip = tip.parent
    path.reverse()
    return path


def _boundary(found: Compaction, number: int | None) -> Boundary:
    kept = sum(entry.turn is not None for entry in found.kept)
    return Boundary(
        kind="explicit",
        marker="compaction entry",
        list=number,
        before_list=found.before_list,
        at=f"line {found.line + 1}",
        before_messages=found.before_messages,
        after_messages=kept + 1,
        kept_messages=kept,
        summary="readable" if found.text else "absent",
        summary_text=found.text or None,
        written_by="client",
        pre_tokens=found.pre_tokens,
        prior_text=found.prior or None,
    )


def _pending(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Return the calls of the last answer without a result, when nobody spoke after it."""
    answered: set[str] = set()
    for entry in reversed(entries):
        if entry.calls or not entry.call:
            return tuple(call for call in entry.calls if call not in answered)
        answered.add(entry.call)
    return ()


def _message(kind: str, value: Object) -> Object | None:
    match kind:
        case "custom_message":
            return said("user", text_of(value.get("content")))
        case "branch_summary":
            return said("user", string(value.get("summary")))
    message = value.get("message")
    return _spoken(message) if kind == "message" and isinstance(message, dict) else None


def _spoken(message: Object) -> Object:
    content = message.get("content")
    match message.get("role"):
        case "assistant":
            blocks = objects(content)
            thought = "\n".join(string(block.get("thinking")) for block in blocks if block.get("type") == "thinking")
            calls = [
                called(string(block.get("id")), string(block.get("name")), block.get("arguments"))
                for block in blocks
                if block.get("type") == "toolCall"
            ]
            return said("assistant", text_of(content), thought=thought, calls=calls)
        case "toolResult":
            return answer(string(message.get("toolCallId")), _content(content))
        case "bashExecution":
            return said("user", f"{string(message.get('command'))}\n{string(message.get('output'))}")
        case "branchSummary" | "compactionSummary":
            return said("user", string(message.get("summary")))
    return said("user", _content(content))


def _content(content: object) -> object:
    """Return a text, or parts where images stand beside it."""
    blocks = objects(content)
    if all(block.get("type") == "text" for block in blocks):
        return text_of(content)
    return [_part(block) for block in blocks]


def _part(block: Object) -> Object:
    match block:
        case {"type": "image", "data": str(data), "mimeType": str(kind)}:
            return {"type": "image_url", "image_url": {"url": f"data:{kind};base64,{data}"}}
    return block


FORMAT = Format("pi-session", "pi session", ("jsonl",), marks.line(marks.is_pi), read_lines=read_lines)
