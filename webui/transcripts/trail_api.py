"""The router of the audit trail."""

from typing import Annotated

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Query, Router

from webui.accounts.access import home, needs
from webui.accounts.powers import Power
from webui.accounts.trails import lines
from webui.audit.trail import trail_of
from webui.common.schemas import READ, Fault

router = Router()
LINES = {"application/x-ndjson": {"schema": {"type": "string"}}}


@router.get(
    "/audit",
    response={**READ, 403: Fault},
    openapi_extra={"responses": {200: {"description": "One event a line, oldest first", "content": LINES}}},
)
@needs(Power.EXPORT_AUDIT)
def audit(
    request: HttpRequest, team: str = "", after: Annotated[int, Query(ge=0, lt=2**63)] = 0
) -> StreamingHttpResponse:
    """Stream the events after a number as JSON lines, each with its digest and the digest of the one before."""
    found = home(request, team, Power.EXPORT_AUDIT)
    events = trail_of(found.pk).filter(number__gt=after)
    return StreamingHttpResponse(lines(events), content_type="application/x-ndjson")
