"""A request of Converse. Source: wire-formats 5.1, provider-rules 6."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Union

from msgspec import UNSET, Raw, Struct, UnsetType

from compaction.shape.sent import Call, Sent
from compaction.transcripts import Dialect

MISSING = Raw()


class ToolUse(Struct, gc=False, rename={"id": "toolUseId"}):
    """A call; `input` is not decoded."""

    id: object = UNSET
    name: object = UNSET
    input: Raw = MISSING


class ResultPart(Struct, gc=False):
    """One part of a result; the key says what it is, and only `text` is decoded."""

    text: object = UNSET
    json: Raw = MISSING
    image: Raw = MISSING
    document: Raw = MISSING
    video: Raw = MISSING


class ToolResult(Struct, gc=False, rename={"id": "toolUseId"}):
    """A result."""

    id: object = UNSET
    content: Union[Sequence[ResultPart], None, UnsetType] = UNSET
    status: object = UNSET


class MediaSource(Struct, gc=False):
    """Where the bytes come from; base64 in captures, not decoded."""

    bytes: Raw = MISSING


class Media(Struct, gc=False):
    """An image, a document or a video."""

    format: object = UNSET
    name: object = UNSET
    source: Union[MediaSource, None] = None


class ReasoningText(Struct, gc=False):
    """Signed thinking."""

    text: object = UNSET
    signature: object = UNSET


class Reasoning(Struct, gc=False, rename={"thought": "reasoningText", "redacted": "redactedContent"}):
    """Thinking, readable or not."""

    thought: Union[ReasoningText, None] = None
    redacted: Raw = MISSING


class Block(
    Struct,
    gc=False,
    rename={
        "use": "toolUse",
        "result": "toolResult",
        "reasoning": "reasoningContent",
        "cache_point": "cachePoint",
        "guard": "guardContent",
    },
):
    """One block; its one key says what it is."""

    text: object = UNSET
    use: Union[ToolUse, None] = None
    result: Union[ToolResult, None] = None
    image: Union[Media, None] = None
    document: Union[Media, None] = None
    video: Union[Media, None] = None
    reasoning: Union[Reasoning, None] = None
    cache_point: Raw = MISSING
    guard: Raw = MISSING


class Message(Struct, gc=False):
    """One message."""

    role: object = UNSET
    content: Union[Sequence[Block], None, UnsetType] = UNSET


class Specification(Struct, gc=False):
    """What one declared tool is called."""

    name: object = UNSET


class Tool(Struct, gc=False, rename={"specification": "toolSpec"}):
    """One declared tool."""

    specification: Union[Specification, None] = None


class ToolConfig(Struct, gc=False):
    """The declared tools."""

    tools: Union[Sequence[Tool], None] = None


class Body(Struct, gc=False, rename={"model": "modelId", "tools": "toolConfig"}):
    """A request body; captures add the model, which travels in the address."""

    messages: Union[Sequence[Message], None, UnsetType] = UNSET
    model: object = ""
    tools: Union[ToolConfig, None] = None


@dataclass
class Request(Sent):
    """A request of Converse, in turns."""

    dialect: ClassVar[Dialect] = Dialect.BEDROCK_CONVERSE
    list_name: ClassVar[str] = "messages"

    body: Body
    messages: Sequence[Message] = ()

    @cached_property
    def calls_by_turn(self) -> dict[int, list[Call]]:
        """The calls of each turn that has some."""
        return by_turn(self.calls)

    @cached_property
    def results_by_turn(self) -> dict[int, list[Call]]:
        """The results of each turn that has some."""
        return by_turn(self.results)


def by_turn(calls: Sequence[Call]) -> dict[int, list[Call]]:
    found: dict[int, list[Call]] = {}
    for call in calls:
        found.setdefault(call.turn, []).append(call)
    return found


def walk(request: Request) -> None:
    """Index the messages in one pass."""
    for turn, message in enumerate(request.messages):
        role = message.role
        request.roles.append(role if isinstance(role, str) else "")
        if not isinstance(message.content, list):
            continue
        for place, block in enumerate(message.content):
            if isinstance(block.use, ToolUse):
                request.calls.append(Call(turn, "content", place, block.use.id, block.use.name, block.use.input))
            elif isinstance(block.result, ToolResult):
                request.results.append(Call(turn, "content", place, block.result.id))
