"""A request of Chat Completions. Source: wire-formats 5, provider-rules 3."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Union

from msgspec import UNSET, Raw, Struct, UnsetType

from compaction.shape import decode
from compaction.shape.sent import Call, Sent
from compaction.transcripts import Dialect

MISSING = Raw()


class Image(Struct, gc=False):
    """An image by its address, which may hold the data."""

    url: object = UNSET


class Part(decode.Block, gc=False):
    """One part of a content list."""

    image_url: Union[str, Image, None] = None
    refusal: object = UNSET


class Function(Struct, gc=False):
    """What is called, with which arguments; these are not decoded."""

    name: object = UNSET
    arguments: Raw = MISSING


class ToolCall(decode.Call, gc=False):
    """One call."""

    type: object = UNSET
    function: Union[Function, None] = None
    custom: Union[Function, None] = None


class Message(decode.Message, gc=False):
    """One message; `content` tells a missing key from null."""

    content: Union[str, Sequence[Part], None, UnsetType] = UNSET  # type: ignore[assignment] # wider than the core's
    tool_calls: Union[Sequence[ToolCall], None] = None
    function_call: Union[Function, None] = None
    refusal: object = None
    audio: Raw = MISSING
    name: object = UNSET
    reasoning_content: object = UNSET


class Tool(Struct, gc=False):
    """One declared tool."""

    type: object = UNSET
    function: Union[Function, None] = None


class Body(Struct, gc=False):
    """A request body."""

    messages: Union[Sequence[Message], None, UnsetType] = UNSET
    model: object = ""
    tools: Union[Sequence[Tool], None] = None
    functions: Raw = MISSING
    thinking: Raw = MISSING


@dataclass
class Exchange:
    """An assistant message with calls and the run of tool messages right after it.

    A run without such a message before it has no calls, and `turn` is -1.
    """

    turn: int = -1
    calls: list[Call] = field(default_factory=list)
    run: list[Call] = field(default_factory=list)


@dataclass
class Request(Sent):
    """A request of Chat Completions, in turns."""

    dialect: ClassVar[Dialect] = Dialect.OPENAI_CHAT
    list_name: ClassVar[str] = "messages"

    body: Body
    messages: Sequence[Message] = ()
    parts: dict[str, list[tuple[int, int, Part]]] = field(default_factory=dict)
    """(turn, place, part) by type, parts of text alone excepted."""
    hollow: list[int] = field(default_factory=list)
    """The turns without content: none, null or an empty list."""
    callers: list[int] = field(default_factory=list)
    """The turns with a list of calls, an empty one too."""
    legacy: list[int] = field(default_factory=list)
    """The turns with a call of the old form."""

    @cached_property
    def uneven(self) -> Sequence[Exchange]:
        """The exchanges in which not every call has one tool message, or a tool message no call."""
        return tuple(exchange for exchange in self.exchanges if not is_even(exchange))

    @cached_property
    def exchanges(self) -> Sequence[Exchange]:
        """The exchanges in order, runs of tool messages without calls among them."""
        return tuple(pair(self))


def is_even(exchange: Exchange) -> bool:
    calls, run = exchange.calls, exchange.run
    if len(calls) != len(run):
        return False
    if len(calls) == 1:
        return calls[0].id == run[0].id and isinstance(calls[0].id, str) and calls[0].id != ""
    called = {call.id for call in calls if isinstance(call.id, str) and call.id}
    return len(called) == len(calls) and called == {result.id for result in run if isinstance(result.id, str)}


def pair(request: Request) -> list[Exchange]:
    calls: dict[int, list[Call]] = {}
    for call in request.calls:
        calls.setdefault(call.turn, []).append(call)
    results = {result.turn: result for result in request.results}
    found: list[Exchange] = []
    if not calls and not results:
        return found
    current: Exchange | None = None
    for turn, role in enumerate(request.roles):
        if role == "tool":
            if current is None:
                current = Exchange()
                found.append(current)
            current.run.append(results[turn])
        elif turn in calls:
            current = Exchange(turn, calls[turn])
            found.append(current)
        else:
            current = None
    return found


def walk(request: Request) -> None:
    """Index the messages in one pass."""
    roles, calls, results = request.roles, request.calls, request.results
    for turn, message in enumerate(request.messages):
        role = message.role
        role = role if isinstance(role, str) else ""
        roles.append(role)
        content = message.content
        if not content and not isinstance(content, str):
            request.hollow.append(turn)
        elif isinstance(content, list):
            index_parts(request, turn, content)
        if role == "tool":
            results.append(Call(turn, "", -1, message.tool_call_id))
        if message.function_call is not None:
            request.legacy.append(turn)
        if role == "assistant" and isinstance(message.tool_calls, list):
            request.callers.append(turn)
            for place, call in enumerate(message.tool_calls):
                function = call.function or call.custom
                told = function if isinstance(function, Function) else Function()
                calls.append(Call(turn, "tool_calls", place, call.id, told.name, told.arguments))


def index_parts(request: Request, turn: int, content: Sequence[Part]) -> None:
    for place, part in enumerate(content):
        kind = part.type
        if kind != "text":
            request.parts.setdefault(kind if isinstance(kind, str) else "", []).append((turn, place, part))
