"""Events of OpenHands, newer and older: a list, one a line, or a single one; a condensation names what is forgotten.

Events are put in the form of Chat Completions; which provider they went to is not known. What is held is the list as it
stands.

Source: wire-formats 5.9.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.decoding import Elements
from compaction.formats.format import Format, Lines
from compaction.formats.records import Boundary, LogPlace, MessageList, Note, Record, Records
from compaction.formats.sessions.chat import Object, answer, called, objects, said, string
from compaction.formats.sessions.lists import Standing, Turn, in_dialect, rebuilt
from compaction.formats.sessions.summaries import text_of
from compaction.transcripts import Dialect

UNSENT = frozenset(
    {
        "ConversationStateUpdateEvent",
        "ConversationErrorEvent",
        "CondensationRequest",
        "PauseEvent",
        "TokenEvent",
        "LLMCompletionLogEvent",
    }
)
UNSENT_ACTIONS = frozenset({"change_agent_state", "recall", "condensation_request", "null"})
UNSENT_OBSERVATIONS = frozenset({"agent_state_changed", "recall", "null"})
MOST = 1_000_000
"""Events that a range may name; more stand in no file."""

RESULTS = frozenset({"ObservationEvent", "AgentErrorEvent", "UserRejectObservation"})


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read a list of events, or a single one. Raises: CaptureError `no-messages`."""
    history = History(chosen)
    if isinstance(value, Elements):
        for at, event in enumerate(value):
            yield from history.take(event, f"/{at}", ())
    else:
        yield from history.take(value, "", ())
    yield from history.finish()


def read_lines(lines: Lines, chosen: Dialect | None) -> Records:
    """Yield the lists between condensations. Raises: CaptureError `no-messages`."""
    history = History(chosen)
    for item in lines:
        if isinstance(item, Note):
            yield item
        else:
            place = LogPlace(f"/lines/{item.line - 1}", exact=False)
            yield from history.take(item.value, f"line {item.line}", (place,))
    yield from history.finish()


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """One event that was sent. Calls that came in one answer share `answer`, the id of that."""

    id: str
    message: Object = field(repr=False)
    places: tuple[LogPlace, ...]
    answer: str = ""


@dataclass(slots=True)
class History:
    """The list as it stands, and the condensation that it came from."""

    chosen: Dialect | None
    events: list[Event] = field(default_factory=list)
    lists: int = 0
    condensations: int = 0
    waiting: Boundary | None = None
    prior: str = ""

    def take(self, event: object, at: str, places: tuple[LogPlace, ...]) -> Iterator[Record]:
        """Read one event."""
        if not isinstance(event, dict):
            yield Note("unknown-record", at)
            return
        condensation = _condensation(event)
        if condensation is not None:
            yield from self._condense(condensation, at, places)
            return
        message = _message(event)
        if message is not None:
            # Ids of older events are numbers.
            self.events.append(Event(str(event.get("id")), message, places, string(event.get("llm_response_id"))))
        elif not _is_unsent(event):
            yield Note("unknown-record", at)

    def finish(self) -> Iterator[Record]:
        """Give the last list. Raises: CaptureError `no-messages`."""
        yield from self._close("after condensation" if self.condensations else "main")
        if not self.lists:
            raise CaptureError("no-messages", kind="messages")

    def _condense(self, found: Mapping[str, object], at: str, places: tuple[LogPlace, ...]) -> Iterator[Record]:
        before = self.lists
        count = len(_joined(self.events))
        yield from self._close("after condensation" if self.condensations else "before condensation")
        forgotten = _forgotten(found)
        self.events = [event for event in self.events if event.id not in forgotten]
        kept = len(_joined(self.events))
        text = string(found.get("summary"))
        if text:
            offset = found.get("summary_offset")
            place = offset if isinstance(offset, int) and offset >= 0 else len(self.events)
            self.events.insert(place, Event("", said("user", text), places))
        self.waiting = Boundary(
            kind="explicit",
            marker="Condensation",
            list=None,
            before_list=before if count else None,
            at=at,
            before_messages=count,
            after_messages=kept + bool(text),
            kept_messages=kept,
            summary="readable" if text else "absent",
            summary_text=text or None,
            written_by="client",
            prior_text=self.prior or None,
        )
        self.condensations += 1
        self.prior = text or self.prior

    def _close(self, path: str) -> Iterator[Record]:
        number: int | None = None
        waiting, self.waiting = self.waiting, None
        if self.events:
            number = self.lists
            self.lists += 1
            more = self.condensations > 1
            yield self._list(f"{path} {self.condensations}" if more else path)
        if waiting is not None:
            yield replace(waiting, list=number)

    def _list(self, path: str) -> MessageList:
        turns, dialect = in_dialect(_joined(self.events), self.chosen)
        return rebuilt(
            path,
            turns,
            dialect=dialect,
            shape=Dialect.OPENAI_CHAT,
            converted=True,
            standing=Standing(pending=_pending(self.events)),
        )


def _joined(events: Iterable[Event]) -> list[Turn]:
    """Return the messages; calls of one answer are one message."""
    groups: dict[object, list[Event]] = {}
    for event in events:
        groups.setdefault(event.answer or event, []).append(event)
    return [_turn(group) for group in groups.values()]


def _turn(group: list[Event]) -> Turn:
    first = group[0]
    message = dict(first.message)
    if len(group) > 1:
        message["tool_calls"] = [call for event in group for call in objects(event.message.get("tool_calls"))]
    return Turn.of(message, *first.places)


def _pending(events: list[Event]) -> tuple[str, ...]:
    """Return the calls at the end without a result."""
    answered: set[str] = set()
    waiting: list[str] = []
    for event in reversed(events):
        calls = [string(call.get("id")) for call in objects(event.message.get("tool_calls"))]
        if event.message.get("role") != "tool" and not calls:
            break
        answered.add(string(event.message.get("tool_call_id")))
        waiting += [call for call in calls if call not in answered]
    return tuple(reversed(waiting))


def _condensation(event: Object) -> Object | None:
    if event.get("kind") == "Condensation":
        return event
    arguments = event.get("args")
    return arguments if event.get("action") == "condensation" and isinstance(arguments, dict) else None


def _forgotten(found: Object) -> frozenset[str]:
    """Return the ids of forgotten events: listed, or all between two numbers."""
    match found:
        case {"forgotten_event_ids": list(ids)}:
            return frozenset(map(str, ids))
        case {"forgotten_events_start_id": int(start), "forgotten_events_end_id": int(end)} if end - start < MOST:
            return frozenset(map(str, range(start, end + 1)))
    return frozenset()


def _message(event: Object) -> Object | None:
    kind = string(event.get("kind"))
    if kind == "SystemPromptEvent":
        return said("system", text_of(event.get("system_prompt")))
    if kind == "MessageEvent":
        spoken = event.get("llm_message")
        given = spoken if isinstance(spoken, dict) else {}
        return said(string(given.get("role")) or "user", text_of(given.get("content")))
    if kind == "ActionEvent":
        return _action(event)
    if kind in RESULTS:
        content = event.get("observation")
        text = text_of(content.get("content")) if isinstance(content, dict) else ""
        told = text or string(event.get("error")) or string(event.get("rejection_reason"))
        return answer(string(event.get("tool_call_id")), told)
    return _older(event)


def _action(event: Object) -> Object:
    call = event.get("tool_call")
    given: Object = call if isinstance(call, dict) else {}
    thought = "\n".join(string(block.get("thinking")) for block in objects(event.get("thinking_blocks")))
    made = called(
        string(event.get("tool_call_id")) or string(given.get("id")),
        string(event.get("tool_name")) or string(given.get("name")),
        given.get("arguments", {}),
    )
    return said("assistant", text_of(event.get("thought")), thought=thought, calls=[made])


def _older(event: Object) -> Object | None:
    found = event.get("args")
    arguments: Object = found if isinstance(found, dict) else {}
    match event:
        case {"action": "system"}:
            return said("system", string(arguments.get("content")))
        case {"action": "message", **rest}:
            role = "user" if rest.get("source") == "user" else "assistant"
            return said(role, string(arguments.get("content")) or string(event.get("message")))
        case {"action": str(name), "source": "agent"} if name not in UNSENT_ACTIONS:
            made = called(_call_id(event, event.get("id")), _name(event) or name, json.dumps(arguments))
            return said("assistant", string(arguments.get("thought")), calls=[made])
        case {"observation": str(name), **rest} if name not in UNSENT_OBSERVATIONS:
            return answer(_call_id(event, rest.get("cause")), string(rest.get("content")))
    return None


def _call_id(event: Object, other: object) -> str:
    metadata = event.get("tool_call_metadata")
    named = string(metadata.get("tool_call_id")) if isinstance(metadata, dict) else ""
    return named or f"event-{other}"


def _name(event: Object) -> str:
    metadata = event.get("tool_call_metadata")
    return string(metadata.get("function_name")) if isinstance(metadata, dict) else ""


def _is_unsent(event: Object) -> bool:
    quiet = string(event.get("action")) in UNSENT_ACTIONS or string(event.get("observation")) in UNSENT_OBSERVATIONS
    return string(event.get("kind")) in UNSENT or quiet


FORMAT = Format(
    "openhands-events",
    "OpenHands events",
    ("json", "jsonl"),
    marks.either(marks.line(marks.is_openhands_line), marks.items(marks.is_openhands_item)),
    read_document,
    read_lines,
)
