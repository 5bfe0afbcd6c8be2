"""One list of a capture -> a transcript, its messages and its violations."""

from collections.abc import Sequence

from django.db import connection
from django.db.models import Exists, OuterRef
from django.utils import timezone

from compaction.findings import Severity
from compaction.findings import Violation as Breach
from compaction.formats.records import MessageList, ProviderAnswer
from compaction.shape import Report
from compaction.transcripts import Message as Turn
from compaction.transcripts import codec
from webui.transcripts.models import Body, Capture, Message, Transcript, Violation
from webui.transcripts.store.bodies import Shelf
from webui.transcripts.store.sketches import marks, sketch
from webui.transcripts.store.values import clean, pack

SWEEP_AT_ONCE = 500
INSERT = 'insert into "transcripts_message" ("transcript_id", "index", "origin", "body_id") values (%s, %s, %s, %s)'
"""A log of requests repeats its messages: the rows are many and small, and model instances would take most time."""

SAID_CHARACTERS = 2048
ANSWERS_KEPT = 5
"""Of what a provider said about one list: the start of each answer, and the first answers."""

PARTLY = "partly-stored"
"""The code of a note about a reading that was cancelled; its reason is like `500 of 5,000`."""


def begin(capture: Capture, number: int, found: MessageList, shelf: Shelf) -> Transcript:
    """Store the header of a list, so that its page can be opened while the messages come."""
    shelf.look(found.system)
    return Transcript.objects.create(
        team_id=capture.team_id,
        capture=capture,
        number=number,
        path=clean(found.path, 200),
        dialect=found.dialect or "",
        dialect_alternatives=[str(dialect) for dialect in found.dialect_alternatives],
        model=clean(found.model, 120),
        reconstructed=found.reconstructed,
        response_only=found.response_only,
        messages=found.count,
        size=len(found.body),
        tokens_estimated=not shelf.counter.exact,
        system=pack(codec.encode(found.system)) if found.system else None,
        system_tokens=(system_tokens := shelf.tokens(found.system)),
        tokens=system_tokens,
        sketch=sketch(found.messages),
    )


def put(transcript: Transcript, messages: Sequence[Turn], shelf: Shelf) -> None:
    """Store the next messages of a list at their places, and add their tokens."""
    bodies = shelf.put(messages)
    rows = [
        (transcript.pk, message.index, clean(message.origin, 200), pk)
        for message, (pk, _) in zip(messages, bodies, strict=True)
    ]
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(INSERT, rows)
    transcript.tokens += sum(tokens for _, tokens in bodies)
    transcript.save(update_fields=["tokens"])


def put_report(transcript: Transcript, report: Report, *, layer: str, rule_version: str) -> None:
    """Replace what the rules said about a transcript."""
    transcript.violations.all().delete()
    rows = [_violation(transcript, number, breach) for number, breach in enumerate(report.violations)]
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


def _violation(transcript: Transcript, number: int, breach: Breach) -> Violation:
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
    )


def forget(capture: Capture) -> set[int]:
    """Delete what was read from a capture; return the keys of the bodies that stood there, for `sweep`."""
    bodies = set(Message.objects.filter(transcript__capture=capture).values_list("body_id", flat=True).distinct())
    capture.transcripts.all().delete()
    return bodies


def sweep(bodies: set[int]) -> None:
    """Delete those of these bodies that stand nowhere any more."""
    keys = sorted(bodies)
    used = Message.objects.filter(body=OuterRef("pk"))
    for start in range(0, len(keys), SWEEP_AT_ONCE):
        Body.objects.filter(~Exists(used), pk__in=keys[start : start + SWEEP_AT_ONCE]).delete()


def close_unfinished(capture: Capture) -> None:
    """Let transcripts that were not stored to their end hold what they have, and say so in a note."""
    for transcript in capture.transcripts.filter(checked=None):
        stored = transcript.rows.count()
        if stored < transcript.messages:
            part = f"{stored:,} of {transcript.messages:,}"
            capture.notes.append({"code": PARTLY, "at": transcript.path, "reason": part})
            Transcript.objects.filter(pk=transcript.pk).update(messages=stored)
    capture.save(update_fields=["notes"])
