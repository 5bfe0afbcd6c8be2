"""Recorded chat of Gemini CLI: one document, or a line for each message and each change of what stands above it.

A recorded message holds calls together with their results, so it becomes a turn of the model and one of the user. What
is held is the list as it stands; a compression shows as a whole new list.

Source: wire-formats 5.2 and 10.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.format import Format, Lines
from compaction.formats.json_text import quote
from compaction.formats.records import Boundary, LogPlace, Note, Record, Records
from compaction.formats.sessions.lists import Standing, Turn, rebuilt
from compaction.formats.sessions.summaries import plain_summary, text_of
from compaction.transcripts import Dialect

SPEAKERS = frozenset({"user", "gemini"})
UNSENT = frozenset({"info", "error", "warning"})
SNAPSHOT = "<state_snapshot>"

Object = Mapping[str, object]


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read the one list. Raises: CaptureError `no-messages`."""
    messages = value.get("messages") if isinstance(value, dict) else None
    if not isinstance(messages, list):
        raise CaptureError("no-messages", kind="messages", found=quote(value if isinstance(value, dict) else ()))
    chat = Chat()
    for at, record in enumerate(messages):
        yield from chat.put(record, f"/messages/{at}", ())
    yield chat.list("/messages")


def read_lines(lines: Lines, chosen: Dialect | None) -> Records:
    """Yield a list for each time that it was replaced as a whole, and the last one.

    Raises: CaptureError `no-messages`.
    """
    chat = Chat()
    for item in lines:
        if isinstance(item, Note):
            yield item
        else:
            yield from chat.take(item.value, item.line)
    yield from chat.finish()


@dataclass(frozen=True, slots=True)
class Replaced:
    """A new list, and what stood before it."""

    line: int
    before: Sequence[Turn] = field(repr=False)
    after: Sequence[Turn] = field(repr=False)
    text: str = field(repr=False)


@dataclass(slots=True)
class Chat:
    """The list as it stands: the turns of each message, by its id, in order."""

    turns: dict[str, list[Turn]] = field(default_factory=dict)
    running: dict[str, tuple[str, ...]] = field(default_factory=dict)
    model: str = ""
    lists: int = 0
    compressions: int = 0
    replaced: Replaced | None = None
    prior: str = ""

    def take(self, record: object, line: int) -> Iterator[Record]:
        """Read one line: what the chat is, a message, or a change."""
        match record:
            case {"$rewindTo": target}:
                self._rewind(target)
            case {"$set": {"messages": list(messages)}}:
                yield from self._set(messages, line)
            case {"$set": _} | {"sessionId": _, "projectHash": _}:
                return
            case _:
                yield from self.put(record, f"line {line}", (LogPlace(f"/lines/{line - 1}", exact=False),))

    def put(self, record: object, at: str, places: tuple[LogPlace, ...]) -> Iterator[Note]:
        """Add a message, or put its newer version in the place of the older."""
        kind = _string(record.get("type")) if isinstance(record, dict) else ""
        if not isinstance(record, dict) or kind not in SPEAKERS | UNSENT:
            yield Note("unknown-record", at)
        elif kind in SPEAKERS:
            key = record.get("id")
            name = key if isinstance(key, str) else at
            self.turns[name] = [Turn.of(message, *places) for message in _messages(record)]
            self.running[name] = tuple(_running(record))
            self.model = _string(record.get("model")) or self.model

    def list(self, path: str) -> Record:
        """Return the list as it stands."""
        self.lists += 1
        last = next(reversed(self.running.values()), ())
        return rebuilt(
            path,
            [turn for turns in self.turns.values() for turn in turns],
            dialect=Dialect.GEMINI,
            model=self.model,
            converted=True,
            standing=Standing(pending=last),
        )

    def finish(self) -> Iterator[Record]:
        """Give the last list. Raises: CaptureError `no-messages`."""
        if not self.turns and not self.lists:
            raise CaptureError("no-messages", kind="messages")
        yield self.list(self._path())
        yield from self._boundary()

    def _rewind(self, target: object) -> None:
        names = list(self.turns)
        start = names.index(target) if isinstance(target, str) and target in self.turns else 0
        for name in names[start:]:
            del self.turns[name], self.running[name]

    def _set(self, messages: Sequence[object], line: int) -> Iterator[Record]:
        before = [turn for turns in self.turns.values() for turn in turns]
        snapshot = next((text for one in messages if SNAPSHOT in (text := _text(one))), "")
        if before and snapshot:
            yield self.list(self._path(over=True))
            yield from self._boundary()
        self.turns, self.running = {}, {}
        place = LogPlace(f"/lines/{line - 1}", exact=False)
        for at, message in enumerate(messages):
            yield from self.put(message, f"line {line} /$set/messages/{at}", (place,))
        if snapshot:
            after = [turn for turns in self.turns.values() for turn in turns]
            self.compressions += 1
            self.replaced = Replaced(line, before, after, plain_summary(snapshot))

    def _path(self, *, over: bool = False) -> str:
        if self.compressions:
            return "after $set" + (f" {self.compressions}" if self.compressions > 1 else "")
        return "before $set" if over else "main"

    def _boundary(self) -> Iterator[Record]:
        replaced, self.replaced = self.replaced, None
        if replaced is None:
            return
        known = {turn.data for turn in replaced.before}
        yield Boundary(
            kind="explicit",
            marker="$set.messages with state_snapshot",
            list=self.lists - 1,
            before_list=self.lists - 2 if replaced.before else None,
            at=f"line {replaced.line}",
            before_messages=len(replaced.before),
            after_messages=len(replaced.after),
            kept_messages=sum(turn.data in known for turn in replaced.after),
            summary="readable" if replaced.text else "absent",
            summary_text=replaced.text or None,
            written_by="client",
            prior_text=self.prior or None,
        )
        self.prior = replaced.text or self.prior


def _messages(record: Object) -> Iterator[Object]:
    """Yield the messages of one record: what was said with its calls, then their results."""
    calls = [call for call in _list(record.get("toolCalls")) if isinstance(call, dict)]
    said = _parts(record.get("content"))
    asked = [{"functionCall": {name: call[name] for name in ("id", "name", "args") if name in call}} for call in calls]
    if said or asked or record.get("type") == "user":
        yield {"role": "model" if record.get("type") == "gemini" else "user", "parts": [*said, *asked]}
    answers = [part for call in calls for part in _answers(call)]
    if answers:
        yield {"role": "user", "parts": answers}


def _parts(content: object) -> list[object]:
    match content:
        case str():
            return [{"text": content}] if content else []
        case list():
            return [{"text": part} if isinstance(part, str) else part for part in content]
        case dict():
            return [content]
    return []


def _answers(call: Object) -> list[object]:
    match call.get("result"):
        case None:
            return []
        case list() as parts:
            return list(parts)
        case dict() as part if "functionResponse" in part:
            return [part]
        case output:
            named = {name: call[name] for name in ("id", "name") if name in call}
            return [{"functionResponse": {**named, "response": {"output": output}}}]


def _running(record: Object) -> Iterator[str]:
    for call in _list(record.get("toolCalls")):
        if isinstance(call, dict) and call.get("result") is None:
            yield _string(call.get("id"))


def _text(record: object) -> str:
    return text_of(record.get("content")) if isinstance(record, dict) else ""


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


FORMAT = Format(
    "gemini-cli-session",
    "Gemini CLI session",
    ("json", "jsonl"),
    marks.either(marks.document(marks.is_gemini_cli), marks.line(marks.is_gemini_cli_line)),
    read_document,
    read_lines,
)
