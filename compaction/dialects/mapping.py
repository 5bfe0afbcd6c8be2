"""What a dialect's mapping gives: uploaded elements in, canonical messages with origins out.

Mappings are lenient: nothing fails, nothing is repaired, and what they do not know is kept as `Unknown`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from compaction.dialects.native import Native, Slices
from compaction.dialects.parts import string, unknown
from compaction.transcripts import Block, Dialect, Message


@dataclass(frozen=True, slots=True)
class Element:
    """One element on its way through a mapping: its members, its place, and its exact text."""

    members: Mapping[str, object]
    origin: str
    slices: Slices


def named_role(members: Mapping[str, object]) -> str:
    """Return the role that an element names."""
    return string(members.get("role"))


@dataclass(frozen=True, slots=True)
class DialectMap:
    """The mapping of one dialect.

    `list_key` is where a request body holds its messages; `blocks` maps one element of that list; `system` maps the
    system prompt that stands beside it; `role` tells who speaks in an element.
    """

    dialect: Dialect
    list_key: str
    blocks: Callable[[Element], tuple[Block, ...]]
    system: Callable[[Native], tuple[Block, ...]]
    role: Callable[[Mapping[str, object]], str] = named_role


def map_messages(natives: Sequence[Native], mapping: DialectMap) -> tuple[Message, ...]:
    """Return one message for each element. Source: wire-formats 3.1."""
    base = f"/{mapping.list_key}"
    return tuple(map_element(native, index, f"{base}/{index}", mapping) for index, native in enumerate(natives))


def map_element(native: Native, index: int, origin: str, mapping: DialectMap) -> Message:
    """Return the message of one element; `origin` is its pointer."""
    if native.known is not None and native.known[:2] == (mapping.dialect, origin):
        return native.known[2]
    members = native.value if isinstance(native.value, dict) else {}
    if isinstance(native.value, dict):
        blocks = mapping.blocks(Element(members, origin, Slices(native)))
    else:
        blocks = (unknown(native.value, origin, Slices(native), ()),)
    message = Message(
        index=index,
        role=mapping.role(members) if isinstance(native.value, dict) else "",
        blocks=blocks,
        origin=origin,
        native=native.data,
        native_id=string(members.get("id")),
    )
    native.known = (mapping.dialect, origin, message)
    return message
