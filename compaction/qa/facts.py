"""What became of the questions: which answer counts, whether it fits, and the words that prove it.

Source: qa-summarizer 1.12, 1.13, 2.1.
"""

from collections.abc import Mapping, Sequence

from compaction.evidence import Evidence, Source, find_evidence
from compaction.llm import tags
from compaction.qa.call import Notes
from compaction.qa.calls.answer import is_unknown
from compaction.qa.fold import Folded, fold
from compaction.qa.messages import Message, searchable_text
from compaction.qa.outcome import Question, Status
from compaction.qa.plan import Plan
from compaction.qa.rendering import was_shown


def kept_answers(notes: Notes) -> Mapping[int, str]:
    """Return the answers by number of their question: the last line that is not UNKNOWN counts."""
    asked = range(1, len(notes.questions) + 1)
    return {line.number: line.text for line in notes.answers if line.number in asked and not is_unknown(line.text)}


def fold_answers(notes: Notes) -> Folded:
    """Return the final text of the summary."""
    kept = kept_answers(notes)
    facts = [(text, kept[number]) for number, text in enumerate(notes.questions, start=1) if number in kept]
    return fold(notes.draft, facts, notes.budget)


def judge_questions(notes: Notes, folded: int, plan: Plan, messages: Sequence[Message]) -> tuple[Question, ...]:
    """Return the questions with their status and evidence; the first `folded` of those with an answer were taken."""
    kept = kept_answers(notes)
    proofs = _proofs(kept, plan, messages)
    said = {line.number for line in notes.answers}
    questions = []
    for number, text in enumerate(notes.questions, start=1):
        if number in kept:
            status: Status = "recovered" if folded > 0 else "shed"
            folded -= 1
            evidence = proofs[number]
            questions.append(
                Question(number, text, status, kept[number], evidence, _is_unseen(evidence, plan, messages))
            )
        else:
            questions.append(Question(number, text, "unknown" if number in said else "missing"))
    return tuple(questions)


def _proofs(kept: Mapping[int, str], plan: Plan, messages: Sequence[Message]) -> Mapping[int, Evidence]:
    """A quoted tag is looked for as it stood in the source."""
    sources = [
        Source(place, number, text)
        for place in plan.evicted_at
        for number, part in enumerate(messages[place].parts)
        if (text := searchable_text(part)) is not None
    ]
    return dict(zip(kept, find_evidence([tags.undo(answer) for answer in kept.values()], sources), strict=True))


def _is_unseen(evidence: Evidence, plan: Plan, messages: Sequence[Message]) -> bool:
    """Whether the transcript left out the primary hit: cut, withheld, or hidden as the prior summary."""
    hit = evidence.primary
    if hit is None:
        return False
    number = plan.evicted_at.index(hit.message)
    part, source = messages[hit.message].parts[hit.part], plan.source[number]
    if source is None or part not in source.parts:
        return True
    shown = plan.transcript.shown[sum(other is not None for other in plan.source[:number])]
    return not was_shown(source, source.parts.index(part), hit.end, shown)
