"""A list of cases as a file: CSV or JSON lines, every row of the filter, in its order."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from django.http import Http404, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from webui.accounts.access import require
from webui.accounts.models import Team
from webui.common.htmx import private
from webui.review import filters, pages, saved, words
from webui.review.access import person_of
from webui.review.addresses import case_address
from webui.review.models import Case
from webui.review.views.rows import NAMES

CHUNK = 1000
FIELDS = (
    "number",
    "state",
    "mark",
    "severity",
    "kind",
    "about",
    "code",
    "dialect",
    "sentence",
    "name",
    "source",
    "position",
    "block",
    "section",
    "transcript",
    "run",
    "count",
    "errors",
    "warnings",
    "owner",
    "holder",
    "waiting_on",
    "opened",
    "due",
    "changed",
    "closed",
    "version",
    "signature",
    "url",
)
"""The columns of a file; they are only ever added to, at the end."""

RISKY = ("=", "+", "-", "@", "\t", "\r")


class _Echo:
    """A file for the writer of CSV that hands every line back."""

    def write(self, line: str) -> str:
        return line


@require_safe
@require()
@private
def export(request: HttpRequest, team: Team) -> HttpResponseBase:
    """Answer the cases of a filter as a file, read from the database piece by piece."""
    kind = request.GET.get("format", "csv")
    if kind not in _WRITERS:
        raise Http404
    names = filters.Names(team)
    user = person_of(request)
    chosen = saved.choose(request.GET, saved.arranged(team, user), names, user)
    return answer(chosen.asked, kind, request.build_absolute_uri("/").rstrip("/"))


def answer(asked: filters.Asked, kind: str, host: str, numbers: Sequence[int] | None = None) -> StreamingHttpResponse:
    """Return the file of a filter, or of some of its cases by number."""
    content_type, ending, write = _WRITERS[kind]
    matching = asked.narrowed(Case.objects.select_related(*NAMES))
    if numbers is not None:
        matching = matching.filter(number__in=numbers)
    rows = pages.ordered(matching, asked.sort).iterator(chunk_size=CHUNK)
    response = StreamingHttpResponse(write(_values(asked.team, case, host) for case in rows), content_type=content_type)
    name = f"cases-{asked.team.slug}-{timezone.now():%Y-%m-%d}.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _values(team: Team, case: Case, host: str) -> dict[str, object]:
    place = case.place
    return {
        "number": case.number,
        "state": case.state,
        "mark": case.mark,
        "severity": case.severity,
        "kind": case.kind,
        "about": case.about,
        "code": case.code,
        "dialect": case.dialect,
        "sentence": words.sentence_of(case),
        "name": case.name,
        "source": case.source.name,
        "position": place.get("position"),
        "block": place.get("block"),
        "section": place.get("section"),
        "transcript": case.transcript_id,
        "run": case.run_id,
        "count": case.count,
        "errors": case.errors,
        "warnings": case.warnings,
        "owner": case.owner.get_username() if case.owner else None,
        "holder": case.holder.get_username() if case.holder else None,
        "waiting_on": case.waiting_on.get_username() if case.waiting_on else None,
        "opened": case.created.isoformat(timespec="seconds"),
        "due": case.due.isoformat(timespec="seconds") if case.due else None,
        "changed": case.changed.isoformat(timespec="seconds"),
        "closed": case.closed.isoformat(timespec="seconds") if case.closed else None,
        "version": case.version,
        "signature": case.signature,
        "url": host + case_address(team, case.number),
    }


def _csv(rows: Iterator[Mapping[str, object]]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield writer.writerow(FIELDS)
    for row in rows:
        yield writer.writerow([_cell(row[name]) for name in FIELDS])


def _cell(value: object) -> object:
    """Return a value that no table program takes for a formula: names come from uploads."""
    return f"'{value}" if isinstance(value, str) and value.startswith(RISKY) else value


def _lines(rows: Iterator[Mapping[str, object]]) -> Iterator[str]:
    for row in rows:
        yield json.dumps(row, ensure_ascii=False) + "\n"


_WRITERS: Mapping[str, tuple[str, str, Callable[[Iterator[Mapping[str, object]]], Iterator[str]]]] = {
    "csv": ("text/csv; charset=utf-8", "csv", _csv),
    "jsonl": ("application/x-ndjson; charset=utf-8", "jsonl", _lines),
}
