"""A span of one message that an address asks to see marked: `?at=128&hl=4:120-188`.

It names a block and characters of the block's text as a summarizer reads it: of a result, its parts joined by line
feeds, of a call, its arguments as compact JSON.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict

from compaction.qa import from_canonical
from compaction.qa.messages import Media, ToolCall, ToolResult
from compaction.transcripts import Block, Message, ToolUse
from compaction.transcripts import ToolResult as ResultBlock
from webui.transcripts.views.find import Mark
from webui.transcripts.views.pages import whole

ANCHOR = "proof"
_FORM = re.compile(r"(\d{1,6}):(\d{1,9})-(\d{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Proof:
    """Characters `start` up to `stop` of one block of one message."""

    position: int
    block: int
    start: int
    stop: int

    @property
    def link(self) -> str:
        """The query and fragment that show it."""
        query = urlencode({"at": self.position, "hl": f"{self.block}:{self.start}-{self.stop}"}, safe=":")
        return f"?{query}#{ANCHOR}"


def proof(query: QueryDict) -> Proof | None:
    """Return the span that the address asks for; None where it asks for none, or not in this form."""
    found = _FORM.fullmatch(query.get("hl", ""))
    position = whole(query.get("at"))
    if found is None or position is None:
        return None
    block, start, stop = (int(part) for part in found.groups())
    return Proof(position, block, start, stop) if start < stop else None


def marks_of(asked: Proof | None, position: int, blocks: Sequence[Block]) -> Mapping[int, Sequence[Mark]]:
    """Return the marks of a message by block; none where the span lies outside its text."""
    if asked is None or asked.position != position or asked.block >= len(blocks):
        return {}
    found = _marks(blocks[asked.block], asked.start, asked.stop)
    return {asked.block: found} if found else {}


def _marks(block: Block, start: int, stop: int) -> list[Mark]:
    match block:
        case ToolUse():
            return _in_arguments(block, start, stop)
        case ResultBlock():
            return _in_result(block, start, stop)
    return [Mark(0, start, stop, 0, True)]


def _in_arguments(block: ToolUse, start: int, stop: int) -> list[Mark]:
    """The words are looked for: blanks and the order of keys may differ from what was sent."""
    part = _part(block)
    words = part.input[start:stop] if isinstance(part, ToolCall) else ""
    at = block.arguments.find(words) if words else -1
    return [Mark(0, at, at + len(words), 0, True)] if at >= 0 else []


def _in_result(block: ResultBlock, start: int, stop: int) -> list[Mark]:
    part = _part(block)
    if not isinstance(part, ToolResult) or isinstance(part.output, str):
        return [Mark(0, start, stop, 0, True)]
    found: list[Mark] = []
    offset = 0
    for slot, inner in enumerate(part.output):
        length = len(inner.kind) + 2 if isinstance(inner, Media) else len(inner.text)
        here = (max(start - offset, 0), min(stop - offset, length))
        if here[0] < here[1] and not isinstance(inner, Media):
            found.append(Mark(slot, *here, 0, not found))
        offset += length + 1
    return found


def _part(block: Block) -> object:
    return from_canonical([Message(0, "", (block,), "", b"")])[0].parts[0]
