"""Short builders of transcripts, for tests and demonstrations."""

from dataclasses import replace

from compaction.transcripts.blocks import Block, Text, ToolResult, ToolUse
from compaction.transcripts.codec import encode
from compaction.transcripts.dialect import Dialect
from compaction.transcripts.model import Message, Transcript


def message(role: str, *contents: str | Block) -> Message:
    """Return a message of texts and blocks; `transcript` gives it its place."""
    blocks = tuple(Text(content) if isinstance(content, str) else content for content in contents)
    return Message(index=0, role=role, blocks=blocks, origin="", native=encode(blocks))


def user(*contents: str | Block) -> Message:
    """Return a message of the user."""
    return message("user", *contents)


def assistant(*contents: str | Block) -> Message:
    """Return a message of the model."""
    return message("assistant", *contents)


def system(*contents: str | Block) -> Message:
    """Return a system message."""
    return message("system", *contents)


def call(call_id: str, name: str = "bash", arguments: str = "{}") -> ToolUse:
    """Return a call of a tool."""
    return ToolUse(id=call_id, name=name, arguments=arguments)


def result(call_id: str, *contents: str | Block, is_error: bool = False) -> ToolResult:
    """Return the answer to a call."""
    blocks = tuple(Text(content) if isinstance(content, str) else content for content in contents)
    return ToolResult(call_id=call_id, blocks=blocks, is_error=is_error)


def transcript(*messages: Message, dialect: Dialect | None = Dialect.ANTHROPIC) -> Transcript:
    """Return a transcript with its messages numbered and their origins set."""
    placed = (
        replace(
            each,
            index=index,
            origin=f"/messages/{index}",
            blocks=tuple(replace(b, origin=f"/messages/{index}/content/{i}") for i, b in enumerate(each.blocks)),
        )
        for index, each in enumerate(messages)
    )
    return Transcript(dialect=dialect, messages=tuple(placed))
