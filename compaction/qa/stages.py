"""The three stages of the default chain.

Source: qa-summarizer 1.14.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from compaction.llm import Client
from compaction.qa.advance import run
from compaction.qa.assembly import join_assistants
from compaction.qa.calls import summarize
from compaction.qa.chain import Stage
from compaction.qa.config import Context, QaConfig
from compaction.qa.counting import HEURISTIC
from compaction.qa.messages import Message
from compaction.qa.outcome import Outcome
from compaction.qa.pairs import find_pairs
from compaction.qa.plan import leading
from compaction.qa.prior import PriorSummary
from compaction.qa.split import find_split

KEPT_AT_LEAST = 4
"""Recent messages that the truncating stage never drops."""


@dataclass(frozen=True, slots=True)
class QaStage:
    """The three calls."""

    config: QaConfig
    context: Context
    client: Client
    prior: PriorSummary | None = None
    name: ClassVar[str] = "QaSummarizer"

    def run(self, messages: Sequence[Message]) -> Outcome:
        """Return what comes of a pass."""
        return run(messages, config=self.config, context=self.context, prior=self.prior, client=self.client)


@dataclass(frozen=True, slots=True)
class StructuredStage:
    """The first call alone, with fixed headings."""

    config: QaConfig
    context: Context
    client: Client
    prior: PriorSummary | None = None
    name: ClassVar[str] = "StructuredSummarizer"

    def run(self, messages: Sequence[Message]) -> Outcome:
        """Return what comes of a pass of one call."""
        call = replace(summarize.CALL, ask=summarize.ask_structured)
        outcome = run(
            messages, config=self.config, context=self.context, prior=self.prior, client=self.client, calls=(call,)
        )
        error = outcome.error.replace("qa summarizer", "structured summarizer", 1) if outcome.error else None
        return replace(outcome, error=error)


@dataclass(frozen=True, slots=True)
class TruncatingStage:
    """Drops the oldest messages without a summary, never between a call and its result."""

    context: Context
    name: ClassVar[str] = "TruncatingCompactor"

    def run(self, messages: Sequence[Message]) -> Outcome:
        """Return the longest tail that fits the target beside the system message and what is pinned."""
        given, counter = tuple(messages), self.context.counter
        head = (*given[: leading(given)], *self.context.pinned)
        room = max(self.context.target_tokens - counter.count(head), 0)
        split = find_split(given, find_pairs(given), counter, tail_budget=room, preserve_recent=KEPT_AT_LEAST).index
        before = counter.count(given)
        if split <= leading(given):
            return Outcome("no_change", given, tokens_before=before, tokens_after=HEURISTIC.count(given))
        kept = join_assistants([*head, *given[split:]])
        after = counter.count(kept)
        return Outcome(
            "compacted",
            kept,
            tokens_before=before,
            tokens_after=after,
            tokens_saved=max(before - after, 0),
            split_index=split,
            evicted=given[leading(given) : split],
            evicted_at=tuple(range(leading(given), split)),
        )


def default_stages(
    config: QaConfig, context: Context, client: Client, prior: PriorSummary | None = None
) -> tuple[Stage, ...]:
    """Return the stages of the default chain, in order."""
    return (
        QaStage(config, context, client, prior),
        StructuredStage(config, context, client, prior),
        TruncatingStage(context),
    )
