"""Rollout of Codex CLI: one record a line, each item of the list as it was sent, compactions as records.

A compaction replaces the whole list, so what is held is one window; beyond the size of any request it is given in
parts.

Source: wire-formats 4.12 and 10.
"""

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.decoding import Elements, Members
from compaction.formats.format import Format, Lines, LineValue
from compaction.formats.records import Boundary, LogPlace, Note, Record, Records
from compaction.formats.sessions.lists import PART_BYTES, Standing, Turn, rebuilt
from compaction.formats.sessions.summaries import opens_summary, plain_summary, spoken
from compaction.limits import MAX_MESSAGES
from compaction.transcripts import Dialect

WRAPPED = frozenset({"session_meta", "response_item", "compacted", "turn_context", "event_msg", "world_state"})
KNOWN = frozenset({"session_meta", "turn_context", "world_state", "inter_agent_communication_metadata"})
"""Records that hold no item: options, and what a session began with."""

UNSENT = frozenset({"ghost_snapshot"})
COMPACTIONS = frozenset({"compaction", "compaction_summary"})
USER_CHARACTERS = 80_000
"""Of the earlier user messages, what older versions kept beside the summary: 20,000 tokens at four characters each."""

NO_PROMPTS = ("<environment_context>", "<user_instructions>", "# AGENTS.md")
"""How user messages begin that the tool writes; they begin no turn."""


def read_lines(lines: Lines, chosen: Dialect | None) -> Records:
    """Yield the lists of the windows, each followed by the compaction that it came from.

    Raises: CaptureError `no-messages`, where no record is an item.
    """
    rollout = Rollout()
    for item in lines:
        if isinstance(item, Note):
            yield item
        else:
            yield from rollout.take(item)
    yield from rollout.finish()


@dataclass(frozen=True, slots=True)
class Item:
    """One item, its exact JSON, and its place; `line` counts from 0."""

    value: Mapping[str, object] = field(repr=False)
    data: bytes = field(repr=False)
    place: LogPlace
    line: int

    @property
    def kind(self) -> str:
        """The type of the item; a message may leave it out."""
        kind = self.value.get("type")
        return kind if isinstance(kind, str) else "message"

    @property
    def of_user(self) -> bool:
        """Whether it is a message with the role user."""
        return self.kind == "message" and self.value.get("role") == "user"

    @property
    def prompt(self) -> bool:
        """Whether a person spoke."""
        return self.of_user and not spoken(self.value).lstrip().startswith(NO_PROMPTS)


@dataclass(frozen=True, slots=True)
class Replaced:
    """A compaction whose window is being read. `boundary` lacks only the list after it."""

    line: int
    before_list: int | None
    before_messages: int
    after_messages: int
    kept_messages: int
    summary: str
    text: str
    prior: str
    pre_tokens: int | None


@dataclass(slots=True)
class Rollout:
    """How far one file is read."""

    items: list[Item] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    size: int = 0
    lists: int = 0
    windows: int = 1
    part: int = 0
    part_messages: int = 0
    replaced: Replaced | None = None
    prior: str = ""
    model: str = ""
    tokens: int | None = None
    unannounced: int = 0
    announced: deque[int] = field(default_factory=deque)

    def take(self, item: LineValue) -> Iterator[Record]:
        """Read one record, wrapped or a bare item of older files."""
        record, line = item.value, item.line - 1
        payload = record.get("payload") if isinstance(record, dict) else None
        if not isinstance(record, Members):
            yield Note("unknown-record", f"line {item.line}")
        elif not isinstance(payload, Members):
            yield from self._bare(record, line)
        elif record.get("type") == "response_item":
            yield from self._add(Item(payload, payload.data, LogPlace(f"/lines/{line}/payload"), line))
        elif record.get("type") == "compacted":
            yield from self._compact(payload, line)
        elif record.get("type") == "event_msg":
            self._event(payload, line)
        elif _text(record.get("type")) not in KNOWN:
            yield Note("unknown-record", f"line {item.line}")
        else:
            self.model = _text(payload.get("model")) or self.model

    def finish(self) -> Iterator[Record]:
        """Give the last window. Raises: CaptureError `no-messages`."""
        yield from self._close()
        for line in self.announced:
            yield Note("compaction-announced", f"line {line + 1}")
        if not self.lists:
            raise CaptureError("no-messages", kind="messages")

    def _bare(self, record: Members, line: int) -> Iterator[Record]:
        if isinstance(record.get("type"), str) and record["type"] not in WRAPPED:
            yield from self._add(Item(record, record.data, LogPlace(f"/lines/{line}"), line))
        elif not marks.is_codex(record) and "record_type" not in record:
            yield Note("unknown-record", f"line {line + 1}")

    def _add(self, item: Item) -> Iterator[Record]:
        if item.kind in UNSENT:
            return
        full = self.size > PART_BYTES or len(self.items) >= MAX_MESSAGES
        if full and (item.prompt or self.size > 2 * PART_BYTES):
            self.part = self.part or 1
            messages = len(self.items)
            yield from self._close()
            self.part, self.part_messages = self.part + 1, self.part_messages + messages
            self._replace([])
        self.items.append(item)
        self.size += len(item.data)

    def _event(self, payload: Mapping[str, object], line: int) -> None:
        match payload:
            case {"type": "thread_rolled_back", "num_turns": int(turns)} if turns > 0:
                prompts = [at for at, item in enumerate(self.items) if item.prompt][-turns:]
                self._roll_back(prompts[0] if prompts else len(self.items))
            case {"type": "token_count", "info": {"last_token_usage": {"total_tokens": int(tokens)}}}:
                self.tokens = tokens
            case {"type": "context_compacted"} if self.unannounced:
                self.unannounced -= 1
            case {"type": "context_compacted"}:
                self.announced.append(line)

    def _roll_back(self, start: int) -> None:
        self.dropped += [item.line for item in self.items[start:]]
        self._replace(self.items[:start])

    def _replace(self, items: Sequence[Item]) -> None:
        self.items = list(items)
        self.size = sum(len(item.data) for item in items)

    def _compact(self, payload: Members, line: int) -> Iterator[Record]:
        history = payload.get("replacement_history")
        base = f"/lines/{line}/payload"
        before = self.items
        count = self.part_messages + len(before)
        yield from self._close()
        if isinstance(history, Elements):
            after = [
                Item(native.value, native.data, LogPlace(f"{base}/replacement_history/{at}"), line)
                for at, native in enumerate(history.natives)
                if isinstance(native.value, dict)
            ]
        else:
            summary_place = LogPlace(f"{base}/message", exact=False)
            after = _rebuilt_history(before, _text(payload.get("message")), summary_place, line)
        text, summary = _summary(_text(payload.get("message")), after)
        known = {item.data for item in before}
        self.replaced = Replaced(
            line=line,
            before_list=self.lists - 1 if count else None,
            before_messages=count,
            after_messages=len(after),
            kept_messages=sum(item.data in known for item in after),
            summary=summary,
            text=text,
            prior=self.prior,
            pre_tokens=self.tokens,
        )
        self.prior, self.tokens = text or self.prior, None
        self.windows, self.part, self.part_messages = self.windows + 1, 0, 0
        self._replace(after)
        if self.announced:
            self.announced.popleft()
        else:
            self.unannounced += 1

    def _close(self) -> Iterator[Record]:
        number: int | None = None
        if self.items:
            yield rebuilt(
                f"window {self.windows}" + (f", part {self.part}" if self.part else ""),
                [Turn(item.data, (item.place,)) for item in self.items],
                dialect=Dialect.OPENAI_RESPONSES,
                model=self.model,
                standing=Standing(
                    pending=_pending(self.items),
                    reachable=tuple(dict.fromkeys(item.line for item in self.items)),
                    unreachable=tuple(self.dropped),
                    opens_midway=self.part > 1,
                ),
            )
            self.dropped = []
            number = self.lists
            self.lists += 1
        if self.replaced is not None:
            yield _boundary(self.replaced, number)
            self.replaced = None


def _boundary(replaced: Replaced, number: int | None) -> Boundary:
    return Boundary(
        kind="explicit",
        marker="compacted",
        list=number,
        before_list=replaced.before_list,
        at=f"line {replaced.line + 1}",
        before_messages=replaced.before_messages,
        after_messages=replaced.after_messages,
        kept_messages=replaced.kept_messages,
        summary=replaced.summary,
        summary_text=replaced.text or None,
        written_by="provider" if replaced.summary == "encrypted" else "client",
        pre_tokens=replaced.pre_tokens,
        prior_text=replaced.prior or None,
    )


def _rebuilt_history(before: Sequence[Item], message: str, place: LogPlace, line: int) -> list[Item]:
    """Return what older versions went on with: what stands before the first prompt, user messages, the summary."""
    start = next((at for at, item in enumerate(before) if item.prompt), len(before))
    prompts = [item for item in before[start:] if item.prompt and not opens_summary(spoken(item.value))]
    room = USER_CHARACTERS
    kept: list[Item] = []
    for item in reversed(prompts):
        room -= len(spoken(item.value))
        if room < 0:
            break
        kept.insert(0, item)
    written = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": message}]}
    summary = [Item(written, json.dumps(written).encode(), place, line)] if message else []
    return [*(item for item in before[:start] if item.kind == "message"), *kept, *summary]


def _summary(message: str, after: Sequence[Item]) -> tuple[str, str]:
    """Return the text of the summary, and whether it can be read."""
    texts = (spoken(item.value) for item in reversed(after) if item.of_user)
    text = plain_summary(message or next((text for text in texts if opens_summary(text)), ""))
    if text:
        return text, "readable"
    return "", "encrypted" if any(item.kind in COMPACTIONS for item in after) else "absent"


def _pending(items: Sequence[Item]) -> tuple[str, ...]:
    """Return the calls without an output after which nobody spoke."""
    waiting: dict[str, None] = {}
    for item in items:
        call = _text(item.value.get("call_id"))
        if item.kind.endswith("_output"):
            waiting.pop(call, None)
        elif item.kind.endswith("_call") and call:
            waiting[call] = None
        elif item.prompt:
            waiting.clear()
    return tuple(waiting)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


FORMAT = Format("codex-rollout", "Codex CLI session", ("jsonl",), marks.line(marks.is_codex), read_lines=read_lines)
