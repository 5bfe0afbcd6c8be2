"""Eval log of Inspect: samples with their events; a model event holds the native request, or what it was made from.

A sample without model events gives its final list. Repeated messages may stand in pools that events refer to.

Source: wire-formats 5.10 and 10.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from compaction.errors import CaptureError
from compaction.formats import marks
from compaction.formats.exchanges import Exchange, Exchanges
from compaction.formats.format import Format
from compaction.formats.json_text import quote
from compaction.formats.records import Boundary, MessageList, Note, Record, Records
from compaction.formats.sessions.chat import Object, answer, called, objects, said, string
from compaction.formats.sessions.lists import Turn, in_dialect, rebuilt
from compaction.formats.sessions.summaries import plain_summary, text_of
from compaction.transcripts import Dialect

MOST_PER_RANGE = 100_000
"""Messages that one reference may name."""


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read sample by sample. Raises: CaptureError `no-messages`."""
    log = value if isinstance(value, dict) else {}
    reading = Log(Exchanges(chosen))
    samples = log.get("samples")
    for at, sample in enumerate(samples if isinstance(samples, list) else ()):
        if isinstance(sample, dict):
            yield from reading.read_sample(sample, f"/samples/{at}")
        else:
            yield Note("unknown-record", f"/samples/{at}")
    if not reading.exchanges.lists:
        raise CaptureError("no-messages", kind="messages", found=quote(log))


@dataclass(frozen=True, slots=True)
class Pools:
    """What events of a sample refer to."""

    messages: Sequence[object] = field(default=(), repr=False)
    calls: Sequence[object] = field(default=(), repr=False)


@dataclass(slots=True)
class Log:
    """How many lists one log has given, and the compaction whose list after is still to come."""

    exchanges: Exchanges
    count: int = 0
    waiting: Boundary | None = None

    def read_sample(self, sample: Object, at: str) -> Iterator[Record]:
        """Read the events of a sample, or its final list."""
        pools = Pools(_list(_pool(sample, "message_pool")), _list(_pool(sample, "call_pool")))
        before = self.exchanges.lists
        self.waiting = None
        for number, event in enumerate(_list(sample.get("events"))):
            if not isinstance(event, dict):
                continue
            if event.get("event") == "model":
                yield from self._counted(self._model(event, pools, f"{at}/events/{number}"))
            elif event.get("event") == "compaction":
                yield from self._told(None)
                last = self.exchanges.lists - 1 if self.exchanges.lists > before else None
                self.waiting = _boundary(event, f"{at}/events/{number}", last, self.count)
        yield from self._told(None)
        if self.exchanges.lists == before:
            yield from self._own(sample.get("messages"), f"{at}/messages", "")

    def _counted(self, records: Iterator[Record]) -> Iterator[Record]:
        """Pass the records of one model event on, and tell of the compaction before it."""
        number = self.exchanges.lists
        for record in records:
            yield record
            if isinstance(record, MessageList):
                self.count = record.count
                yield from self._told(number)

    def _told(self, number: int | None) -> Iterator[Record]:
        waiting, self.waiting = self.waiting, None
        if waiting is not None:
            after = self.count if number is not None else None
            yield replace(waiting, list=number, after_messages=after)

    def _model(self, event: Object, pools: Pools, at: str) -> Iterator[Record]:
        call = event.get("call")
        native: Object = call if isinstance(call, dict) else {}
        request = _request(native, pools)
        exchange = Exchange(
            at=at,
            body=json.dumps(request) if request else None,
            body_at=f"{at}/call/request",
            answer=json.dumps(native["response"]) if native.get("response") else _given(event.get("output")),
            answer_at=f"{at}/call/response" if native.get("response") else f"{at}/output",
            model=string(event.get("model")).rpartition("/")[2],
        )
        body = self.exchanges.call_of(exchange)
        if body is not None:
            yield from self.exchanges.read_call(exchange, body)
            yield from self.exchanges.read_answer(exchange, self.exchanges.lists - 1)
        else:
            yield from self._own(_input(event, pools), f"{at}/input", exchange.model)

    def _own(self, messages: object, path: str, model: str) -> Iterator[Record]:
        """Give a list in the log's own form."""
        turns = [Turn.of(_message(message)) for message in objects(messages)]
        if not turns:
            yield Note("unknown-record", path)
            return
        written, dialect = in_dialect(turns, self.exchanges.chosen)
        self.exchanges.lists += 1
        yield rebuilt(path, written, dialect=dialect, shape=Dialect.OPENAI_CHAT, model=model, converted=True)


def _boundary(event: Object, at: str, last: int | None, count: int) -> Boundary:
    """Return what an event of a compaction says; the list after it is still to come."""
    text = plain_summary(text_of(event.get("summary")))
    tokens = event.get("tokens_before")
    return Boundary(
        kind="clearing" if event.get("type") == "edit" else "explicit",
        marker="compaction event",
        list=None,
        before_list=last,
        at=at,
        before_messages=count if last is not None else 0,
        after_messages=None,
        kept_messages=None,
        summary="readable" if text else "absent",
        summary_text=text or None,
        written_by="client",
        pre_tokens=tokens if isinstance(tokens, int) and not isinstance(tokens, bool) else None,
    )


def _request(call: Object, pools: Pools) -> Object:
    """Return the native request of a call, its messages from the pool where they stand there."""
    request = call.get("request")
    given: Object = request if isinstance(request, dict) else {}
    key, refs = call.get("call_key"), call.get("call_refs")
    if isinstance(key, str) and isinstance(refs, list):
        return {**given, key: _picked(refs, pools.calls)}
    return given


def _input(event: Object, pools: Pools) -> object:
    refs = event.get("input_refs")
    return _picked(refs, pools.messages) if isinstance(refs, list) else event.get("input")


def _picked(refs: Sequence[object], pool: Sequence[object]) -> list[object]:
    """Return what single numbers and ranges (start, end) name; what is not there is left out."""
    found: list[object] = []
    for ref in refs:
        match ref:
            case [int(start), int(end)] if 0 <= start <= end <= start + MOST_PER_RANGE:
                found += pool[start:end]
            case int(place) if 0 <= place < len(pool):
                found.append(pool[place])
    return found


def _pool(sample: Object, name: str) -> object:
    """Return a pool of a sample, which may keep them apart."""
    inner = sample.get("events_data")
    apart: Mapping[str, object] = inner if isinstance(inner, dict) else {}
    return sample.get(name) or apart.get(name) or apart.get({"message_pool": "messages"}.get(name, "calls"))


def _given(output: object) -> str | None:
    """Return the output of an event as text, where it holds an answer."""
    return json.dumps(output) if isinstance(output, dict) and output.get("choices") else None


def _message(message: Object) -> Object:
    """Return a message in the form of Chat Completions."""
    role, content = string(message.get("role")) or "user", message.get("content")
    if role == "tool":
        return answer(string(message.get("tool_call_id")), text_of(content))
    calls = [
        called(string(call.get("id")), string(call.get("function")), call.get("arguments"))
        for call in objects(message.get("tool_calls"))
    ]
    thought = "\n".join(string(part.get("reasoning")) for part in objects(content) if part.get("type") == "reasoning")
    return said(role, text_of(content), thought=thought, calls=calls)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


FORMAT = Format("inspect-log", "Inspect eval log", ("json", "eval"), marks.document(marks.is_inspect), read_document)
