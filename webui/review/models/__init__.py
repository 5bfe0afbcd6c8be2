"""What people decide on, what they decided, and what they said."""

from webui.review.models.cases import Case, Occurrence, Source, SourceMark, Tally
from webui.review.models.decisions import Bulk, Decision, Draft, Waiver
from webui.review.models.policy import Arrangement, Policy, SavedView
from webui.review.models.talk import Comment, Notice, Presence

__all__ = [
    "Arrangement",
    "Bulk",
    "Case",
    "Comment",
    "Decision",
    "Draft",
    "Notice",
    "Occurrence",
    "Policy",
    "Presence",
    "SavedView",
    "Source",
    "SourceMark",
    "Tally",
    "Waiver",
]
