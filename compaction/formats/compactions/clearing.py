"""Whether one list is another with old results or thoughts cleared: a context edit, no summary.

Source: wire-formats 6.1.
"""

from dataclasses import dataclass

from compaction.formats.compactions.conversations import Listed
from compaction.formats.compactions.prints import Print


@dataclass(frozen=True, slots=True)
class Cleared:
    """What a context edit took out, and of how many messages."""

    results: int = 0
    thoughts: int = 0
    messages: int = 0

    @property
    def words(self) -> str:
        """Say it."""
        said = [_counted(self.results, "tool result"), _counted(self.thoughts, "thinking block")]
        return f"context edit: {' and '.join([one for one in said if one])} cleared"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number > 1)}" if number else ""


def find_cleared(earlier: Listed, later: Listed) -> Cleared | None:
    """Return what was cleared, where that is all that changed in the messages of the earlier list."""
    if len(later.keys) < earlier.settled or not earlier.starts_like(later):
        return None
    results = thoughts = messages = 0
    for old, new in zip(earlier.prints[: earlier.settled], later.prints, strict=False):
        if old.key == new.key:
            continue
        gone = _gone(old, new)
        if gone is None:
            return None
        results, thoughts, messages = results + gone[0], thoughts + gone[1], messages + 1
    return Cleared(results, thoughts, messages) if messages else None


def _gone(old: Print, new: Print) -> tuple[int, int] | None:
    """Return how many results and thoughts of a message were cleared; None where anything else changed."""
    if old.frame != new.frame or old.thoughts < new.thoughts:
        return None
    changed = [
        (before, after) for before, after in zip(old.results, new.results, strict=True) if before.digest != after.digest
    ]
    if any(after.size >= before.size for before, after in changed):
        return None
    gone = len(changed), old.thoughts - new.thoughts
    return gone if any(gone) else None
