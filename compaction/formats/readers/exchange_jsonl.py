"""Requests with their responses, one pair a record: by line, in one list, or a single one.

Source: wire-formats 4.7.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from compaction.formats.answers import answer_to, parse, status_of
from compaction.formats.bodies import read_body
from compaction.formats.decoding import Elements, Members, decode
from compaction.formats.evidence import PATHS
from compaction.formats.format import Format, Lines, LineSample, ListSample, ObjectSample, Sample
from compaction.formats.json_text import JsonText
from compaction.formats.records import MessageList, Note, Record, Records
from compaction.transcripts import Dialect

NO_CALLS = ("/count_tokens", ":countTokens", "/input_tokens", "/embeddings", "/moderations")
"""Parts of addresses whose requests hold messages that no model answers."""

LISTS = ("messages", "contents", "input")
MARKS = frozenset({"role", "type", "parts"})
"""Of these members, an element of a message list has one at least."""

MODEL = re.compile(r"/models?/([^/?]+?)(?=/|:[a-zA-Z]+(?:\?|$))")
"""The model in an address: `/models/NAME:generateContent`, `/model/NAME/converse`."""


def sniff(sample: Sample) -> bool:
    """Recognise a record whose request has a body or an address."""
    match sample:
        case ObjectSample(value=value) | LineSample(value=value):
            return is_exchange(value)
        case ListSample(value=[dict(first), *_]):
            return is_exchange(first)
    return False


def is_exchange(value: Mapping[str, object]) -> bool:
    """Say whether an object is one record."""
    request = value.get("request")
    return isinstance(request, dict) and (isinstance(request.get("body"), dict | str) or "url" in request)


def read_document(value: object, chosen: Dialect | None) -> Records:
    """Read the one record, or a list of them."""
    reading = Reading(chosen)
    if not isinstance(value, Elements):
        yield from reading.read(value, "")
        return
    for index, native in enumerate(value.natives):
        record, _ = decode(JsonText(native.data))
        yield from reading.read(record, f"/{index}")


def read_lines(lines: Lines, chosen: Dialect | None) -> Records:
    """Yield the lists line by line, each followed by what the provider said about it; none is kept."""
    reading = Reading(chosen)
    for item in lines:
        if isinstance(item, Note):
            yield item
        else:
            yield from reading.read(item.value, f"line {item.line}")


@dataclass(slots=True)
class Reading:
    """How many lists one capture has given."""

    chosen: Dialect | None
    lists: int = 0

    def read(self, record: object, at: str) -> Iterator[Record]:
        """Read one record; `at` is its place."""
        request = record.get("request") if isinstance(record, dict) else None
        if not isinstance(record, dict) or not isinstance(request, dict):
            yield Note("unknown-record", at)
            return
        place = f"{at} " if at.startswith("line") else at
        url = _text(request.get("url"))
        call = call_of(request, url)
        if call is not None:
            yield from self._read_call(call, url, place)
            yield from read_answer(record.get("response"), self.lists - 1, place)
        elif names_call(request, url) and not request.get("body"):
            yield Note("request-without-body", at)
            yield from read_answer(record.get("response"), None, place)
        else:
            yield Note("unknown-record", at)

    def _read_call(self, body: Members, url: str, place: str) -> Iterator[Record]:
        for found in read_body(body, place=f"{place}/request/body", url=url, chosen=self.chosen):
            if isinstance(found, MessageList):
                self.lists += 1
                found = replace(found, model=found.model or model_in(url))
            yield found


def call_of(request: Mapping[str, object], url: str) -> Members | None:
    """Return the body with which a request asks a model; token counts and telemetry do not ask one."""
    body = request.get("body")
    value = parse(body) if isinstance(body, str) else body
    if not isinstance(value, Members) or any(part in url for part in NO_CALLS):
        return None
    inner = value.get("request")
    carriers = (value, inner) if isinstance(inner, Members) else (value,)
    listed = any(holds_messages(carrier.get(name)) for carrier in carriers for name in LISTS)
    asked = isinstance(value.get("input"), str) and names_call(request, url)
    return value if listed or asked else None


def holds_messages(value: object) -> bool:
    """Say whether a value is a list of messages by its first element; an empty one may be."""
    return isinstance(value, Elements) and (
        not value or (isinstance(value[0], dict) and not MARKS.isdisjoint(value[0]))
    )


def names_call(request: Mapping[str, object], url: str) -> bool:
    """Say whether the address is one at which a model is asked."""
    sent = request.get("method") in (None, "POST", "post")
    path = url.partition("?")[0]
    return sent and any(part in path for part, _ in PATHS) and not any(part in path for part in NO_CALLS)


def model_in(url: str) -> str:
    """Return the model that an address names; empty where it names none."""
    found = MODEL.search(url)
    return found[1] if found else ""


def read_answer(response: object, number: int | None, place: str) -> Iterator[Record]:
    """Yield what a response says where it refuses list `number`."""
    if not isinstance(response, dict):
        return
    name = next((name for name in ("body", "body_raw") if response.get(name)), "body")
    said = answer_to(number, f"{place}/response/{name}", response.get(name), status=status_of(response))
    if said is not None:
        yield said


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


FORMAT = Format(
    "exchange-jsonl", "Requests and responses, one pair a line", ("json", "jsonl"), sniff, read_document, read_lines
)
