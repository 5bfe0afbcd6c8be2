"""What a person should look at in a pass: what its calls and its cut decide. What two texts decide comes with it.

Source: qa-summarizer 2.3, review-flags.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from compaction.findings import Flag, FlagEvidence, Severity
from compaction.measures import Texts, flag_texts
from compaction.qa.call import AnswerLine, Notes
from compaction.qa.material import material, rendered
from compaction.qa.outcome import Outcome
from compaction.qa.plan import Plan
from compaction.qa.text import trim

UNKNOWN_WORDS = re.compile(
    r'"?(unknown\b|n/?a\b|not (stated|mentioned|specified|provided|found|available)|no information)', re.IGNORECASE
)


def find_flags(outcome: Outcome, plan: Plan, notes: Notes, hook: str) -> tuple[Flag, ...]:
    """Return the flags of a pass that compacted; `hook` is the text of `hook_text`."""
    return (
        *_of_questions(outcome, notes),
        *_of_answers(notes.answers),
        *_of_facts(outcome),
        *_of_sizes(outcome, plan, notes),
        *_of_texts(outcome, hook),
    )


def _of_questions(outcome: Outcome, notes: Notes) -> Iterator[Flag]:
    if not notes.questions and trim(notes.question_reply) not in ("", "[]"):
        yield Flag("unparsed-questions")
    first: dict[str, int] = {}
    for question in outcome.questions:
        same = first.setdefault(" ".join(question.text.casefold().split()), question.number)
        if same != question.number:
            yield Flag("duplicate-question", evidence=_counts(("question", same), ("question", question.number)))


def _of_answers(lines: Sequence[AnswerLine]) -> Iterator[Flag]:
    for number, times in Counter(line.number for line in lines).items():
        if times > 1:
            yield Flag("answer-number-reused", evidence=_counts(("question", number), ("lines", times)))
    for line in lines:
        if line.wrapped:
            yield Flag("multiline-answer", severity=Severity.NOTE, evidence=_counts(("question", line.number)))


def _of_facts(outcome: Outcome) -> Iterator[Flag]:
    for question in outcome.questions:
        evidence = _counts(("question", question.number))
        if question.answer is not None and UNKNOWN_WORDS.match(question.answer):
            yield Flag("answer-looks-unknown", evidence=evidence)
        if question.folded and not question.evidence.hits:
            yield Flag("evidence-not-found", evidence=evidence)


def _of_sizes(outcome: Outcome, plan: Plan, notes: Notes) -> Iterator[Flag]:
    if not notes.transcript:
        yield Flag("empty-transcript")
    if plan.split and plan.split.counted and plan.tail_tokens > plan.tail_budget:
        yield Flag("tail-over-budget", evidence=_counts(("tail", plan.tail_tokens), ("budget", plan.tail_budget)))
    if outcome.tokens_after >= outcome.tokens_before:
        sizes = _counts(("before", outcome.tokens_before), ("after", outcome.tokens_after))
        yield Flag("nothing-saved", severity=Severity.NOTE, evidence=sizes)


def _of_texts(outcome: Outcome, hook: str) -> tuple[Flag, ...]:
    summary = outcome.summary or ""
    return flag_texts(Texts(material(outcome, hook), summary, rendered(outcome.messages)))


def _counts(*pairs: tuple[str, int]) -> FlagEvidence:
    return FlagEvidence(counts=pairs)
