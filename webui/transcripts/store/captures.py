"""A received file -> a capture and the job that reads it; and what became of it."""

from collections.abc import Iterable

from django.db import IntegrityError, transaction

from compaction.errors import CaptureError
from compaction.formats.records import Note
from webui.accounts.actors import WORKER, person
from webui.accounts.models import Team, User
from webui.audit.trail import Actor, record
from webui.jobs.queue import enqueue
from webui.transcripts import blobs, uploads
from webui.transcripts.access import CHECK, RUN_INPUT
from webui.transcripts.models import Capture
from webui.transcripts.store.values import clean
from webui.transcripts.uploads import Received

STEPS = ("Receive", "Read", "Store", "Check")
NOTES_KEPT = 1000
"""Notes of one capture that are stored; a file of a million bad lines says no more than the first thousand."""

State = Capture.State


def accept(
    team: Team,
    user: User | None,
    received: Received,
    *,
    source: str = Capture.Source.PAGE,
    format: str = "auto",
    dialect: str = "auto",
    by: Actor | None = None,
) -> tuple[Capture, bool]:
    """Return the capture of a received file, and whether it is new; a new one is queued for reading.

    `by` is who sends it, where that is not the user in person.

    The same bytes again give the team's earlier capture, whatever its name, and the received file is discarded.
    """
    earlier = _earlier(team, received)
    if earlier is not None:
        blobs.discard(received.temporary)
        return earlier, False
    blob = uploads.keep(received)
    try:
        with transaction.atomic():
            capture = Capture.objects.create(
                team=team,
                name=clean(received.name, 200),
                fingerprint=received.fingerprint,
                blob=blob,
                size=received.size,
                format_asked=format,
                dialect_asked=dialect,
                redactions=dict(received.redactions),
                source=source,
                uploaded_by=user,
            )
            enqueue(team.pk, CHECK, capture.pk, STEPS)
            more = {"source": source, "bytes": capture.size}
            record(
                team.pk, by or person(user), "uploaded", "capture", capture.pk, evidence=capture.fingerprint, more=more
            )
        return capture, True
    except IntegrityError:  # somebody sent the same bytes at the same moment
        earlier = _earlier(team, received)
        if earlier is None:
            raise
    finally:
        if not Capture.objects.filter(team=team, blob=blob).exists():
            blobs.delete(blob)
    return earlier, False


def _earlier(team: Team, received: Received) -> Capture | None:
    return Capture.objects.filter(team=team, fingerprint=received.fingerprint).first()


@transaction.atomic
def read_again(capture: Capture, *, format: str = "auto", dialect: str = "auto", by: Actor = WORKER) -> bool:
    """Queue a capture for another reading, as this format and dialect; False while one is under way."""
    over = Capture.objects.filter(pk=capture.pk, state__in=[State.READY, State.FAILED, State.CANCELLED])
    over = over.exclude(format=RUN_INPUT)  # read once, by the contract
    if not over.update(state=State.QUEUED, format_asked=format, dialect_asked=dialect):
        return False
    enqueue(capture.team_id, CHECK, capture.pk, STEPS)
    more = {"format": format, "dialect": dialect}
    record(capture.team_id, by, "read-again", "capture", capture.pk, evidence=capture.fingerprint, more=more)
    return True


def note(capture: Capture, notes: Iterable[Note]) -> None:
    """Keep what was skipped or odd, up to a thousand of them."""
    kept = [{"code": one.code, "at": clean(one.at, 200), "reason": clean(one.reason, 200)} for one in notes]
    capture.notes = kept[:NOTES_KEPT]
    capture.save(update_fields=["notes"])


def fail(capture: Capture, error: CaptureError) -> None:
    """Note why a capture cannot be read: code and place. What stood there goes to nobody but the sender."""
    places = {"offset": error.offset, "line": error.line, "column": error.column, "kind": error.kind}
    capture.error_code = error.code
    capture.error_place = {name: value for name, value in places.items() if value is not None}
    capture.state = State.FAILED
    capture.save(update_fields=["error_code", "error_place", "state"])


def settle(capture: Capture, state: str, *, format: str | None = None, code: str = "") -> None:
    """Move a capture to a state; an earlier failure is forgotten."""
    capture.state = state
    capture.error_code = code
    capture.error_place = {}
    capture.format = capture.format if format is None else format
    capture.save(update_fields=["state", "error_code", "error_place", "format"])
