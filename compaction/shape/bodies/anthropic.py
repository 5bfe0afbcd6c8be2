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


class Block(decode.Block, gc=False):
    """One block of a message, or of a result."""

    name: object = UNSET
    input: Raw = MISSING
    content: Union[str, Sequence["Block"], "Block", None, UnsetType] = UNSET
    is_error: object = UNSET
    cache_control: Raw = MISSING
    thinking: object = UNSET
    signature: object = UNSET
    data: object = UNSET
    source: Union[str, Source, None] = None


class Message(decode.Message, gc=False):
    """One message, with fields that belong to other dialects or to a client's own bookkeeping."""

    content: Union[str, Sequence[Block], None] = None
    cache_control: Raw = MISSING
    id: Raw = MISSING
    name: Raw = MISSING
    timestamp: Raw = MISSING
    usage: Raw = MISSING
    model: Raw = MISSING
    stop_reason: Raw = MISSING


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


@dataclass
class Exchange:
    """A merged assistant turn and the user messages after it.

    `run` holds the results of the leading run, `late` those after it.
    """

    calls: list[Call] = field(default_factory=list)
    run: list[Call] = field(default_factory=list)
    late: list[Call] = field(default_factory=list)
    running: bool = True


@dataclass
class Request(Sent):
    """A request of the Messages API, in turns."""

    dialect: ClassVar[Dialect] = Dialect.ANTHROPIC
    list_name: ClassVar[str] = "messages"

    body: Body
    messages: Sequence[Message] = ()
    blocks: dict[str, list[tuple[int, int, Block]]] = field(default_factory=dict)
    """(turn, place, block) by type; a block without a type is under the empty one."""

    def blocks_of(self, *kinds: str) -> Iterator[tuple[int, int, Block]]:
        """(turn, place, block) of every block of some types, in the order of the types and then of the list."""
        for kind in kinds:
            yield from self.blocks.get(kind, ())

    @cached_property
    def exchanges(self) -> Sequence[Exchange]:
        """The exchanges in order; the first one has no calls where results come before any assistant message.

        Source: provider-rules 2.2.
        """
        found = [Exchange()]
        before = ""
        parts = parts_by_turn(self.calls), parts_by_turn(self.results)
        for turn, role in enumerate(self.roles):
            if role == "assistant":
                if before != role:
                    found.append(Exchange())
                found[-1].calls += parts[0].get(turn, ())
            elif role == "user":
                answer(found[-1], self.messages[turn], parts[1].get(turn, ()))
            before = before if role == "system" else role
        return found


def parts_by_turn(calls: Sequence[Call]) -> dict[int, list[Call]]:
    found: dict[int, list[Call]] = {}
    for call in calls:
        found.setdefault(call.turn, []).append(call)
    return found


def answer(exchange: Exchange, message: Message, results: Sequence[Call]) -> None:
    """Add the results of a user message to an exchange."""
    content = message.content
    if not isinstance(content, list):
        exchange.running = exchange.running and content is None
        return
    if exchange.running:
        run = next((place for place, block in enumerate(content) if block.type != RESULT), len(content))
        exchange.running = run == len(content)
        exchange.run += results[:run]
        exchange.late += results[run:]
    else:
        exchange.late += results


def walk(request: Request) -> None:
    """Index the messages in one pass."""
    roles, blocks, calls, results = request.roles, request.blocks, request.calls, request.results
    for turn, message in enumerate(request.messages):
        role = message.role
        role = role if isinstance(role, str) else ""
        roles.append(role)
        content = message.content
        if not isinstance(content, list):
            continue
        for place, block in enumerate(content):
            kind = block.type
            kind = kind if isinstance(kind, str) else ""
            found = blocks.get(kind)
            if found is None:
                found = blocks[kind] = []
            found.append((turn, place, block))
            if kind == USE and role == "assistant":
                calls.append(Call(turn, "content", place, block.id, block.name, block.input))
            elif kind == RESULT and role == "user":
                results.append(Call(turn, "content", place, block.tool_use_id))
