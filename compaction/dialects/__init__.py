"""How each dialect's message list becomes canonical messages."""

import json

from compaction.dialects.mapping import DialectMap, Element, map_element, map_messages
from compaction.dialects.native import Native, Slices
from compaction.dialects.registry import MAPPINGS, mapping_of
from compaction.transcripts import Dialect, Message

__all__ = [
    "MAPPINGS",
    "DialectMap",
    "Element",
    "Native",
    "Slices",
    "map_messages",
    "mapping_of",
    "read_element",
    "read_messages",
]


def read_messages(natives: tuple[Native, ...], dialect: Dialect) -> tuple[Message, ...]:
    """Return the canonical messages of an uploaded list.

    Origins are JSON Pointers into the request body (`/messages/4/content/0`), also for a list that came without one.
    """
    return map_messages(natives, mapping_of(dialect))


def read_element(data: bytes, dialect: Dialect, origin: str, index: int = 0) -> Message:
    """Return the canonical message of one element from its exact JSON; `origin` is its pointer."""
    return map_element(Native(json.loads(data), data), index, origin, mapping_of(dialect))
