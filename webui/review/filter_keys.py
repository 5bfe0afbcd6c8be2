"""The keys by which a list of cases is narrowed and ordered, and the closed lists of their values."""

from collections.abc import Iterable, Mapping

from compaction.contract import REASONS
from compaction.shape import RULES
from webui.review.models import Case
from webui.runs.views import flag_words

SORTS: Mapping[str, str] = {
    "due": "Due first",
    "-due": "Due last",
    "case": "Oldest first",
    "-case": "Newest first",
    "severity": "Worst first",
    "-severity": "Mildest first",
    "-changed": "Latest change first",
    "changed": "Oldest change first",
    "-alike": "Most alike first",
    "alike": "Fewest alike first",
}
DEFAULT_SORT = "due"


def _labels(choices: Iterable[tuple[object, object]]) -> dict[str, str]:
    return {str(value): str(label) for value, label in choices if value}


CLOSED_LISTS: Mapping[str, Mapping[str, str]] = {
    "state": {"open": "Open", "closed": "Closed", **_labels(Case.State.choices)},
    "reason": {reason.id: reason.id for reason in REASONS},
    "rule": {rule.id: rule.id for rule in RULES},
    "flag": {flag: flag for flag in flag_words.TITLES},
    "severity": _labels(Case.Severity.choices),
    "kind": _labels(Case.Kind.choices),
    "mark": _labels(Case.Mark.choices),
    "age": {"today": "Last 24 hours", "week": "Last 7 days", "older": "Older than 7 days"},
    "due": {"over": "Overdue", "today": "In 24 hours", "week": "In 7 days", "paused": "Paused"},
    "has": {"lost_facts": "Lost facts", "comments": "Comments"},
}
TITLES: Mapping[str, str] = {
    "state": "State",
    "waiting": "Waiting on",
    "reason": "Reason",
    "rule": "Rule",
    "flag": "Flag",
    "source": "Source",
    "owner": "Owner",
    "severity": "Severity",
    "kind": "Kind",
    "mark": "Mark",
    "age": "Age",
    "due": "Due",
    "has": "Has",
    "alike": "Alike",
    "opened": "Opened",
    "closed": "Closed",
    "seen": "Seen",
    "text": "Text",
}
"""The keys, in the order of the page."""

SAME: Mapping[str, str] = {"assignee": "owner"}
"""Other names of keys."""
