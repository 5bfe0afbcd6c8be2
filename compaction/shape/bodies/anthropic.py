"""A request of the Messages API. Source: wire-formats 5, provider-rules 2."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Union

from msgspec import UNSET, Raw, Struct, UnsetType

from compaction.shape import decode
from compaction.shape.sent import Call, Sent
from compaction.transcripts import Dialect

MISSING = Raw()
RESULT, USE = "tool_result", "tool_use"


class Source(Struct, gc=False):
    """Where an image or a document comes from; `data` is not decoded."""

    type: object = UNSET
    media_type: object = UNSET
    data: Raw = MISSING


class Object(Struct, gc=False):
    """Any object; nothing of it is decoded."""


class Block(decode.Block, gc=False):
    """One block of a message, or of a result."""

    name: object = UNSET
    input: Union[Object, UnsetType] = UNSET
    content: Union[str, Sequence["Block"], "Block", None, UnsetType] = UNSET
    is_error: object = UNSET
    cache_control: Raw = MISSING
    thinking: object = UNSET
    signature: object = UNSET
    data: object = UNSET
    source: Union[str, Source, None] = None


class Message(decode.Message, gc=False):
    """One message."""

    content: Union[str, Sequence[Block], None] = None


class StrictMessage(Message, gc=False, forbid_unknown_fields=True):
    """A message without any other field."""


class Tool(Struct, gc=False):
    """One declared tool; `type` tells a provider's own tool."""

    name: object = UNSET
    type: object = UNSET
    cache_control: Raw = MISSING


class Thinking(Struct, gc=False):
    """The thinking mode."""

    type: object = UNSET
    block_binding: Raw = MISSING


class Body(Struct, gc=False):
    """A request body."""

    messages: Union[Sequence[Message], None, UnsetType] = UNSET
    model: object = ""
    system: Union[str, Sequence[Block], None] = None
    tools: Union[Sequence[Tool], None] = None
    thinking: Union[Thinking, None] = None
    cache_control: Raw = MISSING
    context_management: Raw = MISSING
    compaction: Raw = MISSING
    betas: object = None
    anthropic_beta: object = None


class StrictBody(Body, gc=False):
    """A body whose messages have no other fields."""

    messages: Union[Sequence[StrictMessage], None, UnsetType] = UNSET


class Exchange(Struct, gc=False):
    """A merged assistant turn and the user messages after it.

    `run` holds the results of the leading run, `late` those after it.

    Source: provider-rules 2.2.
    """

    calls: list[Call] = []
    run: list[Call] = []
    late: list[Call] = []
    running: bool = True

    def add(self, result: Call) -> None:
        """Take the next result."""
        (self.run if self.running else self.late).append(result)


@dataclass
class Request(Sent):
    """A request of the Messages API, in turns."""

    dialect: ClassVar[Dialect] = Dialect.ANTHROPIC
    list_name: ClassVar[str] = "messages"

    body: Body
    messages: Sequence[Message] = ()
    blocks: dict[str, list[tuple[int, int, Block]]] = field(default_factory=dict)
    """(turn, place, block) by type; a block without a type is under the empty one."""
    exchanges: list[Exchange] = field(default_factory=lambda: [Exchange()])
    """In order; the first one has no calls, but the results that come before any assistant message."""

    def blocks_of(self, *kinds: str) -> Iterator[tuple[int, int, Block]]:
        """(turn, place, block) of every block of some types, in the order of the types and then of the list."""
        for kind in kinds:
            yield from self.blocks.get(kind, ())

    @cached_property
    def nested(self) -> Sequence[tuple[int, str, Block]]:
        """(turn, pointer, block) of every block inside a result."""
        found = []
        for turn, place, block in self.blocks_of(RESULT):
            if isinstance(block.content, list):
                pointer = self.pointer(turn, "content", place)
                found += [(turn, f"{pointer}/content/{inner}", part) for inner, part in enumerate(block.content)]
        return found

    @cached_property
    def media(self) -> Sequence[tuple[int, str, Block]]:
        """(turn, pointer, block) of every image and document, those inside results last."""
        own = [
            (turn, self.pointer(turn, "content", place), block)
            for turn, place, block in self.blocks_of("image", "document")
        ]
        return own + [held for held in self.nested if held[2].type in ("image", "document")]

    @cached_property
    def speakers(self) -> Sequence[int]:
        """The turns that are no system messages."""
        if "system" not in self.roles:
            return range(len(self.roles))
        return [turn for turn, role in enumerate(self.roles) if role != "system"]

    def content_of(self, turn: int) -> Sequence[Block]:
        """The blocks of a message, none where its content is text."""
        content = self.messages[turn].content
        return content if isinstance(content, list) else ()

    @property
    def final_reply(self) -> int | None:
        """The turn of the assistant message that ends the list, None where another ends it, where it waits for results,
        or where the provider continues it itself: after its own tools, or after a paused compaction.
        """
        last = len(self.roles) - 1
        if last < 0 or self.roles[last] != "assistant":
            return None
        kinds = {block.type for block in self.content_of(last) if isinstance(block.type, str)}
        waits = any(kind.endswith(("tool_use", "_result")) for kind in kinds)
        return None if waits or "compaction" in kinds else last


def walk(request: Request) -> None:
    """Index the messages in one pass."""
    before = ""
    for turn, message in enumerate(request.messages):
        role = message.role
        role = role if isinstance(role, str) else ""
        request.roles.append(role)
        if role == "assistant" != before:
            request.exchanges.append(Exchange())
        if role != "system":
            before = role
        content = message.content
        if isinstance(content, list):
            index_blocks(request, turn, role, content)
        elif role == "user" and content is not None:
            request.exchanges[-1].running = False


def index_blocks(request: Request, turn: int, role: str, content: Sequence[Block]) -> None:
    """Put the blocks of one message under their types, calls and results into the exchange as well."""
    blocks, exchange = request.blocks, request.exchanges[-1]
    for place, block in enumerate(content):
        kind = block.type
        if kind.__class__ is not str:
            kind = ""
        held = (turn, place, block)
        try:
            blocks[kind].append(held)
        except KeyError:
            blocks[kind] = [held]
        if kind == RESULT and role == "user":
            result = Call(turn, "content", place, block.tool_use_id)
            request.results.append(result)
            exchange.add(result)
        elif role == "user":
            exchange.running = False
        elif kind == USE and role == "assistant":
            call = Call(turn, "content", place, block.id, block.name, block.input)
            request.calls.append(call)
            exchange.calls.append(call)
