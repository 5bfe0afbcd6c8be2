"""From a request body to its message list: dialect, messages, system prompt, and what is odd about them."""

import json
from collections.abc import Callable, Iterator, Sequence

from compaction.dialects import DialectMap, Native, map_messages, mapping_of
from compaction.errors import CaptureError
from compaction.formats.decoding import Elements, Members, decode
from compaction.formats.evidence import CANDIDATES, decide
from compaction.formats.format import Lines, LineValue
from compaction.formats.json_text import JsonText, quote
from compaction.formats.records import MessageList, Note, Record
from compaction.formats.unicode import lone_surrogates
from compaction.limits import MAX_BLOCK_BYTES
from compaction.transcripts import Block, Dialect, Message, ToolResult

LISTS = ("messages", "contents", "input")
"""Names under which request bodies hold their list."""


def read_body(body: Members, *, place: str = "", url: str = "", chosen: Dialect | None = None) -> Iterator[Record]:
    """Yield the list of one request body and notes on it; a proxy may have wrapped the body.

    `place` says where the body stands in the capture (`line 3 `), and is put before pointers into it.
    Raises: CaptureError `no-messages` or `too-large`.
    """
    model = model_of(body)
    inner = body.get("request")
    if isinstance(inner, Members) and isinstance(inner.get("contents"), Elements) and "contents" not in body:
        body, place = inner, f"{place}/request"
    dialect = chosen or decide(body, body.get("messages"), url=url)
    mapping = _mapping(dialect)
    name = next((name for name in (mapping.list_key, *LISTS) if isinstance(body.get(name), Elements)), "")
    elements = body.get(name) if name else _spoken(body.get(mapping.list_key))
    if not isinstance(elements, Elements):
        raise CaptureError("no-messages", kind=mapping.list_key, found=quote(body))
    yield _list(
        elements,
        mapping,
        path=f"{place}/{name or mapping.list_key}",
        dialect=dialect,
        # Under the name of another dialect's list, this one is read as if it came without its body.
        body=body.data if name in ("", mapping.list_key) else body_of(elements.natives, mapping),
        system=mapping.system(Native(body, body.data)),
        model=model_of(body) or model,
        request=True,
    )
    if dialect is Dialect.OPENAI_RESPONSES and (body.get("previous_response_id") or body.get("conversation")):
        yield Note("partial-history", f"{place}/{name or mapping.list_key}")
    yield from (Note("valid-unicode", f"{place}{pointer}") for pointer in lone_surrogates(body))


def elements_of(side: object) -> Elements:
    """Return the elements of a list, or of the list that a body holds under any name; none where it holds no list."""
    if isinstance(side, Elements):
        return side
    body = side if isinstance(side, Members) else Members()
    inner = body.get("request")
    if isinstance(inner, Members) and not holds_list(body):
        body = inner
    listed = (body.get(name) for name in LISTS)
    return next((one for one in listed if isinstance(one, Elements)), None) or _spoken(body.get("input")) or Elements()


def _spoken(text: object) -> Elements | None:
    """Return one text in place of a list as the user message that it stands for."""
    if not isinstance(text, str):
        return None
    message = {"role": "user", "content": text}
    elements = Elements([message])
    elements.natives = (Native(message, json.dumps(message).encode()),)
    return elements


def model_of(body: Members) -> str:
    """Return the model that a body names; for some providers only captures put it there."""
    named = (body.get(name) for name in ("model", "modelId"))
    return next((name for name in named if isinstance(name, str)), "")


def holds_list(body: object) -> bool:
    """Whether a value is a body with a list of messages."""
    return isinstance(body, Members) and any(isinstance(body.get(name), Elements) for name in LISTS)


def read_bodies(elements: Elements, *, chosen: Dialect | None = None) -> Iterator[Record]:
    """Yield the lists of many bodies that stand in one JSON list."""
    for index, native in enumerate(elements.natives):
        body, _ = decode(JsonText(native.data))
        if isinstance(body, Members) and (holds_list(body) or holds_list(body.get("request"))):
            yield from read_body(body, place=f"/{index}", chosen=chosen)
        else:
            yield Note("unknown-record", f"/{index}")


def read_body_lines(lines: Lines, chosen: Dialect | None, test: Callable[[Members], bool]) -> Iterator[Record]:
    """Yield the lists of those lines that pass a test, and notes on the others."""
    for item in lines:
        if isinstance(item, Note):
            yield item
        else:
            yield from _read_line(item, chosen, test)


def _read_line(item: LineValue, chosen: Dialect | None, test: Callable[[Members], bool]) -> Iterator[Record]:
    place = f"line {item.line}"
    if not isinstance(item.value, Members) or not test(item.value):
        yield Note("unknown-record", place)
        return
    yield from read_body(item.value, place=f"{place} ", chosen=chosen)


def read_bare(
    elements: Elements, *, path: str = "", chosen: Dialect | None = None, model: str = ""
) -> Iterator[Record]:
    """Yield a list that came without its body. Its body is made as if the list stood in one.

    `path` says where the list stands in the capture, and is put before pointers into it.

    Raises: CaptureError `too-large`.
    """
    dialect = chosen or decide({"model": model} if model else {}, elements)
    mapping = _mapping(dialect)
    body = body_of(elements.natives, mapping)
    yield _list(elements, mapping, path=path, dialect=dialect, body=body, model=model)
    odd = lone_surrogates(elements, f"/{mapping.list_key}")
    yield from (Note("valid-unicode", f"{path}{pointer}") for pointer in odd)


def read_answer(message: object, native: Native, dialect: Dialect) -> Iterator[Record]:
    """Yield a lone response as a list of its one message, and a note that says so."""
    yield read_reply((native,), dialect)
    yield Note("response-only", "")


def read_reply(natives: tuple[Native, ...], dialect: Dialect, *, path: str = "", model: str = "") -> MessageList:
    """Return an answer without its request as a list of its own."""
    elements = Elements(native.value for native in natives)
    elements.natives = natives
    mapping = _mapping(dialect)
    body = body_of(elements.natives, mapping)
    return _list(elements, mapping, path=path, dialect=dialect, body=body, model=model, response_only=True)


def body_of(natives: Sequence[Native], mapping: DialectMap) -> bytes:
    """Return the body that a list would stand in."""
    return b'{"%b":[%b]}' % (mapping.list_key.encode(), b",".join(native.data for native in natives))


def _mapping(dialect: Dialect | None) -> DialectMap:
    # An ambiguous list holds plain strings, which every mapping reads alike.
    return mapping_of(dialect or CANDIDATES[0])


def _list(
    elements: Elements,
    mapping: DialectMap,
    *,
    path: str,
    dialect: Dialect | None,
    body: bytes,
    system: tuple[Block, ...] = (),
    model: str = "",
    request: bool = False,
    response_only: bool = False,
) -> MessageList:
    natives = elements.natives
    check_blocks(natives, mapping)

    def messages() -> tuple[Message, ...]:
        return map_messages(natives, mapping)

    return MessageList(
        path=path,
        dialect=dialect,
        dialect_alternatives=() if dialect else CANDIDATES,
        body=body,
        count=len(natives),
        read_messages=messages,
        system=system,
        model=model,
        request=request,
        response_only=response_only,
    )


def check_blocks(natives: Sequence[Native], mapping: DialectMap) -> None:
    """Look at the blocks of messages that are large. Raises: CaptureError `too-large`."""
    for native in natives:
        if len(native.data) > MAX_BLOCK_BYTES:
            _check_blocks(map_messages((native,), mapping)[0])


def _check_blocks(message: Message) -> None:
    """Refuse a block whose text is over the limit. Media count for the body alone: only their digest is kept."""
    for block in _flat(message.blocks):
        for name in ("text", "arguments", "raw"):
            text = getattr(block, name, "") or ""
            size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
            if size > MAX_BLOCK_BYTES:
                raise CaptureError("too-large", kind="block", found=(f"{size} bytes",))


def _flat(blocks: tuple[Block, ...]) -> Iterator[Block]:
    for block in blocks:
        yield block
        if isinstance(block, ToolResult):
            yield from _flat(block.blocks)
