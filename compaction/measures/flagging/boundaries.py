"""Flags of a boundary that a capture holds with both of its lists."""

from dataclasses import replace

from compaction.findings import Flag, Severity
from compaction.formats import Boundary, MessageList
from compaction.measures.flagging.lists import flag_lists
from compaction.measures.flagging.parts import read_parts


def flag_boundary(boundary: Boundary, before: MessageList | None, after: MessageList | None) -> Boundary:
    """Return a boundary with its flags. Without two lists only a summary that nobody can read is flagged."""
    if before is None or after is None or before is after:
        opaque = boundary.summary == "encrypted"
        return replace(boundary, flags=(Flag("opaque-summary", severity=Severity.NOTE),) if opaque else ())
    found = flag_lists(
        read_parts(before.messages, before.system),
        read_parts(after.messages, after.system),
        summary=boundary.summary_text,
        prior=boundary.prior_text or "",
    )
    return replace(boundary, flags=found)
