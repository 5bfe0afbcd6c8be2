"""The router of the audit trail."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Query, Router

from webui.accounts.access import home, needs
from webui.accounts.powers import Power
from webui.accounts.trails import Filters, exported
from webui.audit.trail import trail_of
from webui.common.schemas import READ
from webui.common.tables import MEDIA

router = Router()
FILES: dict[str, Any] = {media: {"schema": {"type": "string"}} for media in MEDIA.values()}
Word = Annotated[str, Query(max_length=100)]


@router.get(
    "/audit",
    response=READ,
    openapi_extra={"responses": {200: {"description": "One event a line, oldest first", "content": FILES}}},
)
@needs(Power.EXPORT_AUDIT)
def audit(
    request: HttpRequest,
    team: str = "",
    after: Annotated[int, Query(ge=0, lt=2**63)] = 0,
    subject: Word = "",
    action: Word = "",
    actor: Word = "",
    id: Word = "",
    since: Annotated[str, Query(alias="from", max_length=10)] = "",
    to: Annotated[str, Query(max_length=10)] = "",
    format: Literal["jsonl", "csv"] = "jsonl",
) -> StreamingHttpResponse:
    """Stream events after a number, by the filters of the page: JSON lines, each with its digest and that before it.

    Filters leave gaps in the chain; only the whole trail can be verified.
    """
    found = home(request, team, Power.EXPORT_AUDIT)
    events = Filters(request.GET).narrowed(trail_of(found.pk)).filter(number__gt=after)
    return exported(events, format, found.slug)
