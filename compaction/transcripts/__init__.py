"""The canonical transcript: what a reader makes of a captured list."""

from compaction.transcripts.blocks import (
    Audio,
    Block,
    Compaction,
    Document,
    Image,
    RedactedThinking,
    Refusal,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    Unknown,
)
from compaction.transcripts.dialect import Dialect
from compaction.transcripts.model import Message, Transcript

__all__ = [
    "Audio",
    "Block",
    "Compaction",
    "Dialect",
    "Document",
    "Image",
    "Message",
    "RedactedThinking",
    "Refusal",
    "Text",
    "Thinking",
    "ToolResult",
    "ToolUse",
    "Transcript",
    "Unknown",
]
