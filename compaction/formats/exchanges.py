"""Requests with their responses, as logs of any layout record them: the list, the answer, and what a provider said.

Source: wire-formats 4.7 to 4.10.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from compaction.formats.answers import answer_to
from compaction.formats.bodies import read_bare, read_body, read_reply
from compaction.formats.decoding import Elements, Members
from compaction.formats.evidence import PATHS
from compaction.formats.memory import Memory
from compaction.formats.prompts import decode_text
from compaction.formats.records import Answer, Boundary, MessageList, Note, Record
from compaction.formats.replies import Reply, reply_of
from compaction.transcripts import Block, Dialect, Text

NO_CALLS = ("/count_tokens", ":countTokens", "/input_tokens", "/embeddings", "/moderations")
"""Parts of addresses whose requests hold messages that no model answers."""

LISTS = ("messages", "contents", "input")
MARKS = frozenset({"role", "type", "parts"})
"""Of these members, an element of a message list has one at least."""

MODEL = re.compile(r"/models?/([^/?]+?)(?=/|:[a-zA-Z]+(?:\?|$))")
"""The model in an address: `/models/NAME:generateContent`, `/model/NAME/converse`."""

COMPACT = "/responses/compact"


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request and what came of it, as a record holds them.

    `at` is the place of the record; `body` and `answer` are values or their text, and `body_at` and `answer_at` go
    before pointers into them. `failed` says that the record calls the call a failure,
    `recorded` that `answer` is what was answered, not what the log says of it.
    """

    at: str
    body: object = field(repr=False)
    body_at: str
    answer: object = field(default=None, repr=False)
    answer_at: str = ""
    url: str = ""
    sent: bool = True
    status: int | None = None
    failed: bool = False
    recorded: bool = True
    model: str = ""


@dataclass(slots=True)
class Exchanges:
    """Reads the exchanges of one capture; `lists` counts what they gave. Repeated elements are parsed once."""

    chosen: Dialect | None
    lists: int = 0
    memory: Memory = field(default_factory=Memory)

    def read(self, exchange: Exchange) -> Iterator[Record]:
        """Yield the list of a call, its answer, and what the provider said; a note where there is none."""
        body = self.call_of(exchange)
        if body is not None:
            yield from self.read_call(exchange, body)
            yield from self.read_answer(exchange, self.lists - 1)
        elif names_call(exchange) and not exchange.body:
            yield Note("request-without-body", exchange.at)
            yield from _said(exchange, None)
        else:
            yield Note("unknown-record", exchange.at)

    def call_of(self, exchange: Exchange) -> Members | None:
        """Return the body with which a model is asked; token counts and telemetry ask none."""
        value = self.value_of(exchange.body)
        if not isinstance(value, Members) or any(part in exchange.url for part in NO_CALLS):
            return None
        inner = value.get("request")
        carriers = (value, inner) if isinstance(inner, Members) else (value,)
        listed = any(holds_messages(carrier.get(name)) for carrier in carriers for name in LISTS)
        asked = isinstance(value.get("input"), str) and names_call(exchange)
        return value if listed or asked else None

    def value_of(self, body: object) -> object:
        """Return a body, decoded where it is JSON in a text."""
        return decode_text(body, self.memory) if isinstance(body, str) else body

    def read_call(self, exchange: Exchange, body: Members) -> Iterator[Record]:
        """Yield the list of a body, and notes on it."""
        for found in read_body(body, place=exchange.body_at, url=exchange.url, chosen=self.chosen):
            if isinstance(found, MessageList):
                self.lists += 1
                found = replace(found, model=found.model or exchange.model or model_in(exchange.url))
            yield found

    def read_answer(self, exchange: Exchange, number: int) -> Iterator[Record]:
        """Yield what answers list `number`."""
        if exchange.url.partition("?")[0].endswith(COMPACT):
            yield from self._read_compacted(exchange, number)
        if exchange.answer and exchange.recorded:
            yield answer_of(number, exchange)
        yield from _said(exchange, number)

    def read_lone_answer(self, exchange: Exchange) -> Iterator[Record]:
        """Yield an answer whose request the capture does not hold as a list of its own, and what it refuses."""
        reply = reply_of(exchange.answer)
        if reply is not None and reply.elements:
            yield read_reply(reply.natives, self.chosen or reply.dialect, path=exchange.answer_at, model=exchange.model)
            self.lists += 1
        elif not exchange.failed:
            yield Note("unknown-record", exchange.at)
        yield from _said(exchange, None)

    def _read_compacted(self, exchange: Exchange, number: int) -> Iterator[Record]:
        """Yield the new list that a compact call answered with, and the compaction."""
        answer, body = self.value_of(exchange.answer), self.value_of(exchange.body)
        output = answer.get("output") if isinstance(answer, Members) else None
        if not isinstance(output, Elements) or not isinstance(body, Members):
            return
        yield from read_bare(output, path=f"{exchange.answer_at}/output", chosen=Dialect.OPENAI_RESPONSES)
        self.lists += 1
        given = body.get("input")
        before = given if isinstance(given, list) else [given]
        yield Boundary(
            kind="explicit",
            marker=COMPACT,
            list=self.lists - 1,
            before_list=number,
            at=exchange.at,
            before_messages=len(before),
            after_messages=len(output),
            kept_messages=sum(item in before for item in output),
            summary="encrypted",
            written_by="provider",
        )


def answer_of(number: int, exchange: Exchange) -> Answer:
    """Return the answer to a list; nothing of it is decoded yet."""

    def blocks() -> tuple[Block, ...]:
        reply: Reply | None = reply_of(exchange.answer)
        if reply is not None:
            return reply.blocks
        plain = isinstance(exchange.answer, str) and decode_text(exchange.answer) is None
        return (Text(exchange.answer),) if plain and isinstance(exchange.answer, str) else ()

    return Answer(number, exchange.answer_at, blocks)


def _said(exchange: Exchange, number: int | None) -> Iterator[Record]:
    said = answer_to(number, exchange.answer_at, exchange.answer, status=exchange.status, failed=exchange.failed)
    if said is not None:
        yield said


def holds_messages(value: object) -> bool:
    """Say whether a value is a list of messages by its first element; an empty one may be."""
    return isinstance(value, Elements) and (
        not value or (isinstance(value[0], dict) and not MARKS.isdisjoint(value[0]))
    )


def names_call(exchange: Exchange) -> bool:
    """Say whether the address is one at which a model is asked."""
    path = exchange.url.partition("?")[0]
    return exchange.sent and any(part in path for part, _ in PATHS) and not any(part in path for part in NO_CALLS)


def model_in(url: str) -> str:
    """Return the model that an address names; empty where it names none."""
    found = MODEL.search(url)
    return found[1] if found else ""


def posted(method: object) -> bool:
    """Say whether a method sends a body; a record without one may have."""
    return method in (None, "POST", "post")


def text_of(members: Mapping[str, object], name: str) -> str:
    """Return a member that is a text, else an empty one."""
    value = members.get(name)
    return value if isinstance(value, str) else ""
