"""The lists of captures and transcripts, for programs: page by page, or whole as a file.

They stand in the router of what is sent: one address has one table of methods.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from ninja import Query

from webui.accounts.access import home, needs
from webui.accounts.models import Team
from webui.accounts.powers import Power
from webui.common import paging
from webui.common.calls import host_of
from webui.common.schemas import READ
from webui.common.tables import ALSO_TABLES, CHUNK, Listed, Values, answered, chunks
from webui.transcripts import access
from webui.transcripts.api import router
from webui.transcripts.list_schemas import CaptureRow, CaptureRows, TranscriptRow, TranscriptRows
from webui.transcripts.models import Capture
from webui.transcripts.views.filters import Filters
from webui.transcripts.views.transcripts import filtered

__all__ = ["After", "Limit", "router"]

Limit = Annotated[int, Query(ge=1, le=200)]
After = Annotated[str, Query(max_length=200)]
Result = Literal["refused", "accepted", "unchecked"]
Shape = Literal["anthropic", "openai-chat", "openai-responses", "gemini", "bedrock-converse"]


@router.get("/captures", response={200: CaptureRows, **READ}, openapi_extra=ALSO_TABLES)
@needs(Power.READ)
def list_captures(
    request: HttpRequest, team: str = "", after: After = "", limit: Limit = 50, format: Listed = "json"
) -> Any:
    """Captures of a team, the newest first. `csv` and `jsonl` are files with all of them."""
    found = home(request, team, Power.READ)
    rows, host = access.captures_for(found), host_of(request)
    if format != "json":
        told = _captures(rows.iterator(chunk_size=CHUNK), found, host)
        values = (one.model_dump() for one in told)
        return answered(values, list(CaptureRow.model_fields), format, f"{found.slug}-captures")
    paging.demand(after)
    page = paging.by_time(rows, after, limit)
    return CaptureRows(captures=list(_captures(page.rows, found, host)), next=page.after or None)


@router.get("/transcripts", response={200: TranscriptRows, **READ}, openapi_extra=ALSO_TABLES)
@needs(Power.READ)
def list_transcripts(
    request: HttpRequest,
    team: str = "",
    result: Annotated[tuple[Result, ...], Query()] = (),
    dialect: Annotated[tuple[Shape, ...], Query()] = (),
    text: Annotated[str, Query(max_length=100)] = "",
    after: After = "",
    limit: Limit = 50,
    format: Listed = "json",
) -> Any:
    """Transcripts of a team by the filters of the page, the newest first. `csv` and `jsonl` are files with all."""
    found = home(request, team, Power.READ)
    rows, host = filtered(access.transcripts_for(found), Filters(request.GET)), host_of(request)
    if format != "json":
        values: Iterator[Values] = (
            TranscriptRow.of(row, found.slug, host).model_dump() for row in rows.iterator(chunk_size=CHUNK)
        )
        return answered(values, list(TranscriptRow.model_fields), format, f"{found.slug}-transcripts")
    paging.demand(after)
    page = paging.by_time(rows, after, limit)
    told = [TranscriptRow.of(row, found.slug, host) for row in page.rows]
    return TranscriptRows(transcripts=told, next=page.after or None)


def _captures(rows: Iterable[Capture], team: Team, host: str) -> Iterator[CaptureRow]:
    for some in chunks(rows):
        held = access.contents_of(some)
        yield from (CaptureRow.of(row, team.slug, held.get(row.pk), host) for row in some)
