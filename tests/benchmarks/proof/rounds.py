"""One dialog through three passes, each with the summary of the one before, and what is counted of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from compaction.llm import Client
from compaction.qa import Context, Message, Outcome, PriorSummary, QaConfig, material, run
from compaction.qa.config import MAX_QUESTIONS
from compaction.qa.messages import Text
from tests.benchmarks.proof.dialogs import KINDS, Dialog, Fact

ROUNDS = (0.5, 0.75, 1.0)
"""Share of the dialog that has been spoken when each pass runs."""
TARGET = 2000
"""Tokens on which the list lands."""
CONFIG = QaConfig(summary_budget_pct=0.2, max_summary_tokens=400)


@dataclass(frozen=True)
class Counts:
    """What one pass gave, as numbers that can be added up. Facts are planted ones, identifiers those of the measures.

    `due` are the facts that were said in all that was replaced so far, `draft` and `final` those of them that call 1
    and the final text tell. `lost` are those of the messages replaced in this pass that call 1 left out, `countable` as
    many of them as questions may be asked, `recovered` those that the final text tells again. `faded` are those that
    stood in the earlier summary alone and that call 1 left out: no answer can bring them back, for answers come from
    the messages. `spent` are tokens of all calls, `asking` those of calls 2 and 3.
    """

    passes: int = 0
    failed: int = 0
    due: int = 0
    draft: int = 0
    final: int = 0
    lost: int = 0
    faded: int = 0
    countable: int = 0
    recovered: int = 0
    asked: int = 0
    outdated: int = 0
    identifiers: int = 0
    identifiers_draft: int = 0
    identifiers_final: int = 0
    invented: int = 0
    source_characters: int = 0
    final_characters: int = 0
    spent: int = 0
    asking: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))


@dataclass(frozen=True)
class Round:
    """A pass, its counts, and by kind how many facts were due and how many the final text tells."""

    outcome: Outcome
    counts: Counts
    kinds: dict[str, tuple[int, int]]


def rounds(dialog: Dialog, client: Client) -> Iterator[Round]:
    """Give the three passes. A failed pass leaves list and prior as they were; its facts count as not kept."""
    held: tuple[Message, ...] = ()
    prior: PriorSummary | None = None
    said: set[Fact] = set()
    start = 0
    for share in ROUNDS:
        end = _end(dialog.messages, share)
        held, start = (*held, *dialog.messages[start:end]), end
        outcome = run(held, config=CONFIG, context=Context(TARGET), prior=prior, client=client)
        said |= {fact for fact in dialog.facts if fact.is_told(outcome.transcript)}
        yield Round(outcome, _count(outcome, prior, said), _kinds(outcome, said))
        held, prior = outcome.messages, outcome.prior


def _end(messages: Sequence[Message], share: float) -> int:
    """Give where a turn of the user begins, at this share or after it."""
    for place in range(int(len(messages) * share), len(messages)):
        if messages[place].role == "user" and isinstance(messages[place].parts[0], Text):
            return place
    return len(messages)


def _count(outcome: Outcome, prior: PriorSummary | None, said: set[Fact]) -> Counts:
    if outcome.kind != "compacted":
        return Counts(passes=1, failed=1, due=len(said))
    draft, final, before = outcome.draft or "", outcome.summary or "", prior.text if prior else ""
    lost = {fact for fact in said if fact.is_told(outcome.transcript) and not fact.is_told(draft)}
    faded = sum(fact.is_told(before) and not fact.is_told(draft) for fact in said - lost)
    taken = material(outcome)
    usages = [(call.step, call.usage.input_tokens + call.usage.output_tokens) for call in outcome.calls if call.usage]
    return Counts(
        passes=1,
        due=len(said),
        draft=sum(fact.is_told(draft) for fact in said),
        final=sum(fact.is_told(final) for fact in said),
        lost=len(lost),
        faded=faded,
        countable=min(len(lost), MAX_QUESTIONS),
        recovered=sum(fact.is_told(final) for fact in lost),
        asked=len(outcome.questions),
        outdated=sum(fact.is_outdated(final) for fact in said),
        identifiers=len(taken.in_source.identifiers),
        identifiers_draft=len(taken.kept_by_draft or ()),
        identifiers_final=len(taken.kept),
        invented=len(taken.unsupported),
        source_characters=len(taken.source),
        final_characters=len(final),
        spent=sum(tokens for _, tokens in usages),
        asking=sum(tokens for step, tokens in usages if step != "summarize"),
    )


def _kinds(outcome: Outcome, said: set[Fact]) -> dict[str, tuple[int, int]]:
    final = outcome.summary or ""
    by_kind = {kind: [fact for fact in said if fact.kind == kind] for kind in KINDS}
    return {kind: (len(found), sum(fact.is_told(final) for fact in found)) for kind, found in by_kind.items()}
