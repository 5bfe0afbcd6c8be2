"""What lists of captures and transcripts answer, as JSON and as files."""

from datetime import datetime
from typing import Any

from django.urls import reverse
from ninja import Schema

from webui.transcripts.access import Contents
from webui.transcripts.models import Capture, Transcript
from webui.transcripts.schemas import Listed, listed
from webui.transcripts.views import outcome


class CaptureRow(Schema):
    """A capture as lists have it. `transcripts` counts its lists, `refused` and `unchecked` those of them.

    `result` is `refused`, `accepted` or `unchecked` for all of it, empty where nothing was read; `error_code` says
    what stopped the reading.
    """

    id: str
    team: str
    name: str
    state: str
    result: str
    error_code: str
    format: str
    source: str
    transcripts: int
    refused: int
    unchecked: int
    size: int
    uploaded_by: str | None
    created: datetime
    url: str

    @classmethod
    def of(cls, row: Capture, team: str, held: Contents | None, host: str) -> "CaptureRow":
        names = ("name", "state", "error_code", "format", "source", "size", "created")
        values: dict[str, Any] = {name: getattr(row, name) for name in names}
        return cls(
            id=row.pk,
            team=team,
            result=_result(held),
            transcripts=held.total if held else 0,
            refused=held.refused if held else 0,
            unchecked=held.unchecked if held else 0,
            uploaded_by=row.uploaded_by.get_username() if row.uploaded_by else None,
            url=host + reverse("transcripts:capture", args=[team, row.pk]),
            **values,
        )


def _result(held: Contents | None) -> str:
    if held is None or not held.total:
        return ""
    return "refused" if held.refused else "unchecked" if held.unchecked else "accepted"


class CaptureRows(Schema):
    """Some captures, the newest first; `next` goes into `after`, null at the end."""

    captures: list[CaptureRow]
    next: str | None


class TranscriptRow(Listed):
    """A transcript as lists have it. `result` is what the filter of this name takes, `sentence` that of its page."""

    name: str
    capture: str
    team: str
    model: str
    size: int
    result: str
    sentence: str
    created: datetime
    url: str

    @classmethod
    def of(cls, row: Transcript, team: str = "", host: str = "") -> "TranscriptRow":
        said = outcome.outcome(row)
        return cls(
            **listed(row),
            name=row.capture.name,
            capture=row.capture_id,
            team=team,
            model=row.model,
            size=row.size,
            result=said.kind if said.kind in ("refused", "accepted") else "unchecked",
            sentence=f"{said.word}: {said.rest}." if said.rest else f"{said.word}.",
            created=row.created,
            url=host + reverse("transcripts:detail", args=[team, row.pk]),
        )


class TranscriptRows(Schema):
    """Some transcripts, the newest first; `next` goes into `after`, null at the end."""

    transcripts: list[TranscriptRow]
    next: str | None
