"""Messages and blocks from their wire form.

Everything that is wrong here has one name for the caller: the transcript is invalid.

Source: summary-validation 3.4, 3.5.
"""

import re
from binascii import a2b_base64
from collections.abc import Callable, Mapping

from compaction.contract.blocks import Audio, Block, Document, Image, Refusal, Text, Thinking, ToolResult, ToolUse
from compaction.contract.jsontext import Members, Value, encode
from compaction.contract.members import Fields, Kind, NotAllowed, Shape, count, fold, read
from compaction.contract.model import Message, Role, Usage

MAX_DEPTH = 128
"""Content lists inside one another; the list of a message has depth 0."""

USAGE = Shape(
    {
        "input_tokens": Kind.COUNT,
        "output_tokens": Kind.COUNT,
        "cache_read_tokens": Kind.COUNT,
        "cache_creation_tokens": Kind.COUNT,
        "reasoning_tokens": Kind.COUNT,
    },
    sticky=True,
)
_PLAIN_MESSAGE = Shape({"role": Kind.TEXT, "blocks": Kind.RAW})
_MESSAGES = {
    Role.USER: _PLAIN_MESSAGE,
    Role.SYSTEM: _PLAIN_MESSAGE,
    Role.ASSISTANT: Shape({**_PLAIN_MESSAGE.members, "usage": USAGE}),
    Role.TOOL: Shape({**_PLAIN_MESSAGE.members, "tool_use_id": Kind.TEXT, "is_error": Kind.FLAG}),
}
_ROLES = {role.value: role for role in Role}
_REQUIRED = {
    Role.USER: ("blocks",),
    Role.SYSTEM: ("blocks",),
    Role.ASSISTANT: ("blocks",),
    Role.TOOL: ("blocks", "tool_use_id", "is_error"),
}
_STATE: dict[str, Kind | Shape] = {"provider_state": Kind.RAW, "provider_state_format": Kind.TEXT}
_SOURCE = Shape({"url": Kind.TEXT, "data": Kind.RAW})
_BLOCKS: Mapping[str, tuple[Mapping[str, Kind | Shape], Mapping[str, Kind | Shape]]] = {
    "text": ({"text": Kind.TEXT}, {}),
    "refusal": ({"text": Kind.TEXT}, {}),
    "image": ({"media_type": Kind.TEXT, "source": _SOURCE}, {}),
    "audio": ({"media_type": Kind.TEXT, "data": Kind.RAW}, {}),
    "document": ({"media_type": Kind.TEXT, "name": Kind.TEXT, "data": Kind.RAW, "text": Kind.TEXT}, {}),
    "thinking": ({"thinking": Kind.TEXT, "signature": Kind.TEXT}, {"signature_format": Kind.TEXT, **_STATE}),
    "tool_use": ({"id": Kind.TEXT, "name": Kind.TEXT, "input": Kind.RAW}, _STATE),
    "tool_result": ({"tool_use_id": Kind.TEXT, "content": Kind.RAW, "is_error": Kind.FLAG}, {}),
}
_BLOCK_SHAPES = {
    kind: Shape({"type": Kind.TEXT, **required, **optional}) for kind, (required, optional) in _BLOCKS.items()
}
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}")
_BASE64_GROUP = 4
_MAX_BYTE = 255


def read_transcript(value: Value) -> tuple[Message, ...]:
    """The messages of a list.

    Raises: NotAllowed.
    """
    if not isinstance(value, list):
        raise NotAllowed
    return tuple([_message(element) for element in value])


def read_usage(fields: Fields) -> Usage:
    """The five counts; an absent one is zero."""
    return Usage(*(fields.count(name) for name in USAGE.members))


def _message(value: Value) -> Message:
    role = _ROLES.get(_tag(value, "role"))
    if role is None:
        raise NotAllowed
    fields = read(value, _MESSAGES[role])
    if not fields.has(*_REQUIRED[role]):
        raise NotAllowed
    usage = fields.nested("usage")
    return Message(
        role,
        _blocks(_value(fields, "blocks"), 0),
        None if usage is None else read_usage(usage),
        fields.text("tool_use_id"),
        fields.flag("is_error"),
    )


def _tag(value: Value, name: str) -> str:
    """The member that decides what the others are: the last one of that name."""
    if not isinstance(value, Members):
        raise NotAllowed
    tag = next((member.value for member in reversed(value.items) if fold(member.key) == name), None)
    return tag if isinstance(tag, str) else ""


def _blocks(value: Value, depth: int) -> tuple[Block, ...]:
    if not isinstance(value, list) or depth > MAX_DEPTH:
        raise NotAllowed
    return tuple([_block(element, depth) for element in value])


def _block(value: Value, depth: int) -> Block:
    kind = _tag(value, "type")
    if kind not in _BLOCKS:
        raise NotAllowed
    fields = read(value, _BLOCK_SHAPES[kind])
    if not fields.has(*_BLOCKS[kind][0]):
        raise NotAllowed
    if kind == "tool_result":
        content = _blocks(_value(fields, "content"), depth + 1)
        return ToolResult(fields.text("tool_use_id"), content, fields.flag("is_error"))
    return _BUILDERS[kind](fields)


def _image(fields: Fields) -> Image:
    source = fields.nested("source")
    if source is None or not source.has("url", "data"):
        raise NotAllowed
    return Image(fields.text("media_type"), source.text("url"), _data(source))


def _audio(fields: Fields) -> Audio:
    return Audio(fields.text("media_type"), _data(fields))


def _document(fields: Fields) -> Document:
    return Document(fields.text("media_type"), fields.text("name"), _data(fields), fields.text("text"))


def _thinking(fields: Fields) -> Thinking:
    signature = fields.text("signature")
    signature_format = fields.text("signature_format") if signature else ""
    return Thinking(fields.text("thinking"), signature, signature_format, *_state(fields))


def _tool_use(fields: Fields) -> ToolUse:
    given = fields.raw("input")
    return ToolUse(fields.text("id"), fields.text("name"), encode(given.raw) if given else None, *_state(fields))


def _state(fields: Fields) -> tuple[bytes | None, str]:
    """State and its format: both, or neither."""
    state, form = fields.raw("provider_state"), fields.text("provider_state_format")
    return (None, "") if state is None or not form else (encode(state.raw), form)


def _value(fields: Fields, name: str) -> Value:
    member = fields.raw(name)
    return member.value if member else None


def _data(fields: Fields) -> bytes | None:
    """Bytes as base64 or as a list of small numbers; null means none."""
    value = _value(fields, "data")
    if value is None:
        return None
    if isinstance(value, list):
        return bytes([0 if element is None else count(element, _MAX_BYTE) for element in value])
    if not isinstance(value, str):
        raise NotAllowed
    digits = value.replace("\r", "").replace("\n", "")
    if len(digits) % _BASE64_GROUP or not _BASE64.fullmatch(digits):
        raise NotAllowed
    return a2b_base64(digits)


_BUILDERS: Mapping[str, Callable[[Fields], Block]] = {
    "text": lambda fields: Text(fields.text("text")),
    "refusal": lambda fields: Refusal(fields.text("text")),
    "image": _image,
    "audio": _audio,
    "document": _document,
    "thinking": _thinking,
    "tool_use": _tool_use,
}
