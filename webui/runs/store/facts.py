"""Facts <-> rows: questions with their proof, identifiers that were lost, and what people say of either."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction

from compaction.evidence import Hit
from compaction.findings import Flag
from compaction.identifiers import Occurrence
from compaction.qa import Outcome, Question
from compaction.qa.messages import Message
from webui.accounts.actors import person
from webui.accounts.models import User
from webui.audit.trail import Actor, record
from webui.runs import listeners
from webui.runs.models import Fact, FactDecision, Pass, Run
from webui.runs.store.texts import mask
from webui.transcripts.store.values import clean

MOST_LOST = 1000
"""Lost identifiers that are stored, the newest; the measures count them all."""


def put_facts(run: Run, one: Pass | None, facts: Iterable[Fact]) -> None:
    """Store facts in the place of those of an earlier go."""
    Fact.objects.filter(run=run, of=one).delete()
    Fact.objects.bulk_create(facts)


def decide(
    run: Run, wanted: Iterable[int], choice: str, note: str, by: User | None, *, actor: Actor | None = None
) -> int:
    """Note what a person says of facts of a run; return how many. Saying the same again without a note is nothing."""
    with transaction.atomic():
        rows = Fact.objects.select_for_update().filter(run=run, pk__in=list(wanted)).order_by("pk")
        told = [fact for fact in rows if fact.decision != choice or note]
        FactDecision.objects.bulk_create(
            FactDecision(fact=fact, choice=choice, note=clean(mask(run.team, note)), by=by) for fact in told
        )
        Fact.objects.filter(pk__in=[fact.pk for fact in told]).update(decision=choice)
        was = {fact.decision for fact in told}
        for fact in told:
            fact.decision = choice
        if told:
            # What listens may hold other rows, so it comes before the trail is held.
            listeners.tell_decided(run, told)
            _record(run, told, was, choice, note, actor or person(by))
    return len(told)


def _record(run: Run, told: Sequence[Fact], was: set[str], choice: str, note: str, actor: Actor) -> None:
    """Put a decision on the trail: one event for what was decided together."""
    more = {"run": run.pk, "facts": [fact.pk for fact in told]}
    record(
        run.team_id,
        actor,
        "decided",
        "fact",
        run.pk if len(told) > 1 else str(told[0].pk),
        was=was.pop() if len(was) == 1 else "",
        now=choice,
        note=clean(mask(run.team, note)),
        more=more,
    )


def questions(one: Pass, outcome: Outcome, messages: Sequence[Message]) -> list[Fact]:
    """Return the questions of a pass; evidence names places of the transcript and its blocks."""
    return [_question(one, question, messages) for question in outcome.questions]


def lost(run: Run, one: Pass | None, found: Sequence[Occurrence], places: Sequence[tuple[int, int]]) -> list[Fact]:
    """Return lost identifiers, the newest first; `places` are message and part of the texts that they stand in."""
    return [
        Fact(
            run=run,
            of=one,
            kind=Fact.Kind.IDENTIFIER,
            number=number,
            verdict=Fact.Verdict.LOST,
            category=each.kind,
            text=clean(each.value),
            method="exact",
            evidence=[_place(*places[each.text], each.start, each.end, "exact", 1.0)],
        )
        for number, each in enumerate(found[:MOST_LOST], 1)
    ]


def flag_row(flag: Flag) -> dict[str, Any]:
    """Return a flag for storing: places and counts, never content."""
    return {
        "id": flag.id,
        "candidate": flag.candidate,
        "severity": flag.severity.value,
        "index": flag.index,
        "pointer": clean(flag.pointer, 300),
        "spans": [[span.text, span.start, span.end] for span in flag.evidence.spans],
        "counts": [list(count) for count in flag.evidence.counts],
    }


def _question(one: Pass, question: Question, messages: Sequence[Message]) -> Fact:
    return Fact(
        run=one.run,
        of=one,
        kind=Fact.Kind.QUESTION,
        number=question.number,
        verdict=question.status,
        text=clean(question.text),
        answer=clean(question.answer or ""),
        method=question.evidence.method.value if question.answer is not None else "",
        evidence=[_hit(hit, messages) for hit in question.evidence.hits],
        unseen=question.unseen,
    )


def _hit(hit: Hit, messages: Sequence[Message]) -> dict[str, Any]:
    ref = messages[hit.message].ref
    return _place(
        ref if isinstance(ref, int) else hit.message, hit.part, hit.start, hit.end, hit.method.value, hit.score
    )


def _place(message: int, part: int, start: int, end: int, method: str, score: float) -> dict[str, Any]:
    return {"message": message, "part": part, "start": start, "end": end, "method": method, "score": score}
