"""Event streams of answers, joined to the message that they tell, one module a dialect."""

from compaction.formats.deltas.joined import Event, Joined
from compaction.formats.deltas.stream import join, read_events

__all__ = ["Event", "Joined", "join", "read_events"]
