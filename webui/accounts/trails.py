"""The trail of a team as people and programs read it: what it is narrowed to, and how it is laid out."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from webui.audit.digests import fields_of
from webui.audit.models import Event
from webui.audit.trail import SUBJECTS
from webui.audit.words import WORDS, sentence
from webui.common.tables import CHUNK, MEDIA, answered

NAMES = ("subject", "action", "actor", "id", "from", "to")
ACTIONS = sorted({action for _, action in WORDS})
PAGES = {
    "capture": "transcripts:capture",
    "transcript": "transcripts:detail",
    "run": "runs:detail",
    "pass": "runs:pass",
    "case": "review:case",
}
"""Where the page of a subject is; this room knows those above by the names of their addresses alone."""
LONGEST = 100


class Filters:
    """What a trail is narrowed to. Unknown values are kept in `strays`, shown, and ignored."""

    def __init__(self, query: Mapping[str, str]) -> None:
        self.given = {name: query.get(name, "").replace("\0", "").strip()[:LONGEST] for name in NAMES}
        self.strays = [f"{name}={value}" for name, value in self.given.items() if value and not self._knows(name)]

    def _knows(self, name: str) -> bool:
        value = self.given[name]
        match name:
            case "subject":
                return value in SUBJECTS
            case "action":
                return value in ACTIONS
            case "from" | "to":
                return _day(value) is not None
        return True

    @property
    def on(self) -> bool:
        return any(self.given.values())

    @property
    def used(self) -> dict[str, str]:
        """The filters that count."""
        return {name: value for name, value in self.given.items() if value and self._knows(name)}

    @property
    def query(self) -> str:
        """The query of these filters, led by a question mark; unknown values are left out."""
        return "?" + urlencode(self.used)

    def narrowed(self, events: QuerySet[Event]) -> QuerySet[Event]:
        """Return the events that the filters let through."""
        used = self.used
        plain = {"subject": "subject", "action": "action", "id": "subject_id"}
        events = events.filter(**{column: used[name] for name, column in plain.items() if name in used})
        if "actor" in used:
            events = events.filter(actor_name__icontains=used["actor"])
        if day := _day(used.get("from", "")):
            events = events.filter(at__gte=_midnight(day))
        if day := _day(used.get("to", "")):
            events = events.filter(at__lt=_midnight(day) + timedelta(days=1))
        return events


@dataclass(frozen=True)
class Line:
    """One event on a page."""

    event: Event
    team: str

    @cached_property
    def sentence(self) -> str:
        return sentence(self.event)

    @property
    def address(self) -> str:
        """Where the subject's page is, if it has one."""
        try:
            return reverse(PAGES[self.event.subject], args=[self.team, self.event.subject_id])
        except (KeyError, NoReverseMatch):
            return ""


def lines(events: QuerySet[Event]) -> Iterator[bytes]:
    """Yield events as JSON lines: all that a digest is taken of, the digest, and the sentence."""
    for event in events.iterator(chunk_size=CHUNK):
        row = fields_of(event) | {"digest": event.digest, "sentence": sentence(event)}
        yield json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


COLUMNS = (
    *("number", "at", "actor_kind", "actor_name", "action", "subject", "subject_id", "was", "now", "reason", "note"),
    *("version", "evidence", "more", "previous", "digest"),
)
"""Of a table of events, besides the sentence."""


def exported(events: QuerySet[Event], kind: str, slug: str) -> StreamingHttpResponse:
    """Return events as a file, oldest first: `jsonl` with all that a digest is taken of, or `csv` for people."""
    if kind == "csv":
        rows = events.iterator(chunk_size=CHUNK)
        values = ({**{name: getattr(event, name) for name in COLUMNS}, "sentence": sentence(event)} for event in rows)
        return answered(values, ("sentence", *COLUMNS), "csv", f"{slug}-audit")
    answer = StreamingHttpResponse(lines(events), content_type=MEDIA["jsonl"])
    answer["Content-Disposition"] = f'attachment; filename="{slug}-audit-{timezone.now():%Y-%m-%d}.jsonl"'
    answer["Cache-Control"] = "no-store"
    return answer


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if len(text) == len("2026-01-02") else None
    except ValueError:
        return None


def _midnight(day: date) -> datetime:
    # The last day of the calendar has no midnight after it.
    return datetime.combine(min(day, date(9999, 1, 1)), time(), UTC)
