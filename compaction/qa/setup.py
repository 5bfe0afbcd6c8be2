"""What a pass was set to, as a row keeps it.

Source: qa-summarizer 2.1.
"""

import json
from dataclasses import asdict, dataclass
from typing import TypedDict

from compaction.qa.config import Context, QaConfig
from compaction.qa.counting import COUNTERS


class _Config(TypedDict):
    summary_budget_pct: float
    max_summary_tokens: int
    min_messages: int
    preserve_recent: int
    accumulate: bool
    transcript_max_chars: int
    summary_instructions: str | None


class _Stored(TypedDict):
    config: _Config
    target_tokens: int
    counter: str
    instructions: str | None
    additional_context: list[str]


@dataclass(frozen=True, slots=True)
class Setup:
    """The configuration and the numbers of the context; `counter` is a name of `COUNTERS`. Nothing can be pinned.

    With the messages, the prior and the stored replies it makes the whole state of a pass.
    """

    config: QaConfig
    target_tokens: int
    counter: str = "heuristic"
    instructions: str | None = None
    additional_context: tuple[str, ...] = ()

    def context(self) -> Context:
        """Return the context of the pass."""
        return Context(
            self.target_tokens,
            COUNTERS[self.counter],
            instructions=self.instructions,
            additional_context=self.additional_context,
        )

    def to_bytes(self) -> bytes:
        """Return the setup as JSON."""
        values = asdict(self)
        del values["config"]["warnings"]
        return json.dumps(values, separators=(",", ":")).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> "Setup":
        """Return the setup that `to_bytes` wrote."""
        values: _Stored = json.loads(data)
        return cls(
            QaConfig(**values["config"]),
            values["target_tokens"],
            values["counter"],
            values["instructions"],
            tuple(values["additional_context"]),
        )
