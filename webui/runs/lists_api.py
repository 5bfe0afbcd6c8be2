"""The list of runs, for programs: page by page, or whole as a file.

It stands in the router of what is sent: one address has one table of methods.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.urls import reverse
from ninja import Query, Schema

from webui.accounts.access import home, needs
from webui.accounts.powers import Power
from webui.common import paging
from webui.common.calls import host_of
from webui.common.schemas import READ
from webui.common.tables import ALSO_TABLES, CHUNK, Listed, Values, answered
from webui.runs import access
from webui.runs.api import router
from webui.runs.models import Run
from webui.runs.views import outcome
from webui.runs.views.filters import Filters
from webui.transcripts.lists_api import After, Limit

__all__ = ["router"]

Verdict = Literal["valid", "refused", "too-large", "not-attempted", "unjudged"]
PLAIN = (
    *("name", "kind", "state", "verdict", "code", "reason", "section", "line", "measured", "limit", "error_code"),
    *("model", "messages_before", "messages_after", "tokens_before", "tokens_after", "tokens_estimated"),
    *("introduced", "inherited", "source", "created"),
)


class RunRow(Schema):
    """A run as lists have it; `sentence` is that of its page. Numbers are null where a side is not in the upload."""

    id: str
    team: str
    name: str
    kind: str
    state: str
    verdict: str
    sentence: str
    code: str
    reason: str
    section: str
    line: int | None
    measured: int | None
    limit: int | None
    error_code: str
    model: str
    messages_before: int | None
    messages_after: int | None
    tokens_before: int | None
    tokens_after: int | None
    tokens_estimated: bool
    introduced: int
    inherited: int
    capture: str | None
    before: str | None
    after: str | None
    source: str
    uploaded_by: str | None
    created: datetime
    url: str

    @classmethod
    def of(cls, run: Run, team: str, host: str) -> "RunRow":
        said = outcome.outcome(run)
        values: dict[str, Any] = {name: getattr(run, name) for name in PLAIN}
        values |= {name: getattr(run, f"{name}_id") for name in ("capture", "before", "after")}
        return cls(
            id=run.pk,
            team=team,
            sentence=" ".join(part for part in (f"{said.word}.", said.sentence, said.then) if part),
            uploaded_by=run.uploaded_by.get_username() if run.uploaded_by else None,
            url=host + reverse("runs:detail", args=[team, run.pk]),
            **values,
        )


class RunRows(Schema):
    """Some runs, the newest first; `next` goes into `after`, null at the end."""

    runs: list[RunRow]
    next: str | None


@router.get("/runs", response={200: RunRows, **READ}, openapi_extra=ALSO_TABLES)
@needs(Power.READ)
def list_runs(
    request: HttpRequest,
    team: str = "",
    verdict: Annotated[tuple[Verdict, ...], Query()] = (),
    reason: Annotated[tuple[str, ...], Query()] = (),
    text: Annotated[str, Query(max_length=100)] = "",
    after: After = "",
    limit: Limit = 50,
    format: Listed = "json",
) -> Any:
    """Runs of a team by the filters of the page, the newest first. `csv` and `jsonl` are files with all."""
    found = home(request, team, Power.READ)
    rows, host = Filters(request.GET).narrowed(access.runs_for(found)), host_of(request)
    if format != "json":
        values: Iterator[Values] = (
            RunRow.of(run, found.slug, host).model_dump() for run in rows.iterator(chunk_size=CHUNK)
        )
        return answered(values, list(RunRow.model_fields), format, f"{found.slug}-runs")
    paging.demand(after)
    page = paging.by_time(rows, after, limit)
    return RunRows(runs=[RunRow.of(run, found.slug, host) for run in page.rows], next=page.after or None)
