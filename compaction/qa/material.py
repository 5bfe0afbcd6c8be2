"""What the measures of a pass are taken of.

Source: qa-summarizer 3.
"""

from collections import Counter
from collections.abc import Iterable

from compaction.measures import Counts, Material
from compaction.qa.config import Context, QaConfig
from compaction.qa.messages import Message
from compaction.qa.outcome import Outcome
from compaction.qa.rendering import render


def material(outcome: Outcome, hook: str = "") -> Material:
    """Return the texts and counts of a pass that compacted; `hook` is the text of `hook_text`."""
    return Material(
        rendered(outcome.evicted),
        outcome.summary or "",
        outcome.prior_used.text if outcome.prior_used else "",
        hook,
        outcome.draft,
        _counts(outcome),
    )


def rendered(messages: Iterable[Message]) -> str:
    """Return messages as one text, as a model reads them, with no cap on the whole."""
    return "".join(map(render, messages))


def hook_text(config: QaConfig, context: Context) -> str:
    """Return all that host and hooks said to the first call, one text a line."""
    said = (config.summary_instructions, context.instructions, *context.additional_context)
    return "\n".join(text for text in said if text)


def _counts(outcome: Outcome) -> Counts:
    statuses = Counter(question.status for question in outcome.questions)
    folded = [question for question in outcome.questions if question.folded]
    return Counts(
        asked=len(outcome.questions),
        recovered=statuses["recovered"],
        unknown=statuses["unknown"],
        shed=statuses["shed"],
        folded=len(folded),
        evidenced=sum(bool(question.evidence.hits) for question in folded),
        spent=outcome.spend.input_tokens + outcome.spend.output_tokens,
        tokens_saved=outcome.tokens_saved,
        tokens_before=outcome.tokens_before,
        tokens_after=outcome.tokens_after,
    )
