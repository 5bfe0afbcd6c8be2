"""The records of a session log as a tree: which of them were sent together, and in what order.

A record hangs under its parent. Each part of an answer is a record of its own, and each tool result hangs under the
part that made the call, so a plain way up from the end misses parallel calls and results: parts of one answer are
joined by their message id, results are attached by the id of their call, wherever both hang.

Source: wire-formats 4.11 and 10.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from compaction.formats.records import LogPlace
from compaction.formats.sessions.lists import Turn, blocks_in, joined


@dataclass(slots=True, eq=False)
class Entry:
    """One message record. `line` counts from 0; `content` is exact JSON, dropped when its window is long over.

    `bridge` is the record before it in the file, where its own parent is not there. `prompt` says that a person spoke:
    it holds more than tool results. `group` names its conversation.
    """

    line: int
    uuid: str
    parent: "Entry | None"
    role: str
    key: str = "content"
    content: bytes = b""
    message_id: str = ""
    calls: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    prompt: bool = False
    summary: bool = False
    synthetic: bool = False
    boundary: bool = False
    bridge: "Entry | None" = None
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Splice:
    """The kept messages of a compaction: `head` to `tail` stand after `anchor`, wherever their lines are."""

    head: Entry
    anchor: Entry
    tail: Entry


@dataclass(slots=True)
class Records:
    """The records of one window, in file order, by what they are looked up by."""

    entries: list[Entry] = field(default_factory=list)
    answers: dict[str, list[Entry]] = field(default_factory=dict)
    results: dict[str, list[Entry]] = field(default_factory=dict)
    size: int = 0

    def add(self, entry: Entry) -> None:
        """Take the next record of the file."""
        self.entries.append(entry)
        self.size += len(entry.content)
        if entry.message_id and not entry.synthetic:
            self.answers.setdefault(entry.message_id, []).append(entry)
        for call in entry.results:
            self.results.setdefault(call, []).append(entry)

    def drop_contents(self) -> None:
        """Keep who hangs under whom, and no more."""
        for entry in self.entries:
            entry.content = b""
        self.answers, self.results, self.size = {}, {}, 0


@dataclass(frozen=True, slots=True)
class Way:
    """How to go up: whether gaps before a prompt are bridged, the summary under the boundary, and what it kept."""

    bridging: bool = False
    summary: Entry | None = None
    splice: Splice | None = None


def path_to(tip: Entry, way: Way) -> list[Entry]:
    """Return the records from the beginning of a window to `tip`: up to a summary, a boundary or a root.

    A gap is bridged in the middle of a turn, whose other half was sent for certain, and before a prompt where
    something proves that the session went on.
    """
    path: list[Entry] = []
    seen: set[int] = set()
    at: Entry | None = tip
    while at is not None and not at.boundary and id(at) not in seen and at.content:
        seen.add(id(at))
        path.append(at)
        at = None if at.summary else _above(at, way, seen)
    path.reverse()
    return path


def _above(entry: Entry, way: Way, seen: set[int]) -> Entry | None:
    parent = entry.parent
    if entry.bridge is not None and (way.bridging or not entry.prompt):
        parent = entry.bridge
    if parent is not None and parent.boundary and way.summary is not None:
        parent = way.summary
    if way.splice is None:
        return parent
    if entry is way.splice.head:
        return way.splice.anchor
    return way.splice.tail if parent is way.splice.anchor and id(way.splice.tail) not in seen else parent


def arranged(path: Sequence[Entry], windows: Sequence[Records]) -> list[list[Entry]]:
    """Return the messages of a path, each as the records that make it up."""
    answered = {call for entry in path for call in entry.results}
    taken: set[int] = set()
    messages: list[list[Entry]] = []
    for entry in path:
        if entry.synthetic or id(entry) in taken:
            continue
        parts = _parts(entry, windows)
        taken.update(id(part) for part in parts)
        messages.append(parts)
        messages += [[late] for late in _late_results(parts, answered, windows)]
    return messages


def _parts(entry: Entry, windows: Sequence[Records]) -> list[Entry]:
    if not entry.message_id:
        return [entry]
    found = [part for window in windows for part in window.answers.get(entry.message_id, ()) if part.content]
    return sorted(found, key=lambda part: part.line) or [entry]


def _late_results(parts: Sequence[Entry], answered: set[str], windows: Sequence[Records]) -> Iterator[Entry]:
    for part in parts:
        for call in part.calls:
            found = [result for window in windows for result in window.results.get(call, ()) if result.content]
            if call not in answered and found:
                answered.update(found[0].results)
                yield found[0]


def turn_of(parts: Sequence[Entry]) -> Turn:
    """Return one message with the places of its records."""
    first = parts[0]
    place = LogPlace(f"/lines/{first.line}/message")
    if len(parts) == 1:
        return Turn(b'{"role":"%b","%b":%b}' % (first.role.encode(), first.key.encode(), first.content), (place,))
    places, blocks = [], 0
    for part in parts:
        places.append(LogPlace(f"/lines/{part.line}/message", blocks))
        blocks += blocks_in(part.content)
    content = joined(part.content for part in parts)
    return Turn(b'{"role":"%b","content":%b}' % (first.role.encode(), content), tuple(places))


def pending(messages: Sequence[Sequence[Entry]]) -> tuple[str, ...]:
    """Return the calls that were still running at the end: of the last answer, when nobody spoke after it."""
    answered: set[str] = set()
    for parts in reversed(messages):
        if parts[0].role in ("assistant", "model"):
            return tuple(call for part in parts for call in part.calls if call not in answered)
        if parts[0].prompt:
            return ()
        answered.update(call for part in parts for call in part.results)
    return ()


def kept_in(path: Sequence[Entry], messages: Sequence[Sequence[Entry]], splice: Splice | None) -> int:
    """Return how many messages of the list were kept by its compaction."""
    if splice is None or not any(entry is splice.tail for entry in path):
        return 0
    places = [at for at, entry in enumerate(path) if entry is splice.head or entry is splice.tail]
    kept = {id(entry) for entry in path[places[0] : places[-1] + 1]}
    return sum(any(id(part) in kept for part in parts) for parts in messages)
