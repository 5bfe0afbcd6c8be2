"""The blocks of a canonical message, one frozen class a kind.

`origin` is the JSON Pointer (RFC 6901) of the native element in its body, for example `/messages/4/content/0`.
Texts keep their bytes as they are. Media keep kind, size in bytes and sha256 digest, never the data; `reference` is the
address or file id of media that stand elsewhere (size 0), and the digest is then that of the reference.

Source: wire-formats 3.
"""

from dataclasses import dataclass
from typing import TypeAlias, Union


@dataclass(frozen=True, slots=True)
class Text:
    text: str
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Image:
    media_type: str
    size: int
    digest: str
    origin: str = ""
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Audio:
    media_type: str
    size: int
    digest: str
    origin: str = ""
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    media_type: str
    title: str
    size: int
    digest: str
    origin: str = ""
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Thinking:
    text: str
    signature: str = ""
    origin: str = ""


@dataclass(frozen=True, slots=True)
class RedactedThinking:
    size: int
    digest: str
    origin: str = ""


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A call. `arguments` is JSON text as sent; `kind` is client, server, mcp, custom or shell."""

    id: str
    name: str
    arguments: str
    kind: str = "client"
    origin: str = ""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The answer to a call; `blocks` hold its payload."""

    call_id: str
    blocks: "tuple[Block, ...]"
    is_error: bool = False
    kind: str = "client"
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Refusal:
    text: str
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Compaction:
    """A boundary that is content as well. `text` is None where the summary cannot be read."""

    text: str | None
    written_by: str
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A block of a kind that no mapping knows: kept, shown as raw JSON, never dropped."""

    native_type: str
    raw: str
    origin: str = ""


Block: TypeAlias = Union[
    Text,
    Image,
    Audio,
    Document,
    Thinking,
    RedactedThinking,
    ToolUse,
    ToolResult,
    Refusal,
    Compaction,
    Unknown,
]
