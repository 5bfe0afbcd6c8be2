"""The texts of a transcript that offsets of evidence count in: those that a summarizer reads, part by part."""

from collections.abc import Sequence

from compaction.qa import from_canonical
from compaction.qa.messages import Part, Text, Thinking, ToolCall, ToolResult, output_text
from compaction.transcripts import Message as Turn
from webui.transcripts import store as bodies
from webui.transcripts.models import Message


def parts_of(row: Message) -> Sequence[Part]:
    """Return the parts of a message."""
    turn = Turn(row.index, row.body.role, bodies.blocks_of(row), row.origin, b"")
    return from_canonical([turn])[0].parts


def text_of(part: Part) -> str:
    """Return the text of a part that offsets of evidence count in."""
    match part:
        case Text() | Thinking():
            return part.text
        case ToolCall():
            return part.input
        case ToolResult():
            return output_text(part)
    return ""
