"""Lookups over a transcript, each computed once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from compaction.transcripts.blocks import ToolResult, ToolUse
from compaction.transcripts.model import Message


@dataclass(frozen=True)
class Index:
    """Where calls and results stand. Ids that are empty name nothing and are left out."""

    messages: Sequence[Message]

    @cached_property
    def calls(self) -> Mapping[str, tuple[int, ToolUse]]:
        """Message index and call by call id. The first call wins."""
        found: dict[str, tuple[int, ToolUse]] = {}
        for message in self.messages:
            for block in message.blocks:
                if isinstance(block, ToolUse) and block.id:
                    found.setdefault(block.id, (message.index, block))
        return found

    @cached_property
    def results(self) -> Mapping[str, tuple[tuple[int, ToolResult], ...]]:
        """Message index and result by call id, in order."""
        found: dict[str, list[tuple[int, ToolResult]]] = {}
        for index, result in self._results():
            found.setdefault(result.call_id, []).append((index, result))
        return {call_id: tuple(places) for call_id, places in found.items()}

    def _results(self) -> Iterator[tuple[int, ToolResult]]:
        for message in self.messages:
            for block in message.blocks:
                if isinstance(block, ToolResult) and block.call_id:
                    yield message.index, block
