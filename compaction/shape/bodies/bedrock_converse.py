"""A request of Converse. Source: wire-formats 5.1, provider-rules 6."""

from collections.abc import Sequence
from dataclasses import dataclass, field
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
        "citations": "citationsContent",
        "search_result": "searchResult",
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
    audio: Raw = MISSING
    citations: Raw = MISSING
    search_result: Raw = MISSING


class Message(Struct, gc=False):
    """One message."""

    role: object = UNSET
    content: Union[Sequence[Block], None, UnsetType] = UNSET


class StrictBlock(Block, gc=False, forbid_unknown_fields=True):
    """A block without any other key."""


class StrictMessage(Message, gc=False, forbid_unknown_fields=True):
    """A message without any other field, and no block with another key."""

    content: Union[Sequence[StrictBlock], None, UnsetType] = UNSET


class Specification(Struct, gc=False):
    """What one declared tool is called."""

    name: object = UNSET


class Tool(Struct, gc=False, rename={"specification": "toolSpec"}):
    """One declared tool."""

    specification: Union[Specification, None] = None


class ToolConfig(Struct, gc=False):
    """The declared tools."""

    tools: Union[Sequence[Tool], None] = None


class Thinking(Struct, gc=False):
    """The thinking mode of one family of models."""

    type: object = UNSET


class Extra(Struct, gc=False):
    """What is handed on to the model."""

    thinking: Union[Thinking, None] = None


class Body(
    Struct,
    gc=False,
    rename={
        "model": "modelId",
        "tools": "toolConfig",
        "settings": "inferenceConfig",
        "extra": "additionalModelRequestFields",
    },
):
    """A request body; captures add the model, which travels in the address."""

    messages: Union[Sequence[Message], None, UnsetType] = UNSET
    model: object = ""
    tools: Union[ToolConfig, None] = None
    system: Raw = MISSING
    settings: Raw = MISSING
    extra: Union[Extra, None] = None


class StrictBody(Body, gc=False):
    """A body whose messages have no other fields."""

    messages: Union[Sequence[StrictMessage], None, UnsetType] = UNSET


@dataclass
class Request(Sent):
    """A request of Converse, in turns.

    `blank` holds (turn, place) of text without words, `hollow` the turns without any block; `answers`, `thoughts`,
    `media` and `odd` hold (turn, place, block) of results, thinking, images and documents, and of blocks with no key
    that is known.
    """

    dialect: ClassVar[Dialect] = Dialect.BEDROCK_CONVERSE
    list_name: ClassVar[str] = "messages"

    body: Body
    messages: Sequence[Message] = ()
    blank: list[tuple[int, int]] = field(default_factory=list)
    hollow: list[int] = field(default_factory=list)
    answers: list[tuple[int, int, ToolResult]] = field(default_factory=list)
    thoughts: list[tuple[int, int, Reasoning]] = field(default_factory=list)
    media: list[tuple[int, int, Block]] = field(default_factory=list)
    odd: list[tuple[int, int, Block]] = field(default_factory=list)

    @cached_property
    def calls_by_turn(self) -> dict[int, list[Call]]:
        """The calls of each turn that has some."""
        return by_turn(self.calls)

    @cached_property
    def results_by_turn(self) -> dict[int, list[Call]]:
        """The results of each turn that has some."""
        return by_turn(self.results)

    @property
    def is_claude(self) -> bool:
        """Whether the model is named as one whose own rules are known."""
        return "claude" in self.model

    def content_of(self, turn: int) -> Sequence[Block]:
        """The blocks of a message."""
        content = self.messages[turn].content
        return content if isinstance(content, list) else ()

    @property
    def final_reply(self) -> int | None:
        """The turn of the assistant message that ends the list without a call, None where there is none."""
        last = len(self.roles) - 1
        return last if self.roles[-1:] == ["assistant"] and last not in self.calls_by_turn else None


def by_turn(calls: Sequence[Call]) -> dict[int, list[Call]]:
    found: dict[int, list[Call]] = {}
    for call in calls:
        found.setdefault(call.turn, []).append(call)
    return found


def walk(request: Request) -> None:
    """Index the messages in one pass."""
    roles, hollow, blank = request.roles, request.hollow, request.blank
    for turn, message in enumerate(request.messages):
        role = message.role
        roles.append(role if isinstance(role, str) else "")
        content = message.content
        if not isinstance(content, list) or not content:
            hollow.append(turn)
            continue
        for place, block in enumerate(content):
            text = block.text
            if text is UNSET:
                index(request, turn, place, block)
            elif isinstance(text, str) and is_blank(text):
                blank.append((turn, place))


def index(request: Request, turn: int, place: int, block: Block) -> None:
    """Put a block that is no text where rules look for it."""
    if isinstance(block.use, ToolUse):
        request.calls.append(Call(turn, "content", place, block.use.id, block.use.name, block.use.input))
    elif isinstance(block.result, ToolResult):
        request.results.append(Call(turn, "content", place, block.result.id))
        request.answers.append((turn, place, block.result))
    elif isinstance(block.reasoning, Reasoning):
        request.thoughts.append((turn, place, block.reasoning))
    elif isinstance(block.image, Media) or isinstance(block.document, Media):
        request.media.append((turn, place, block))
    elif block.video is None and all(getattr(block, name) is MISSING for name in UNSEEN):
        request.odd.append((turn, place, block))


def is_blank(text: str) -> bool:
    """Whether nothing but white space is there."""
    return not text or text.isspace()


UNSEEN = ("cache_point", "guard", "audio", "citations", "search_result")
