"""Fields that an API does not have, found at no cost where there are none: one strict decode tells.

Source: provider-rules 7.1, unknown-field.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TypeAlias, TypeVar, Union

import msgspec
from msgspec import Raw, Struct, structs

from compaction.shape.sent import Sent

MISSING = Raw()
Place: TypeAlias = tuple[int, str]


class Part(
    Struct,
    gc=False,
    forbid_unknown_fields=True,
    rename={
        "signature": "thoughtSignature",
        "call": "functionCall",
        "response": "functionResponse",
        "data": "inlineData",
        "file": "fileData",
        "code": "executableCode",
        "result": "codeExecutionResult",
        "video": "videoMetadata",
        "metadata": "partMetadata",
        "resolution": "mediaResolution",
        "tool_call": "toolCall",
        "tool_response": "toolResponse",
    },
):
    """All fields of a part of generateContent, in both spellings."""

    text: Raw = MISSING
    thought: Raw = MISSING
    signature: Raw = MISSING
    thought_signature: Raw = MISSING
    call: Raw = MISSING
    function_call: Raw = MISSING
    response: Raw = MISSING
    function_response: Raw = MISSING
    data: Raw = MISSING
    inline_data: Raw = MISSING
    file: Raw = MISSING
    file_data: Raw = MISSING
    code: Raw = MISSING
    executable_code: Raw = MISSING
    result: Raw = MISSING
    code_execution_result: Raw = MISSING
    video: Raw = MISSING
    video_metadata: Raw = MISSING
    metadata: Raw = MISSING
    part_metadata: Raw = MISSING
    resolution: Raw = MISSING
    media_resolution: Raw = MISSING
    tool_call: Raw = MISSING
    tool_response: Raw = MISSING


class Content(Struct, gc=False, forbid_unknown_fields=True):
    """All fields of a content."""

    role: Raw = MISSING
    parts: Union[list[Part], None] = None


class Contents(Struct, gc=False):
    """A body without what may be wrapped around it."""

    contents: Union[list[Content], None] = None


class GeminiBody(Contents, gc=False):
    """A body, or one with the real one inside."""

    request: Union[Contents, None] = None


class Block(
    Struct,
    gc=False,
    forbid_unknown_fields=True,
    rename={
        "use": "toolUse",
        "result": "toolResult",
        "reasoning": "reasoningContent",
        "cache": "cachePoint",
        "guard": "guardContent",
        "citations": "citationsContent",
        "search": "searchResult",
    },
):
    """All keys of a block of Converse."""

    text: Raw = MISSING
    image: Raw = MISSING
    document: Raw = MISSING
    video: Raw = MISSING
    audio: Raw = MISSING
    use: Raw = MISSING
    result: Raw = MISSING
    reasoning: Raw = MISSING
    cache: Raw = MISSING
    guard: Raw = MISSING
    citations: Raw = MISSING
    search: Raw = MISSING


class Message(Struct, gc=False, forbid_unknown_fields=True):
    """All fields of a message."""

    role: Raw = MISSING
    content: Union[list[Block], None] = None


class BedrockBody(Struct, gc=False):
    """A body."""

    messages: Union[list[Message], None] = None


Body = TypeVar("Body", bound=Struct)


def unknown_fields(sent: Sent, body: type[Body], element: type[Struct], part: type[Struct]) -> Iterator[Place]:
    """Yield turn and pointer of each field that an element or one of its parts does not have. A part of which nothing
    is known is of an unknown kind, and not looked at.
    """
    if is_strict(sent.request, body):
        return
    own, inner = names_of(element), names_of(part)
    parts_name = structs.fields(element)[1].encode_name
    for turn, given in enumerate(sent.document_list):
        members = given if isinstance(given, dict) else {}
        yield from ((turn, pointer) for pointer in beyond(members, own, sent.pointer(turn)))
        parts = members.get(parts_name)
        for place, held in enumerate(parts if isinstance(parts, list) else ()):
            if isinstance(held, dict) and not inner.isdisjoint(held):
                yield from ((turn, pointer) for pointer in beyond(held, inner, sent.pointer(turn, parts_name, place)))


def is_strict(request: bytes, body: type[Body]) -> bool:
    """Whether a body has no unknown field; one that cannot be told for another reason is looked at as well."""
    try:
        decoder(body).decode(request)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


@cache
def decoder(kind: type[Body]) -> msgspec.json.Decoder[Body]:
    return msgspec.json.Decoder(kind)


@cache
def names_of(kind: type[Struct]) -> frozenset[str]:
    return frozenset(field.encode_name for field in structs.fields(kind))


def beyond(members: Mapping[str, object], known: frozenset[str], pointer: str) -> Iterator[str]:
    return (f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}" for name in members if name not in known)
