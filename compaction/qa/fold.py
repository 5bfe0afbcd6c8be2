"""Facts into the summary, while its budget in characters lasts.

Source: qa-summarizer 1.13.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from compaction.qa.counting import CHARACTERS_PER_TOKEN

HEADING = "## Facts recovered from the dropped context"


@dataclass(frozen=True, slots=True)
class Folded:
    """The final text, and how many facts it took from the first."""

    text: str
    count: int


def fold(summary: str, facts: Iterable[tuple[str, str]], budget: int) -> Folded:
    """Return the summary with the facts, pairs of question and answer, until the first that does not fit.

    Without any that fits, the heading is left out too. The budget is in tokens.
    """
    section = f"\n\n{HEADING}"
    count = 0
    for question, answer in facts:
        bullet = f"\n- {question}: {answer}"
        if len(summary) + len(section) + len(bullet) > CHARACTERS_PER_TOKEN * budget:
            break
        section += bullet
        count += 1
    return Folded(summary + section if count else summary, count)
