"""One list of a capture -> a transcript, its messages and its violations."""

from collections.abc import Sequence

from django.utils import timezone

from compaction.findings import Severity
from compaction.findings import Violation as Breach
from compaction.formats.records import MessageList, ProviderAnswer
from compaction.shape import Report
from compaction.shape.signature import dialects_of, signature_of
from compaction.transcripts import Message as Turn
from compaction.transcripts import codec
from webui.transcripts import access
from webui.transcripts.models import Capture, Transcript, Violation
from webui.transcripts.store import strands
from webui.transcripts.store.bodies import Shelf
from webui.transcripts.store.sketches import LONG, glance, marks, sketch
from webui.transcripts.store.values import clean, pack

SAID_CHARACTERS = 2048
ANSWERS_KEPT = 5
"""Of what a provider said about one list: the start of each answer, and the first answers."""

PARTLY = "partly-stored"
"""The code of a note about a reading that was cancelled; its reason is like `500 of 5,000`."""


def begin(capture: Capture, number: int, found: MessageList, shelf: Shelf) -> Transcript:
    """Store the header of a list, so that its page can be opened while the messages come.

    What was stored before of its messages, `shared` of them, is there at once.
    """
    shelf.look(found.system)
    known = shelf.tree.begin(found.messages, shelf.digests(found.messages))
    transcript = Transcript.objects.create(
        team_id=capture.team_id,
        capture=capture,
        number=number,
        path=clean(found.path, 200),
        dialect=found.dialect or "",
        dialect_alternatives=[str(dialect) for dialect in found.dialect_alternatives],
        model=clean(found.model, 120),
        strand_id=known.strand,
        continues_id=known.transcript,
        shared=known.shared,
        reconstructed=found.reconstructed,
        response_only=found.response_only,
        messages=found.count,
        size=len(found.body),
        tokens_estimated=not shelf.counter.exact,
        system=pack(codec.encode(found.system)) if found.system else None,
        system_tokens=(system_tokens := shelf.tokens(found.system)),
        tokens=system_tokens + known.tokens,
        sketch=sketch([glance(message) for message in found.messages]) if found.count >= LONG else {},
    )
    shelf.tree.share(transcript, known.tokens)
    return transcript


def put(transcript: Transcript, messages: Sequence[Turn], shelf: Shelf) -> None:
    """Store the next messages of a list at their places, and add their tokens."""
    if not messages:
        return
    start, stop = messages[0].index, messages[-1].index + 1
    bodies = shelf.put(messages, shelf.digests_of(start, stop))
    strands.extend(transcript, messages, shelf.tree.keys[start:stop], (pk for pk, _ in bodies))
    shelf.tree.extend(transcript, start, (tokens for _, tokens in bodies))
    transcript.tokens += sum(tokens for _, tokens in bodies)
    Transcript.objects.filter(pk=transcript.pk).update(tokens=transcript.tokens)


def put_report(
    transcript: Transcript, report: Report, messages: Sequence[Turn] = (), *, layer: str, rule_version: str
) -> None:
    """Replace what the rules said about a transcript of these messages."""
    if transcript.checked is not None:
        transcript.violations.all().delete()
    dialect = dialects_of(transcript.dialect, transcript.dialect_alternatives)
    rows = [
        _violation(transcript, number, breach, signature_of(breach, messages, dialect))
        for number, breach in enumerate(report.violations)
    ]
    Violation.objects.bulk_create(rows)
    transcript.errors = sum(row.severity == Severity.ERROR for row in rows)
    transcript.warnings = sum(row.severity == Severity.WARNING for row in rows)
    transcript.note_count = sum(row.severity == Severity.NOTE for row in rows)
    transcript.unreadable = list(report.unreadable)
    transcript.wire_roles = [
        {"index": role.index, "role": clean(role.role, 40), "pointer": role.pointer}
        for role in report.roles_without_violation
    ]
    transcript.marks = marks(report, transcript.messages)
    transcript.layers = layer
    transcript.rule_version = rule_version
    transcript.checked = timezone.now()
    transcript.save(
        update_fields=[
            "errors",
            "warnings",
            "note_count",
            "unreadable",
            "wire_roles",
            "marks",
            "layers",
            "rule_version",
            "checked",
        ]
    )


def put_answer(pk: str, answer: ProviderAnswer, text: str) -> None:
    """Add what the provider said about transcript `pk`; `text` holds no secrets, and is cut here."""
    transcript = Transcript.objects.only("provider_said").get(pk=pk)
    said = {
        "status": answer.status,
        "at": clean(answer.at, 200),
        "rules": list(answer.rules),
        "pointer": answer.pointer,
        "text": clean(text, SAID_CHARACTERS),
    }
    transcript.provider_said = [*transcript.provider_said, said][:ANSWERS_KEPT]
    transcript.save(update_fields=["provider_said"])


def _violation(transcript: Transcript, number: int, breach: Breach, signature: str) -> Violation:
    return Violation(
        team_id=transcript.team_id,
        transcript=transcript,
        number=number,
        rule=breach.rule,
        severity=breach.severity,
        layers=list(breach.layers),
        position=breach.position,
        index=breach.index,
        pointer=clean(breach.pointer, 300),
        counterpart=clean(breach.counterpart or "", 300),
        related=[clean(pointer) for pointer in breach.related],
        behaviours=list(breach.behaviours),
        confidence=breach.confidence,
        signature=signature,
    )


def forget(capture: Capture) -> set[int]:
    """Delete what was read from a capture; return the strands that it stood on, for `sweep`."""
    stood = set(capture.transcripts.exclude(strand=None).values_list("strand_id", flat=True))
    capture.transcripts.all().delete()
    return {pk for pk in stood if pk is not None}


def close_unfinished(capture: Capture) -> None:
    """Let transcripts that were not stored to their end hold what they have, and say so in a note."""
    for transcript in capture.transcripts.filter(checked=None):
        stored = access.rows_of(transcript).count()
        if stored < transcript.messages:
            part = f"{stored:,} of {transcript.messages:,}"
            capture.notes.append({"code": PARTLY, "at": transcript.path, "reason": part})
            Transcript.objects.filter(pk=transcript.pk).update(messages=stored)
    capture.save(update_fields=["notes"])
