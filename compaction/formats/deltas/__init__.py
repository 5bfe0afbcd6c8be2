"""Event streams of answers, joined to the message that they tell, one module a dialect."""

from compaction.formats.deltas.joined import Joined
from compaction.formats.deltas.stream import join

__all__ = ["Joined", "join"]
