"""How each dialect's message list becomes canonical messages."""

from compaction.dialects.mapping import DialectMap, Element, map_messages
from compaction.dialects.native import Native, Slices
from compaction.dialects.registry import MAPPINGS, mapping_of
from compaction.transcripts import Dialect, Message

__all__ = ["MAPPINGS", "DialectMap", "Element", "Native", "Slices", "map_messages", "mapping_of", "read_messages"]


def read_messages(natives: tuple[Native, ...], dialect: Dialect) -> tuple[Message, ...]:
    """Return the canonical messages of an uploaded list.

    Origins are JSON Pointers into the request body (`/messages/4/content/0`), also for a list that came without one.
    """
    return map_messages(natives, mapping_of(dialect))
