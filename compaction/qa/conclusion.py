"""The three ways a pass ends.

Source: qa-summarizer 1.1, 1.14.
"""

from collections.abc import Sequence
from dataclasses import replace

from compaction.qa.assembly import assemble
from compaction.qa.call import Notes, Reason
from compaction.qa.counting import HEURISTIC
from compaction.qa.facts import fold_answers, judge_questions
from compaction.qa.flags import find_flags
from compaction.qa.material import hook_text
from compaction.qa.outcome import CallRecord, Event, Outcome, Question, Spend
from compaction.qa.plan import Plan, leading
from compaction.qa.prior import PriorSummary
from compaction.qa.state import PassState

METRICS = "loopctl::metrics"
DEBUG = "loopctl::compact"
TOKENS = "loopctl.compaction.summarizer.tokens"


def no_change(plan: Plan, state: PassState) -> Outcome:
    """Return the outcome of a pass that had nothing to do."""
    return Outcome(
        "no_change",
        state.messages,
        tokens_before=plan.tokens_before,
        tokens_after=HEURISTIC.count(state.messages),
        budget=plan.budget,
        tail_budget=plan.tail_budget,
        split_index=plan.split.index if plan.split else None,
        prior=state.prior,
        prior_used=plan.prior,
    )


def failed(
    plan: Plan, state: PassState, notes: Notes, calls: Sequence[CallRecord], reason: Reason, cause: str
) -> Outcome:
    """Return the outcome of a pass that ended at its last call: the messages as they were, and what it cost."""
    step = calls[-1].step
    return replace(
        no_change(plan, state),
        kind="failed",
        tokens_after=plan.tokens_before,
        transcript=notes.transcript,
        draft=notes.draft or None,
        questions=tuple(Question(number, text, "missing") for number, text in enumerate(notes.questions, start=1)),
        calls=tuple(calls),
        step=step,
        reason=reason,
        error=f"qa summarizer {step} step failed: {cause}",
    )


def compacted(plan: Plan, state: PassState, notes: Notes, calls: Sequence[CallRecord]) -> Outcome:
    """Return the outcome of a pass that landed its summary."""
    folded = fold_answers(notes)
    messages = assemble(
        state.messages,
        leading=leading(state.messages),
        pinned=state.context.pinned,
        summary=folded.text,
        pulled=plan.pulled_at,
        split=plan.split.index if plan.split else 0,
    )
    after = state.context.counter.count(messages)
    outcome = replace(
        no_change(plan, state),
        kind="compacted",
        messages=messages,
        tokens_after=after,
        tokens_saved=max(plan.tokens_before - after, 0),
        evicted=tuple(state.messages[place] for place in plan.evicted_at),
        pulled=tuple(state.messages[place] for place in plan.pulled_at),
        evicted_at=plan.evicted_at,
        pulled_at=plan.pulled_at,
        transcript=notes.transcript,
        draft=notes.draft,
        summary=folded.text,
        questions=judge_questions(notes, folded.count, plan, state.messages),
        calls=tuple(calls),
        prior=PriorSummary(folded.text, (state.prior.number if state.prior else 0) + 1),
    )
    return replace(
        outcome,
        flags=find_flags(outcome, plan, notes, hook_text(state.config, state.context)),
        events=spend_events(outcome.spend),
        debug_event=Event(DEBUG, (("steps", len(calls)), ("questions", len(notes.questions)), ("budget", plan.budget))),
    )


def spend_events(spend: Spend) -> tuple[Event, Event]:
    """Return the two events of a pass that compacted."""
    return (_spent("in", spend.input_tokens, spend.estimated), _spent("out", spend.output_tokens, spend.estimated))


def _spent(direction: str, tokens: int, estimated: bool) -> Event:
    return Event(METRICS, (("metric", TOKENS), ("direction", direction), ("tokens", tokens), ("estimated", estimated)))
