"""A list of cases as a file: CSV or JSON lines, every row of the filter, in its order."""

from collections.abc import Sequence

from django.http import StreamingHttpResponse

from webui.accounts.models import Team
from webui.common.tables import CHUNK, answered
from webui.review import filters, pages, words
from webui.review.addresses import case_address
from webui.review.models import Case

NAMES = ("source", "owner", "holder", "waiting_on")
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


def answer(asked: filters.Asked, kind: str, host: str, numbers: Sequence[int] | None = None) -> StreamingHttpResponse:
    """Return the file of a filter, or of some of its cases by number."""
    matching = asked.narrowed(Case.objects.select_related(*NAMES))
    if numbers is not None:
        matching = matching.filter(number__in=numbers)
    rows = pages.ordered(matching, asked.sort).iterator(chunk_size=CHUNK)
    return answered((_values(asked.team, case, host) for case in rows), FIELDS, kind, f"cases-{asked.team.slug}")


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
