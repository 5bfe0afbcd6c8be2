"""Where a summary should stand, and what a given compaction did to every message."""

from compaction.boundary.causes import Cause, CauseKind
from compaction.boundary.cut import Cut, find_cut
from compaction.boundary.explain import ExplainedViolation, Observed, Origin, PairReport, explain_pair
from compaction.boundary.fates import Fate, MessageFate

__all__ = [
    "Cause",
    "CauseKind",
    "Cut",
    "ExplainedViolation",
    "Fate",
    "MessageFate",
    "Observed",
    "Origin",
    "PairReport",
    "explain_pair",
    "find_cut",
]
