"""Bytes of a request -> the fields that rules ask for.

The usual body goes through one typed decode that skips every payload. A body that it refuses (a message of odd types, a
lone surrogate escape) takes the lenient way below, with the same outcome for all that both can read.

Source: message-shape 3.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Union

import msgspec
from msgspec import UNSET, Struct, UnsetType

from compaction.errors import UnreadableRequest
from compaction.limits import MAX_DEPTH

OUTSIDE_STRINGS = re.compile(r'"(?>[^"\\]++|\\.)*+"|([\[{])|([\]}])|(NaN|-?Infinity)', re.DOTALL)


class Block(Struct, gc=False):
    """One element of a content list."""

    type: str | None = None
    text: str | None = None
    id: str | None = None
    tool_use_id: str | None = None


class Call(Struct, gc=False):
    """One element of `tool_calls`."""

    id: str | None = None


class Message(Struct, gc=False):
    """One element of `messages`; `role` tells a missing key from null."""

    role: Union[str, None, UnsetType] = UNSET
    content: Union[str, Sequence[Block], None] = None
    tool_calls: Sequence[Call] | None = None
    tool_call_id: str | None = None


class Body(Struct, gc=False):
    """A request body."""

    messages: Sequence[Message] | None = None


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A raw message that takes no part in the check; `role` as in `Message`, None if it is no string."""

    raw: int
    role: Union[str, None, UnsetType]


@dataclass(frozen=True, slots=True)
class Request:
    """The readable messages in order, the raw index of each, and what could not be read."""

    messages: Sequence[Message]
    order: Sequence[int]
    unreadable: tuple[Unreadable, ...] = ()

    @property
    def size(self) -> int:
        """Raw messages in the body."""
        return len(self.order) + len(self.unreadable)


BODY = msgspec.json.Decoder(Body)
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def decode(request: bytes, *, splits: bool) -> Request:
    """Return the messages of a body; none if `messages` is missing or no array.

    `splits` says that a user turn with `tool_result` blocks is taken apart, whatever else it holds.

    Raises: UnreadableRequest, when the body is not one JSON object.
    """
    must_be_utf8(request)
    try:
        messages = BODY.decode(request).messages
    except (msgspec.DecodeError, RecursionError):
        messages = None
    else:
        return Request(messages or (), range(len(messages or ())))
    return read_leniently(load(request), splits)


def must_be_utf8(request: bytes) -> None:
    """Raises: UnreadableRequest, for bytes that are no UTF-8."""
    fault = encoding_fault(request)
    if fault is not None:
        raise fault


def encoding_fault(request: bytes) -> UnreadableRequest | None:
    """Return what is wrong with the bytes as UTF-8: the typed decode skips strings unseen."""
    if request.isascii():
        return None
    try:
        request.decode()
    except UnicodeDecodeError as error:
        return UnreadableRequest("bad-encoding", error.start)
    return None


def load(request: bytes) -> dict[str, object]:
    """Decode a whole body with the standard library, which takes lone surrogates as they are.

    Numbers are not read: their size must not matter, and no rule asks for one.

    Raises: UnreadableRequest.
    """
    text = request.removeprefix(BYTE_ORDER_MARK).decode()
    skipped = len(request) - len(request.removeprefix(BYTE_ORDER_MARK))
    body: object = None
    code, place = "", 0
    try:
        body = json.loads(text, parse_int=len, parse_float=len, parse_constant=refuse)
    except json.JSONDecodeError as error:
        code, place = code_of(error), error.pos
    except NonFinite:
        code, place = "json-nonfinite", fault_place(text, nonfinite=True)
    except RecursionError:
        code, place = "json-too-deep", fault_place(text, nonfinite=False)
    if code:
        raise UnreadableRequest(code, skipped + len(text[:place].encode()))
    if not isinstance(body, dict):
        raise UnreadableRequest("json-not-object", skipped + len(text) - len(text.lstrip()))
    return body


class NonFinite(ValueError):
    """NaN or Infinity, which the standard library would let pass."""


def refuse(_: str) -> None:
    raise NonFinite


def code_of(error: json.JSONDecodeError) -> str:
    """Name a syntax error as captures name it. Source: wire-formats 9."""
    if not error.doc.strip():
        return "empty-file"
    cut = error.msg.startswith("Unterminated string") or error.pos >= len(error.doc.rstrip())
    return "json-truncated" if cut else "json-syntax"


def fault_place(text: str, *, nonfinite: bool) -> int:
    """Return the character of the first NaN or Infinity, or of the first bracket that stands too deep."""
    depth = 0
    for token in OUTSIDE_STRINGS.finditer(text):
        opens, closes, constant = token.groups()
        depth += bool(opens) - bool(closes)
        if constant if nonfinite else depth > MAX_DEPTH:
            return token.start()
    return 0


def read_leniently(body: dict[str, object], splits: bool) -> Request:
    elements = body.get("messages")
    messages: list[Message] = []
    order: list[int] = []
    unreadable: list[Unreadable] = []
    for raw, element in enumerate(elements if isinstance(elements, list) else ()):
        message = read_message(element, splits)
        if message is None:
            unreadable.append(Unreadable(raw, role_of(element)))
        else:
            messages.append(message)
            order.append(raw)
    return Request(messages, order, tuple(unreadable))


def role_of(element: object) -> Union[str, None, UnsetType]:
    if not isinstance(element, dict) or "role" not in element:
        return UNSET
    return value_of(element, "role")


def read_message(element: object, splits: bool) -> Message | None:
    """Return the message, or None where it cannot be read. Source: message-shape 3.6."""
    if not isinstance(element, dict):
        return None
    content, calls = element.get("content"), element.get("tool_calls")
    if splits and element.get("role") == "user" and holds_result(content):
        return Message(role="user", content=[read_block(block) for block in parts(content)])
    if not (
        all_text(element, "role", "tool_call_id")
        and (content is None or isinstance(content, str | list))
        and (calls is None or isinstance(calls, list))
        and all(all_text(block, "type", "text") for block in parts(content))
        and all(all_text(call, "id") for call in parts(calls))
    ):
        return None
    return Message(
        role=role_of(element),
        content=[read_block(block) for block in content] if isinstance(content, list) else content,
        tool_calls=[Call(value_of(call, "id")) for call in parts(calls)],
        tool_call_id=value_of(element, "tool_call_id"),
    )


def holds_result(content: object) -> bool:
    return any(value_of(block, "type") == "tool_result" for block in parts(content))


def read_block(block: object) -> Block:
    """Return a block; one that is no object keeps its place and says nothing."""
    return Block(*(value_of(block, name) for name in ("type", "text", "id", "tool_use_id")))


def parts(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()


def all_text(element: object, *names: str) -> bool:
    """Whether the element is an object in which each of the names is a string, null or missing."""
    return isinstance(element, dict) and all(isinstance(element.get(name), str | None) for name in names)


def value_of(element: object, name: str) -> str | None:
    value = element.get(name) if isinstance(element, dict) else None
    return value if isinstance(value, str) else None
