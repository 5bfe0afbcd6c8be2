"""Export of a session of opencode: one document, in which a tool part holds a call together with its result.

Messages are put in the form of the Messages API; a summary follows the user message that asked for it.

Source: wire-formats 5.3.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.format import Format
from compaction.formats.records import Boundary, Note, Record, Records
from compaction.formats.sessions.lists import Standing, Turn, rebuilt
from compaction.formats.sessions.summaries import plain_summary
from compaction.transcripts import Dialect

CLEARED = "[Old tool result content cleared]"
UNSENT = frozenset({"step-start", "step-finish", "snapshot", "patch", "agent", "retry", "subtask", "compaction"})
ENDED = frozenset({"completed", "error"})

Object = Mapping[str, object]


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read the lists between compactions. Raises: CaptureError `no-messages`."""
    messages = value.get("messages") if isinstance(value, dict) else value
    if not isinstance(messages, list) or not messages:
        raise CaptureError("no-messages", kind="messages")
    base = "/messages" if isinstance(value, dict) else ""
    export = Export(chosen)
    for at, message in enumerate(messages):
        yield from export.take(message, f"{base}/{at}")
    yield from export.finish(base)


@dataclass(frozen=True, slots=True)
class Asked:
    """A message that asks for a compaction."""

    at: str
    trigger: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A compaction whose list is being read."""

    at: str
    trigger: str
    before_list: int | None
    before_messages: int
    text: str = field(repr=False)


@dataclass(slots=True)
class Export:
    """How far one session is read."""

    chosen: Dialect | None
    turns: list[Turn] = field(default_factory=list)
    running: tuple[str, ...] = ()
    named: Dialect | None = None
    model: str = ""
    lists: int = 0
    compactions: int = 0
    asked: Asked | None = None
    summary: Summary | None = None
    prior: str = ""

    def take(self, message: object, at: str) -> Iterator[Record]:
        """Read one message."""
        info = message.get("info") if isinstance(message, dict) else None
        if not isinstance(message, dict) or not isinstance(info, dict) or info.get("role") not in ("user", "assistant"):
            yield Note("unknown-record", at)
            return
        parts = [part for part in _list(message.get("parts")) if isinstance(part, dict)]
        yield from _notes(parts, at)
        asked = next((part for part in parts if part.get("type") == "compaction"), None)
        if asked is not None:
            self.asked = Asked(at, "auto" if asked.get("auto") is True else "manual")
        if info["role"] == "assistant":
            self._name(info)
            if info.get("summary") is True:
                yield from self._compact(at, parts)
        self._add(str(info["role"]), parts)

    def finish(self, base: str) -> Iterator[Record]:
        """Give the last list."""
        yield from self._close(base if not self.compactions else self._after())

    def _name(self, info: Object) -> None:
        model = info.get("modelID")
        self.model = model if isinstance(model, str) else self.model
        if info.get("providerID") == "anthropic" or "claude" in self.model:
            self.named = Dialect.ANTHROPIC

    def _compact(self, at: str, parts: Sequence[Object]) -> Iterator[Record]:
        count = len(self.turns)
        yield from self._close(self._after() if self.compactions else "before compaction")
        asked = self.asked or Asked(at, "")
        text = plain_summary("\n".join(str(part["text"]) for part in parts if _sent_text(part)))
        self.summary = Summary(asked.at, asked.trigger, self.lists - 1 if count else None, count, text)
        self.compactions += 1
        self.turns, self.running, self.asked = [], (), None

    def _add(self, role: str, parts: Sequence[Object]) -> None:
        said = [block for part in parts for block in _said(part)]
        results = [block for part in parts for block in _result(part)]
        if said:
            self.turns.append(Turn.of({"role": role, "content": said}))
        if results:
            self.turns.append(Turn.of({"role": "user", "content": results}))
        if said or results:
            self.running = tuple(str(part.get("callID")) for part in parts if _runs(part))

    def _after(self) -> str:
        return "after compaction" + (f" {self.compactions}" if self.compactions > 1 else "")

    def _close(self, path: str) -> Iterator[Record]:
        number: int | None = None
        if self.turns or not self.lists:
            number = self.lists
            self.lists += 1
            yield rebuilt(
                path,
                self.turns,
                dialect=self.chosen if self.chosen is Dialect.ANTHROPIC else self.named,
                shape=Dialect.ANTHROPIC,
                model=self.model,
                converted=True,
                standing=Standing(pending=self.running, opens_midway=self.summary is not None),
            )
        if self.summary is not None:
            yield _boundary(self.summary, number, self.prior)
            self.prior, self.summary = self.summary.text or self.prior, None


def _boundary(found: Summary, number: int | None, prior: str) -> Boundary:
    return Boundary(
        kind="explicit",
        marker="compaction part and summary message",
        list=number,
        before_list=found.before_list,
        at=found.at,
        before_messages=found.before_messages,
        after_messages=1 if found.text else 0,
        kept_messages=0,
        summary="readable" if found.text else "absent",
        summary_text=found.text or None,
        written_by="client",
        trigger=found.trigger,
        prior_text=prior or None,
    )


def _notes(parts: Sequence[Object], at: str) -> Iterator[Note]:
    for number, part in enumerate(parts):
        state = part.get("state")
        if isinstance(state, dict) and state.get("output") == CLEARED:
            yield Note("output-cleared", f"{at}/parts/{number}")
        elif _text(part.get("type")) not in UNSENT | {"text", "reasoning", "tool", "file"}:
            yield Note("unknown-record", f"{at}/parts/{number}")


def _sent_text(part: Object) -> bool:
    return part.get("type") == "text" and isinstance(part.get("text"), str) and part.get("ignored") is not True


def _said(part: Object) -> Iterator[Object]:
    match part:
        case {"type": "text", "text": str(text)} if _sent_text(part) and text:
            yield {"type": "text", "text": text}
        case {"type": "reasoning", "text": str(text)}:
            yield {"type": "thinking", "thinking": text}
        case {"type": "tool", "callID": str(call), "tool": str(name), "state": {**state}}:
            yield {"type": "tool_use", "id": call, "name": name, "input": state.get("input") or {}}
        case {"type": "file", "url": str(url), **rest}:
            kind = "image" if str(rest.get("mime")).startswith("image/") else "document"
            yield {"type": kind, "source": _source(url)}


def _source(url: str) -> Object:
    head, comma, data = url.partition(",")
    if comma and head.startswith("data:") and head.endswith(";base64"):
        return {"type": "base64", "media_type": head[len("data:") : -len(";base64")], "data": data}
    return {"type": "url", "url": url}


def _result(part: Object) -> Iterator[Object]:
    match part:
        case {"type": "tool", "callID": str(call), "state": {"status": "completed", **state}}:
            yield {"type": "tool_result", "tool_use_id": call, "content": _text(state.get("output"))}
        case {"type": "tool", "callID": str(call), "state": {"status": "error", **state}}:
            failed = _text(state.get("error")) or "error"
            yield {"type": "tool_result", "tool_use_id": call, "content": failed, "is_error": True}


def _runs(part: Object) -> bool:
    state = part.get("state")
    return part.get("type") == "tool" and isinstance(state, dict) and _text(state.get("status")) not in ENDED


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


FORMAT = Format(
    "opencode-export",
    "opencode export",
    ("json",),
    marks.either(marks.document(marks.is_opencode), marks.items(marks.is_opencode_item)),
    read_document,
)
