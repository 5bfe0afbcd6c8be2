"""One side whose list is `messages` as anthropic and openai-chat write them, read as the core rules see it.

Source: message-shape 3.
"""

from collections.abc import Iterator, Sequence

from compaction.boundary.contents import key_of, load_list
from compaction.boundary.sides import Entry, Side, Told, assemble
from compaction.shape.decode import decode
from compaction.shape.native import Native, walk
from compaction.transcripts import Dialect

LIST_KEY = "messages"


def read_messages(request: bytes, dialect: str) -> Side:
    """Read one body.

    Raises: UnreadableRequest.
    """
    splits = dialect == Dialect.ANTHROPIC
    native = walk(decode(request, splits=splits), splits=splits)
    raw = load_list(request, LIST_KEY)
    keys = [key_of(message) for message in raw]
    told = [_told(message, key) for message, key in zip(raw, keys, strict=True)]
    return assemble(told, tuple(_entries(native, raw, keys)), LIST_KEY)


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
                key = key_of(_block(raw[position], pointer))
                call_id = native.result_ids[number]
                yield Entry("tool", (), (), call_id, position, pointer, key, part=call_id)
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


def _told(raw: object, key: bytes) -> Told:
    role = raw.get("role") if isinstance(raw, dict) else None
    return Told(role if isinstance(role, str) else "", key, _text(raw))


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
