"""What changed from one summary, or one JSON value, to the next, for every way to show it."""

from compaction.diff.compare import diff
from compaction.diff.model import Change, Counts, Diff, Kind, Limit, Range, SectionDiff, WordChange
from compaction.diff.values import ValueChange, compare_values

__all__ = [
    "Change",
    "Counts",
    "Diff",
    "Kind",
    "Limit",
    "Range",
    "SectionDiff",
    "ValueChange",
    "WordChange",
    "compare_values",
    "diff",
]
