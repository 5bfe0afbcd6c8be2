"""What the rules say about a transcript, for programs: JSON in pages, and the outputs of CI as one file."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Router

from compaction.findings import Severity, WireRole
from compaction.shape.signature import dialects_of
from webui.accounts.access import needs
from webui.accounts.powers import Power
from webui.common import tables
from webui.common.calls import host_of
from webui.common.schemas import READ
from webui.transcripts import access, listeners, outputs, store, verdicts
from webui.transcripts.api import After
from webui.transcripts.models import Transcript, Violation
from webui.transcripts.outputs import File, Output, Report, Told
from webui.transcripts.schemas import ViolationOut, Violations
from webui.transcripts.views.outcome import outcome, scope
from webui.transcripts.views.places import place

router = Router()
VIOLATIONS = 500
"""In one page of JSON."""

TOLD = 5_000
"""Violations in one file; how many more there are stands in it."""

AT_ONCE = 50
"""Violations whose messages are read together: one can be large."""

Written = Literal["json", "sarif", "junit", "markdown", "csv", "jsonl"]
TEXT = {"schema": {"type": "string"}}
FILES = {output.media_type: TEXT for output in outputs.OUTPUTS} | {"application/sarif+json": {"schema": {}}}
ALSO_FILES: dict[str, Any] = {"responses": {200: {"content": FILES}}}


@router.get(
    "/transcripts/{pk}/violations",
    response={200: Violations, **READ},
    openapi_extra=ALSO_FILES,
    url_name="transcript-violations",
)
@needs(Power.READ)
def violations(
    request: HttpRequest,
    pk: str,
    format: Written = "json",
    after: After = -1,
    fail_on: Severity = Severity.ERROR,
) -> Any:
    """What the rules say about a transcript; places and words of closed lists, never content.

    `sarif`, `junit` and `markdown` are files with up to 5,000 violations, where `fail_on` is the least severity of a
    failure in JUnit; `csv` and `jsonl` are tables with all of them; JSON comes in pages.
    """
    found = access.transcript_for(request.user, None, pk)
    if format == "json":
        return _page(found, after, host_of(request))
    base = host_of(request)
    if format in tables.WRITERS:
        head = head_of(found, base)
        values = outputs.rows(head, _every(found, head.link))
        return tables.answered(values, outputs.FIELDS, format, f"{found.pk}-violations")
    file = file_of(found, base)
    report = Report((file,), scope(found), file.link, rules_at(base), fail_on)
    return answered(outputs.BY_ID[format], report, found.pk)


def answered(output: Output, report: Report, name: str) -> HttpResponse:
    """Return a report as a download."""
    response = HttpResponse(output.write(report), content_type=f"{output.media_type}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.{output.ending}"'
    response["Cache-Control"] = "no-store"
    return response


def rules_at(base: str) -> str:
    """Return the address before the ids of rule pages."""
    return f"{base}{reverse('transcripts:rules')}/"


def head_of(found: Transcript, base: str) -> File:
    """Return the answer of a transcript's page, without what stands below it."""
    said = outcome(found)
    return File(
        name=found.capture.name,
        sentence=f"{said.word}: {said.rest}." if said.rest else f"{said.word}.",
        unchecked=said.kind not in ("refused", "accepted"),
        link=f"{base}{address(found)}",
    )


def file_of(found: Transcript, base: str) -> File:
    """Return what is said of a transcript; `base` is the address of this server."""
    head = head_of(found, base)
    rows = list(access.violations_of(found)[:TOLD])
    more = max(0, found.errors + found.warnings + found.note_count - len(rows))
    file = replace(head, told=tuple(told_of(found, rows, head.link)), more=more)
    return file.under(_waivers(found))


def told_of(found: Transcript, rows: Iterable[Violation], link: str, side: str = "") -> Iterator[Told]:
    """Yield violations in words, unknown roles first, as a provider meets them first; `side` names the list."""
    dialect = dialects_of(found.dialect, found.dialect_alternatives)
    for role in found.wire_roles:
        at = f"{link}{place(role['pointer']).query}"
        yield outputs.tell_role(WireRole(**role), dialect=dialect, path=found.path, side=side, link=at)
    yield from told_rows(found, rows, link, side)


def told_rows(found: Transcript, rows: Iterable[Violation], link: str, side: str = "") -> Iterator[Told]:
    """Yield these violations in words, in their order."""
    for some in tables.chunks(rows, AT_ONCE):
        natives = _natives(found, some)
        for row, signature in zip(some, store.signatures_of(found, some), strict=True):
            yield outputs.tell(
                store.violation_of(row),
                natives.get(row.position),
                dialect=found.dialect,
                signature=signature,
                path=found.path,
                side=side,
                link=f"{link}{place(row.pointer).query}",
            )


def _waivers(found: Transcript) -> dict[str, str]:
    """Return the waiver of each signature of the capture, as a sentence."""
    return listeners.tolerated(found.team_id, captures=[found.capture_id])


def _every(found: Transcript, link: str) -> Iterator[Told]:
    waivers = _waivers(found)
    rows = access.violations_of(found).iterator(chunk_size=tables.CHUNK)
    return (one.under(waivers) for one in told_of(found, rows, link))


def _natives(found: Transcript, rows: Sequence[Violation]) -> dict[int | None, bytes]:
    places = {row.position for row in rows if row.position is not None}
    return {row.index: store.native_of(row.body) for row in access.opened(found, places)}


def address(found: Transcript) -> str:
    """Return the address of a transcript's page on this server."""
    return reverse("transcripts:detail", args=[found.team.slug, found.pk])


def _page(found: Transcript, after: int, base: str) -> Violations:
    rows = list(access.violations_of(found).filter(number__gt=after)[: VIOLATIONS + 1])
    more = rows[VIOLATIONS - 1].number if len(rows) > VIOLATIONS else None
    waivers = _waivers(found)
    shown = rows[:VIOLATIONS]
    return Violations(
        violations=[
            ViolationOut.of(row, told, waivers.get(row.signature, ""))
            for row, told in zip(shown, told_rows(found, shown, f"{base}{address(found)}"), strict=True)
        ],
        next=more,
        layers=found.layers,
        scope=verdicts.SCOPES.get(found.layers, ""),
    )
