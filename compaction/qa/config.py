"""What a pass is set to, with every value brought into its range.

Source: qa-summarizer 1.3.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from compaction.qa.counting import HEURISTIC, Counter
from compaction.qa.messages import Message
from compaction.qa.text import is_blank

DEFAULT_PCT = 0.25
LEAST_PCT = 0.05
MOST_PCT = 0.95

MAX_QUESTIONS = 8
RECENT_CHARACTERS = 4000
"""Of the kept tail, shown in step 2."""


@dataclass(frozen=True, slots=True)
class QaConfig:
    """The stored values. `warnings` names the settings that were refused and replaced.

    A fraction of zero or infinity is not clamped: it becomes the default.
    """

    summary_budget_pct: float = DEFAULT_PCT
    max_summary_tokens: int = 8000
    min_messages: int = 8
    preserve_recent: int = 6
    accumulate: bool = True
    transcript_max_chars: int = 48_000
    summary_instructions: str | None = None
    warnings: tuple[str, ...] = field(init=False, default=(), compare=False)

    def __post_init__(self) -> None:
        warnings = []
        pct = float(self.summary_budget_pct)
        if not math.isfinite(pct) or pct <= 0:
            pct = DEFAULT_PCT
            warnings.append("summary_budget_pct")
        if self.summary_instructions is not None and is_blank(self.summary_instructions):
            self._store("summary_instructions", None)
            warnings.append("summary_instructions")
        self._store("summary_budget_pct", min(max(pct, LEAST_PCT), MOST_PCT))
        self._store("max_summary_tokens", max(self.max_summary_tokens, 1))
        self._store("min_messages", max(self.min_messages, 2))
        self._store("preserve_recent", max(self.preserve_recent, 1))
        self._store("transcript_max_chars", max(self.transcript_max_chars, 1))
        self._store("warnings", tuple(warnings))

    def _store(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)


@dataclass(frozen=True, slots=True)
class Context:
    """What one pass is given. `counter` lands the list on `target_tokens`; `summary_counter` judges the summary and is
    the heuristic one unless given. `instructions` and `additional_context` come from a hook; `pinned` ride along.
    """

    target_tokens: int
    counter: Counter = HEURISTIC
    summary_counter: Counter | None = None
    instructions: str | None = None
    additional_context: Sequence[str] = ()
    pinned: Sequence[Message] = ()
