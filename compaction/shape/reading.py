"""Bytes of a request -> what the rules of the provider layer see, by dialect.

The usual body goes through one typed decode; one that it refuses goes through the lenient way, which keeps odd values
as they are. Either way the bytes are decoded once.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from typing import TypeVar

import msgspec
from msgspec import UNSET, Struct

from compaction.shape.bodies import anthropic, bedrock_converse, gemini, openai_chat, openai_responses
from compaction.shape.context import Context
from compaction.shape.decode import load, must_be_utf8
from compaction.shape.lenient import build
from compaction.shape.sent import Sent
from compaction.transcripts import Dialect

Body = TypeVar("Body", bound=Struct)
Element = TypeVar("Element")
Request = TypeVar("Request", bound=Sent)
Loaded = dict[str, object] | None


@cache
def decoder(kind: type[Body]) -> msgspec.json.Decoder[Body]:
    """Build a decoder once."""
    return msgspec.json.Decoder(kind)


def read(request: bytes, dialect: Dialect, context: Context) -> Sent:
    """Decode a body once and index it in one walk.

    Raises: UnreadableRequest, when the body is not one JSON object.
    """
    must_be_utf8(request)
    match dialect:
        case Dialect.ANTHROPIC:
            return read_anthropic(request, context)
        case Dialect.OPENAI_CHAT:
            return read_chat(request, context)
        case Dialect.OPENAI_RESPONSES:
            return read_responses(request, context)
        case Dialect.GEMINI:
            return read_gemini(request, context)
        case Dialect.BEDROCK_CONVERSE:  # pragma: no branch  # the last dialect; mypy holds the list complete
            return read_bedrock(request, context)


def decoded(request: bytes, kind: type[Body], strict: type[Body] | None = None) -> tuple[Body, Loaded]:
    """Return the body, and the whole document where the typed decode refused it. A `strict` kind is tried first."""
    for one in (strict, kind):
        body: Body | None = None
        with suppress(msgspec.DecodeError, RecursionError):
            body = decoder(one).decode(request) if one else None
        if body is not None:
            return body, None
    loaded = load(request)
    return build(kind, loaded), loaded


def listed(value: Sequence[Element] | object) -> Sequence[Element]:
    """Return a list, an empty one where the value is none."""
    return value if isinstance(value, list) else ()


def indexed(sent: Request, elements: Sequence[Struct], given: object, walk: Callable[[Request], None]) -> Request:
    """Give a request its list, say whether one was sent, and walk it."""
    sent.elements, sent.has_list = elements, given is not UNSET
    walk(sent)
    return sent


def read_anthropic(request: bytes, context: Context) -> anthropic.Request:
    body, loaded = decoded(request, anthropic.Body, anthropic.StrictBody)
    sent = anthropic.Request(request, context, body, loaded, messages=listed(body.messages))
    return indexed(sent, sent.messages, body.messages, anthropic.walk)


def read_chat(request: bytes, context: Context) -> openai_chat.Request:
    body, loaded = decoded(request, openai_chat.Body)
    sent = openai_chat.Request(request, context, body, loaded, messages=listed(body.messages))
    return indexed(sent, sent.messages, body.messages, openai_chat.walk)


def read_responses(request: bytes, context: Context) -> openai_responses.Request:
    body, loaded = decoded(request, openai_responses.Body)
    sent = openai_responses.Request(request, context, body, loaded, items=listed(body.input))
    return indexed(sent, sent.items, body.input, openai_responses.walk)


def read_gemini(request: bytes, context: Context) -> gemini.Request:
    body, loaded = decoded(request, gemini.Body, gemini.StrictBody)
    wrapped = isinstance(body.request, gemini.Inner) and body.contents is UNSET
    inner = body.request if wrapped and body.request is not None else body
    root = "/request" if wrapped else ""
    sent = gemini.Request(request, context, body, loaded, contents=listed(inner.contents), root=root)
    return indexed(sent, sent.contents, inner.contents, gemini.walk)


def read_bedrock(request: bytes, context: Context) -> bedrock_converse.Request:
    body, loaded = decoded(request, bedrock_converse.Body, bedrock_converse.StrictBody)
    sent = bedrock_converse.Request(request, context, body, loaded, messages=listed(body.messages))
    return indexed(sent, sent.messages, body.messages, bedrock_converse.walk)
