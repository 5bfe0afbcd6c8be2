"""The blocks of a contract message, one frozen class a kind.

Texts are as decoded. `data` is None where the wire says null, which differs from zero bytes. `input` and
`provider_state` hold one JSON value as it was spelled.

Source: summary-validation 2.4, 3.5.
"""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Text:
    """Plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """The model's refusal; it differs from a text by its tag alone."""

    text: str


@dataclass(frozen=True, slots=True)
class Image:
    """A picture, by address or by bytes; neither and both are allowed."""

    media_type: str
    url: str
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Audio:
    """A recording."""

    media_type: str
    data: bytes | None


@dataclass(frozen=True, slots=True)
class Document:
    """A file with its text."""

    media_type: str
    name: str
    data: bytes | None
    text: str


@dataclass(frozen=True, slots=True)
class Thinking:
    """The model's reasoning; `provider_state` and its format come as a pair or not at all."""

    thinking: str
    signature: str
    signature_format: str = ""
    provider_state: bytes | None = None
    provider_state_format: str = ""


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A call; no input counts as JSON null."""

    id: str
    name: str
    input: bytes | None
    provider_state: bytes | None = None
    provider_state_format: str = ""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The answer to a call; its content is a list of blocks one deeper."""

    tool_use_id: str
    content: tuple["Block", ...]
    is_error: bool


Block: TypeAlias = "Text | Refusal | Image | Audio | Document | Thinking | ToolUse | ToolResult"
BLOCKS = (Text, Refusal, Image, Audio, Document, Thinking, ToolUse, ToolResult)
