"""A request of generateContent. Source: wire-formats 5, provider-rules 5."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Union

from msgspec import UNSET, Raw, Struct, UnsetType

from compaction.shape.sent import Call, Sent
from compaction.transcripts import Dialect

MISSING = Raw()


class Function(Struct, gc=False):
    """A call or a response; `args` and `response` are not decoded."""

    name: object = UNSET
    id: object = UNSET
    args: Raw = MISSING
    response: Raw = MISSING
    parts: Raw = MISSING


class Media(Struct, gc=False, rename={"mime_camel": "mimeType"}):
    """Data of another kind than text; `data` is not decoded."""

    mime_camel: object = UNSET
    mime_type: object = UNSET
    data: Raw = MISSING

    @property
    def type(self) -> object:
        """The declared type in either spelling."""
        return self.mime_type if self.mime_camel is UNSET else self.mime_camel


class Part(
    Struct,
    gc=False,
    rename={
        "call_camel": "functionCall",
        "call_snake": "function_call",
        "response_camel": "functionResponse",
        "response_snake": "function_response",
        "signature_camel": "thoughtSignature",
        "signature_snake": "thought_signature",
        "media_camel": "inlineData",
        "media_snake": "inline_data",
        "file_camel": "fileData",
        "file_snake": "file_data",
        "code_camel": "executableCode",
        "code_snake": "executable_code",
        "result_camel": "codeExecutionResult",
        "result_snake": "code_execution_result",
        "tool_call": "toolCall",
        "tool_response": "toolResponse",
        "video_camel": "videoMetadata",
        "video_snake": "video_metadata",
        "more_camel": "partMetadata",
        "more_snake": "part_metadata",
        "resolution_camel": "mediaResolution",
        "resolution_snake": "media_resolution",
    },
):
    """One part; every field may be written in camel or in snake case."""

    text: object = UNSET
    thought: object = UNSET
    call_camel: Union[Function, None] = None
    call_snake: Union[Function, None] = None
    response_camel: Union[Function, None] = None
    response_snake: Union[Function, None] = None
    signature_camel: object = UNSET
    signature_snake: object = UNSET
    media_camel: Union[Media, None] = None
    media_snake: Union[Media, None] = None
    file_camel: Raw = MISSING
    file_snake: Raw = MISSING
    code_camel: Raw = MISSING
    code_snake: Raw = MISSING
    result_camel: Raw = MISSING
    result_snake: Raw = MISSING
    tool_call: Raw = MISSING
    tool_response: Raw = MISSING
    video_camel: Raw = MISSING
    video_snake: Raw = MISSING
    more_camel: Raw = MISSING
    more_snake: Raw = MISSING
    resolution_camel: Raw = MISSING
    resolution_snake: Raw = MISSING

    @property
    def signature(self) -> object:
        """The thought signature in either spelling."""
        return self.signature_snake if self.signature_camel is UNSET else self.signature_camel


class Content(Struct, gc=False):
    """One element of `contents`; a missing role means user."""

    role: object = UNSET
    parts: Union[Sequence[Part], None, UnsetType] = UNSET


class StrictPart(Part, gc=False, forbid_unknown_fields=True):
    """A part without any other field."""


class StrictContent(Content, gc=False, forbid_unknown_fields=True):
    """A content without any other field, and no part with one."""

    parts: Union[Sequence[StrictPart], None, UnsetType] = UNSET


class Declarations(Struct, gc=False, rename={"camel": "functionDeclarations", "snake": "function_declarations"}):
    """One declared set of tools."""

    camel: Union[Sequence[Function], None] = None
    snake: Union[Sequence[Function], None] = None


class Inner(Struct, gc=False):
    """A request body without what may be wrapped around it."""

    contents: Union[Sequence[Content], None, UnsetType] = UNSET
    tools: Union[Sequence[Declarations], None] = None
    model: object = ""


class Body(Inner, gc=False):
    """A request body, or one with the real one inside `request`."""

    request: Union[Inner, None] = None


class StrictInner(Inner, gc=False):
    """A body whose contents have no other fields."""

    contents: Union[Sequence[StrictContent], None, UnsetType] = UNSET


class StrictBody(Body, gc=False):
    """A body whose contents have no other fields, wrapped or not."""

    contents: Union[Sequence[StrictContent], None, UnsetType] = UNSET
    request: Union[StrictInner, None] = None


@dataclass
class Request(Sent):
    """A request of generateContent, in turns.

    `calling` and `responding` hold the calls and the responses of each turn that has some. `mute` holds (turn, place,
    part) of the parts with neither words nor data, `hollow` the turns without any part, and `media` (turn, place,
    media) of data in parts of their own.
    """

    dialect: ClassVar[Dialect] = Dialect.GEMINI
    list_name: ClassVar[str] = "contents"

    body: Body
    contents: Sequence[Content] = ()
    calling: dict[int, list[Call]] = field(default_factory=dict)
    responding: dict[int, list[Call]] = field(default_factory=dict)
    mute: list[tuple[int, int, Part]] = field(default_factory=list)
    hollow: list[int] = field(default_factory=list)
    media: list[tuple[int, int, Media]] = field(default_factory=list)

    @property
    def inner(self) -> Inner:
        """The body without what may be wrapped around it."""
        return self.body.request if self.root and isinstance(self.body.request, Inner) else self.body

    @property
    def model(self) -> str:
        """The model by its captured name, also where only the wrapper names it."""
        named = (self.body.model, self.inner.model, self.context.model)
        return next((name for name in named if isinstance(name, str) and name), "")

    def part(self, turn: int, place: int) -> Part:
        """One part of a turn that has parts."""
        parts = self.contents[turn].parts
        return parts[place] if isinstance(parts, list) else Part()


def walk(request: Request) -> None:
    """Index the contents in one pass."""
    roles, hollow = request.roles, request.hollow
    for turn, content in enumerate(request.contents):
        role = content.role
        roles.append("user" if role is UNSET else role if isinstance(role, str) else "")
        parts = content.parts
        if not isinstance(parts, list) or not parts:
            hollow.append(turn)
            continue
        for place, part in enumerate(parts):
            text = part.text
            if text is UNSET or text == "":
                index(request, turn, place, part)


def index(request: Request, turn: int, place: int, part: Part) -> None:
    """Put a part without words where rules look for it."""
    call = part.call_camel or part.call_snake
    response = part.response_camel or part.response_snake
    media = part.media_camel or part.media_snake
    if isinstance(call, Function):
        request.calls.append(Call(turn, "parts", place, call.id, call.name, call.args))
        request.calling.setdefault(turn, []).append(request.calls[-1])
    elif isinstance(response, Function):
        request.results.append(Call(turn, "parts", place, response.id, response.name, response.response))
        request.responding.setdefault(turn, []).append(request.results[-1])
    elif isinstance(media, Media):
        request.media.append((turn, place, media))
    elif not any(is_given(getattr(part, name)) for name in OTHER_DATA):
        request.mute.append((turn, place, part))


def is_given(value: object) -> bool:
    """Whether a field that is not decoded was sent."""
    return value is not MISSING and value is not None


OTHER_DATA = (
    "file_camel",
    "file_snake",
    "code_camel",
    "code_snake",
    "result_camel",
    "result_snake",
    "tool_call",
    "tool_response",
)
