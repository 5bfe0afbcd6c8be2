"""The router of search, the system prompt, and what a team keeps and masks. Read alone."""

import json
from datetime import datetime
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from django.utils import timezone
from ninja import Query, Router, Schema

from webui.accounts.access import home, needs
from webui.accounts.powers import Power
from webui.common.calls import host_of
from webui.common.schemas import READ
from webui.transcripts import access, masked, reporting, retention, store
from webui.transcripts.views import search as searching

router = Router()
Text = Annotated[str, Query(max_length=searching.LONGEST)]


class MatchOut(Schema):
    """A transcript that an error could be about, with the place in it."""

    transcript: str
    name: str
    result: str
    url: str


class SearchOut(Schema):
    """What a text leads to: one page (`url`); or, of a provider's error, rules, the place it names, and transcripts."""

    url: str | None
    rules: list[str]
    position: int | None
    transcripts: list[MatchOut]


class SystemOut(Schema):
    """The system prompt as its blocks, after redaction."""

    transcript: str
    tokens: int
    blocks: list[dict[str, Any]]


class KeptOut(Schema):
    """How long a kind of rows is kept; `days` is null for always."""

    kind: str
    title: str
    days: int | None


class RetentionOut(Schema):
    team: str
    kinds: list[KeptOut]


class MaskedOut(Schema):
    """One kind of secret, and how many were masked in the last 30 days."""

    kind: str
    what: str
    count: int


class ReportOut(Schema):
    """A secret that somebody reported. `known` says that uploads to come are masked as well; `ended` is null until it
    is masked everywhere, and `counts` are what was changed.
    """

    id: int
    marker: str
    known: bool
    created: datetime
    ended: datetime | None
    counts: dict[str, int]


class RedactionOut(Schema):
    """What is masked before anything is stored. `words` are how many words of its own the team has masked; `reports`
    the last secrets that were reported, the newest first.
    """

    team: str
    kinds: list[MaskedOut]
    words: int
    reports: list[ReportOut]


@router.get("/search", response={200: SearchOut, **READ})
@needs(Power.READ)
def search(request: HttpRequest, q: Text, team: str = "", transcript: str = "") -> SearchOut:
    """Say where an id, a rule, a tool call id or a provider's error leads; `transcript` is the one you read."""
    found_team, host = home(request, team, Power.READ), host_of(request)
    text = q.strip().replace("\0", "")
    found = searching.look(found_team, text, searching.transcript_of(request, found_team, transcript))
    return SearchOut(
        url=host + found.link if found.link else None,
        rules=[entry.id for entry in found.rules],
        position=found.place.position if found.place else None,
        transcripts=[
            MatchOut(transcript=row.pk, name=row.capture.name, result=said.kind, url=host + link)
            for row, said, link in found.rows
        ],
    )


@router.get("/transcripts/{pk}/system", response={200: SystemOut, **READ})
@needs(Power.READ)
def system(request: HttpRequest, pk: str) -> SystemOut:
    """The system prompt of a transcript; 404 where it has none."""
    found = access.transcript_for(request.user, None, pk)
    if not found.system:
        raise Http404
    return SystemOut(
        transcript=found.pk, tokens=found.system_tokens, blocks=json.loads(store.system_json_of(found) or "[]")
    )


@router.get("/settings/retention", response={200: RetentionOut, **READ})
@needs(Power.READ)
def kept(request: HttpRequest, team: str = "") -> RetentionOut:
    """How long a team keeps what."""
    found = home(request, team, Power.READ)
    days = retention.days_of(found)
    kinds = [KeptOut(kind=one.name, title=one.title, days=days.get(one.name)) for one in retention.kinds()]
    return RetentionOut(team=found.slug, kinds=kinds)


@router.get("/settings/redaction", response={200: RedactionOut, **READ})
@needs(Power.READ)
def redaction(request: HttpRequest, team: str = "") -> RedactionOut:
    """What is masked, by kind; never the words themselves."""
    found = home(request, team, Power.READ)
    kinds = [MaskedOut(kind=row.kind, what=row.what, count=row.count) for row in masked.rows_of(found, timezone.now())]
    reports = [ReportOut(**row) for row in reporting.reports_of(found).values(*ReportOut.model_fields)]
    return RedactionOut(team=found.slug, kinds=kinds, words=len(masked.words_of(found)), reports=reports)
