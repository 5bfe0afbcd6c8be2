"""Two lists of messages as parts of text: which stayed, which were replaced, and what stands in their place."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from compaction.measures.flagging.texts import collapsed
from compaction.transcripts import Block, Compaction, Message, Refusal, Text, ToolResult, ToolUse, Unknown


class Kind(StrEnum):
    """What a part of text is."""

    TEXT = "text"
    CALL = "call"
    RESULT = "result"
    SUMMARY = "summary"
    OPAQUE = "opaque"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Part:
    """One text of a list. `index` is None in a system prompt beside the list; `tool` is the name that a call has."""

    index: int | None
    role: str
    kind: Kind
    text: str
    pointer: str
    tool: str = ""


def read_parts(messages: Iterable[Message], system: Iterable[Block] = ()) -> tuple[Part, ...]:
    """Give the texts of a list in order, the system prompt first. Thinking and media are left out."""
    beside = [part for block in system for part in _parts(block, None, "system")]
    return (
        *beside,
        *[p for message in messages for block in message.blocks for p in _parts(block, message.index, message.role)],
    )


def _parts(block: Block, index: int | None, role: str) -> Iterator[Part]:
    match block:
        case Text(text, origin) | Refusal(text, origin):
            yield Part(index, role, Kind.TEXT, text, f"{origin}/text" if _is_listed(origin) else origin)
        case ToolUse(name=name, arguments=arguments, origin=origin):
            yield Part(index, role, Kind.CALL, arguments, origin, name)
        case ToolResult(blocks=blocks):
            for part in (part for inner in blocks for part in _parts(inner, index, "tool")):
                yield Part(index, "tool", Kind.RESULT, part.text, part.pointer)
        case Compaction(text, _, origin):
            yield Part(index, role, Kind.OPAQUE if text is None else Kind.SUMMARY, text or "", origin)
        case Unknown(_, raw, origin):
            yield Part(index, role, Kind.UNKNOWN, raw, origin)


def _is_listed(origin: str) -> bool:
    return origin.rpartition("/")[2].isdecimal()


@dataclass(frozen=True)
class Change:
    """What a compaction did to the parts of a list."""

    before: tuple[Part, ...]
    after: tuple[Part, ...]

    @cached_property
    def origins(self) -> Mapping[int, int]:
        """Places of parts after, and of the equal part before; equal parts are paired from the end."""
        places: dict[tuple[Kind, str], list[int]] = defaultdict(list)
        for place, part in enumerate(self.before):
            places[part.kind, part.text].append(place)
        found = {}
        for place in reversed(range(len(self.after))):
            part = self.after[place]
            if places.get((part.kind, part.text)):
                found[place] = places[part.kind, part.text].pop()
        return found

    @cached_property
    def replaced(self) -> tuple[Part, ...]:
        """Parts before that did not stay."""
        stayed = set(self.origins.values())
        return tuple([part for place, part in enumerate(self.before) if place not in stayed])

    @cached_property
    def new(self) -> tuple[Part, ...]:
        """Parts after that were not there before."""
        return tuple([part for place, part in enumerate(self.after) if place not in self.origins])

    @cached_property
    def kept(self) -> tuple[Part, ...]:
        """Parts after that were there before."""
        return tuple([self.after[place] for place in sorted(self.origins)])


def places_of(text: str, parts: Sequence[Part]) -> list[int]:
    """Give the places of the parts that hold a text, case and white space ignored."""
    wanted = collapsed(text)
    spoken = (Kind.TEXT, Kind.SUMMARY)
    return [n for n, part in enumerate(parts) if wanted and part.kind in spoken and wanted in collapsed(part.text)]


def joined(parts: Iterable[Part]) -> str:
    """Give the texts of parts, a line break between two."""
    return "\n".join([part.text for part in parts])
