"""What a compaction is given and what it gives back.

Source: summary-validation 2.1.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from uuid import UUID

from compaction.contract.blocks import Block, Text


class Role(StrEnum):
    """Whose message it is; no other role is allowed."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that a call took, as its provider reports them."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_creation_tokens: int = 0
    reasoning_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Basis:
    """The state of the context that a compaction stands for."""

    revision: int
    through_event_id: UUID


@dataclass(frozen=True, slots=True)
class ModelKey:
    """Which model; both names are opaque and compared exactly."""

    provider: str
    model: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message. `usage` belongs to assistant messages, `tool_use_id` and `is_error` to tool messages."""

    role: Role
    blocks: tuple[Block, ...]
    usage: Usage | None = None
    tool_use_id: str = ""
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class CompactionInput:
    """What the model is asked to summarise; `request_fingerprint` has 32 bytes, the budget counts tokens."""

    basis: Basis
    model: ModelKey
    request_fingerprint: bytes
    transcript: tuple[Message, ...] = field(repr=False)
    max_summary_tokens: int


@dataclass(frozen=True, slots=True)
class CompactionOutput:
    """A summary that passed every check; basis, model and fingerprint are those of the input."""

    basis: Basis
    model: ModelKey
    request_fingerprint: bytes
    summary: Message = field(repr=False)

    @property
    def summary_text(self) -> str:
        """The summary exactly as the model wrote it."""
        (block,) = self.summary.blocks
        return block.text if isinstance(block, Text) else ""
