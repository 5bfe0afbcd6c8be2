"""Why a capture could not be read, or only in part, in sentences that stand for codes."""

from dataclasses import dataclass
from typing import Any

from compaction.errors import CaptureError
from compaction.formats import Note, Sentence, sentence
from webui.common.errors import OURS
from webui.transcripts.models import Capture
from webui.transcripts.store import PARTLY


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, where, and what to do. `found` quotes the file, for the person who sent it only."""

    what: str
    where: str
    do: str
    code: str
    found: tuple[str, ...] = ()


def of_error(error: CaptureError) -> Fault:
    """Return a fault with what stood there: only ever for the answer to the sender."""
    told = sentence(error)
    return Fault(told.what, told.where, told.do, error.code, error.found)


def explained(row: Capture) -> Fault | None:
    """Return why a stored capture could not be read; None if it was, or is not yet."""
    if row.state not in (Capture.State.FAILED, Capture.State.CANCELLED):
        return None
    if row.error_code in OURS:
        what, do = OURS[row.error_code]
        return Fault(what, "", do, row.error_code)
    place: dict[str, Any] = row.error_place
    return of_error(
        CaptureError(
            row.error_code or "unknown",
            offset=place.get("offset"),
            line=place.get("line"),
            column=place.get("column"),
            kind=place.get("kind"),
        )
    )


def brief(row: Capture) -> str:
    """Return what is wrong with a capture in one line, for a list; empty if nothing is."""
    fault = explained(row)
    return fault.what if fault else ""


def notes(row: Capture, limit: int) -> list[tuple[str, Sentence]]:
    """Return the notes of a capture: their codes and what they say."""
    found = [Note(note["code"], note["at"], note["reason"]) for note in row.notes[:limit]]
    return [(note.code, _said(note)) for note in found]


def _said(note: Note) -> Sentence:
    if note.code == PARTLY:
        return Sentence("Only a part is stored.", f"{note.reason} messages.", "Read the capture again for the rest.")
    return sentence(note)
