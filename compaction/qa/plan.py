"""What a pass is about to do, before any call: pure arithmetic over the list.

Source: qa-summarizer 1.5.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from compaction.qa.budget import summary_budget
from compaction.qa.config import RECENT_CHARACTERS
from compaction.qa.durable import find_riders
from compaction.qa.messages import Message
from compaction.qa.pairs import find_pairs
from compaction.qa.prior import PriorSummary, hide_prior
from compaction.qa.rendering import Fitted, fit, render
from compaction.qa.split import Split, find_split
from compaction.qa.state import PassState


@dataclass(frozen=True, slots=True)
class Plan:
    """`evicted_at` and `pulled_at` are places in the list; an empty `evicted_at` means that there is nothing to do.

    `source` are the evicted messages as the transcript shows them (None: nothing of it), in the same order.
    """

    budget: int
    tail_budget: int
    tokens_before: int
    split: Split | None = None
    evicted_at: tuple[int, ...] = ()
    pulled_at: tuple[int, ...] = ()
    prior: PriorSummary | None = None
    source: tuple[Message | None, ...] = field(default=(), repr=False)
    transcript: Fitted = field(default=Fitted("", ()), repr=False)
    recent: str = field(default="", repr=False)
    tail_tokens: int = 0


def make_plan(state: PassState) -> Plan:
    """Return what the pass will do."""
    messages, config, context = state.messages, state.config, state.context
    before = context.counter.count(messages)
    budget = summary_budget(config, context.target_tokens)
    tail_budget = max(context.target_tokens - budget - context.counter.count(context.pinned), 0)
    if len(messages) <= config.min_messages:
        return Plan(budget, tail_budget, before)
    pairs = find_pairs(messages)
    split = find_split(
        messages, pairs, context.counter, tail_budget=tail_budget, preserve_recent=config.preserve_recent
    )
    kept = messages[split.index :]
    tail_tokens = context.counter.count(kept)
    pulled = find_riders(messages, pairs, context.counter, split=split.index, room=max(tail_budget - tail_tokens, 0))
    evicted = tuple(sorted(set(range(leading(messages), split.index)) - set(pulled)))
    if not evicted:
        return Plan(budget, tail_budget, before, split)
    prior = state.prior if config.accumulate and state.prior and state.prior.text else None
    source = hide_prior([messages[place] for place in evicted], prior)
    transcript = fit([render(message) for message in source if message], config.transcript_max_chars)
    recent = fit([render(message) for message in kept], RECENT_CHARACTERS).text
    return Plan(budget, tail_budget, before, split, evicted, pulled, prior, source, transcript, recent, tail_tokens)


def leading(messages: Sequence[Message]) -> int:
    """Return 1 if the list begins with a system message, else 0."""
    return int(bool(messages) and messages[0].role == "system")
