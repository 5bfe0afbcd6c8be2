"""One side of a compaction, as far as two sides are compared: messages as uploaded, and entries as the rules see them.

Equal means equal content: the spelling of the JSON, the order of keys and cache marks do not count.

Source: message-shape 3 and 12.4.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from compaction.errors import UnreadableRequest
from compaction.shape.decode import BYTE_ORDER_MARK, decode
from compaction.shape.native import Native, walk
from compaction.shape.rules.non_empty_content import is_blank
from compaction.transcripts import Dialect

CACHE_MARK = "cache_control"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the normalized list; `position` is that of its message, `key` is equal for equal content.

    `calls` are ids, `call_pointers` where they stand.
    """

    role: str
    calls: tuple[str | None, ...]
    call_pointers: tuple[str, ...]
    result_id: str | None
    position: int
    pointer: str
    key: bytes

    @property
    def part(self) -> str | None:
        """What tells it from the other entries of its message: the id of its result, if there may be others."""
        return self.result_id if "/content/" in self.pointer else None


class Half(NamedTuple):
    """A call or a result: the entry that holds it, and its pointer."""

    entry: int
    pointer: str


@dataclass(frozen=True, slots=True)
class Message:
    """One uploaded message. `ids` are those of its calls and results; `text` is None where more than text is held."""

    position: int
    role: str
    key: bytes
    ids: frozenset[str]
    text: str | None

    @property
    def pointer(self) -> str:
        """The JSON Pointer of the message in its body."""
        return f"/messages/{self.position}"

    @property
    def blank(self) -> bool:
        """Whether it holds text alone, and no word of it."""
        return self.text is not None and is_blank(self.text)


@dataclass(frozen=True, slots=True)
class Side:
    """Messages in order of the upload and entries in order of the normalized list.

    `calls` and `results` give the halves of pairs by id, `ids` the id that a pointer stands for.
    """

    messages: tuple[Message, ...]
    entries: tuple[Entry, ...]
    calls: Mapping[str, Sequence[Half]]
    results: Mapping[str, Sequence[Half]]
    ids: Mapping[str, str]


def read_side(request: bytes, dialect: str) -> Side:
    """Read one body.

    Raises: UnreadableRequest.
    """
    splits = dialect == Dialect.ANTHROPIC
    native = walk(decode(request, splits=splits), splits=splits)
    raw = _load(request)
    keys = [_key(message) for message in raw]
    entries = tuple(_entries(native, raw, keys))
    calls = [
        (call_id, Half(place, pointer))
        for place, entry in enumerate(entries)
        for call_id, pointer in zip(entry.calls, entry.call_pointers, strict=True)
    ]
    results = [(entry.result_id, Half(place, entry.pointer)) for place, entry in enumerate(entries)]
    ids: dict[int, set[str]] = {}
    for call_id, half in calls + results:
        if call_id:
            ids.setdefault(entries[half.entry].position, set()).add(call_id)
    return Side(
        tuple([_message(place, raw[place], keys[place], ids.get(place, set())) for place in range(len(raw))]),
        entries,
        _by_id(calls),
        _by_id(results),
        {half.pointer: call_id for call_id, half in calls + results if call_id},
    )


def _load(request: bytes) -> list[object]:
    """The raw messages. Numbers stay as spelled, whatever their size."""
    body: object = None
    try:
        text = request.removeprefix(BYTE_ORDER_MARK).decode()
        body = json.loads(text, parse_int=str, parse_float=str)
    except RecursionError:
        body = None
    if not isinstance(body, dict):
        raise UnreadableRequest("json-too-deep", 0)
    messages = body.get("messages")
    return messages if isinstance(messages, list) else []


def _key(value: object) -> bytes:
    text = json.dumps(_unmarked(value), sort_keys=True)
    return blake2b(text.encode(), digest_size=16).digest()


def _unmarked(value: object) -> object:
    """A message or block without its cache marks, and those of the blocks that it holds."""
    if not isinstance(value, dict):
        return value
    kept = {name: member for name, member in value.items() if name != CACHE_MARK}
    if isinstance(kept.get("content"), list):
        kept["content"] = [_unmarked(block) for block in kept["content"]]
    return kept


def _entries(native: Native, raw: Sequence[object], keys: Sequence[bytes]) -> Iterator[Entry]:
    calls = {turn: ids for turn, ids, _ in native.callers}
    splits = set(native.split_turns)
    results: dict[int, list[int]] = {}
    for number, turn in enumerate(native.result_turns):
        results.setdefault(turn, []).append(number)
    for turn, role in enumerate(native.roles):
        position, numbers = native.position(turn), results.get(turn, [])
        if turn in splits:
            for number in numbers:
                pointer = native.result_pointers[number]
                key = _key(_block(raw[position], pointer))
                yield Entry("tool", (), (), native.result_ids[number], position, pointer, key)
            continue
        answered = native.result_ids[numbers[0]] if numbers else None
        pointers = tuple(native.call_pointers(turn)) if turn in calls else ()
        yield Entry(
            role, tuple(calls.get(turn, ())), pointers, answered, position, native.pointer(turn), keys[position]
        )


def _block(message: object, pointer: str) -> object:
    content = message.get("content") if isinstance(message, dict) else None
    place = int(pointer.rpartition("/")[2])
    return content[place] if isinstance(content, list) else None


def _message(position: int, raw: object, key: bytes, ids: set[str]) -> Message:
    role = raw.get("role") if isinstance(raw, dict) else None
    return Message(position, role if isinstance(role, str) else "", key, frozenset(ids), _text(raw))


def _text(raw: object) -> str | None:
    """The text of a message that holds nothing else; blocks joined."""
    if not isinstance(raw, dict) or raw.get("tool_calls"):
        return None
    content = raw.get("content")
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    texts = [block.get("text") for block in content if _holds_text(block)]
    return "".join([text for text in texts if isinstance(text, str)]) if len(texts) == len(content) else None


def _holds_text(block: object) -> bool:
    return isinstance(block, dict) and block.get("type") in ("text", "", None)


def _by_id(halves: Iterable[tuple[str | None, Half]]) -> Mapping[str, Sequence[Half]]:
    found: dict[str, list[Half]] = {}
    for call_id, half in halves:
        if call_id:
            found.setdefault(call_id, []).append(half)
    return found
