"""What changed from one summary to the next, for every way to show it."""

from compaction.diff.compare import diff
from compaction.diff.model import Change, Counts, Diff, Kind, Limit, Range, SectionDiff, WordChange

__all__ = ["Change", "Counts", "Diff", "Kind", "Limit", "Range", "SectionDiff", "WordChange", "diff"]
