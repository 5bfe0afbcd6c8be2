"""Which call of the API returns what a page shows. One table, by the name of the page's address.

Parameters are those of the page. A page that is not here leads to the list of calls.
"""

from collections.abc import Mapping

from django.http import HttpRequest

PREFIX = "/api/v1"

CALLS: Mapping[str, str] = {
    "transcripts:start": "/captures?team={team}",
    "transcripts:search": "/search?team={team}",
    "transcripts:captures": "/captures?team={team}",
    "transcripts:new": "POST /captures?team={team}",
    "transcripts:capture": "/captures/{pk}",
    "transcripts:delete": "/captures/{pk}",
    "transcripts:list": "/transcripts?team={team}",
    "transcripts:detail": "/transcripts/{pk}/messages",
    "transcripts:system": "/transcripts/{pk}/system",
    "transcripts:message": "/transcripts/{pk}/messages?after={before}&limit=1",
    "transcripts:mask": "/transcripts/{pk}/messages?after={before}&limit=1",
    "transcripts:mask-system": "/transcripts/{pk}/system",
    "transcripts:report": "/settings/redaction?team={team}",
    "transcripts:retention": "/settings/retention?team={team}",
    "transcripts:redaction": "/settings/redaction?team={team}",
    "transcripts:rules": "/rules",
    "transcripts:not_checked": "/rules",
    "transcripts:rule": "/rules/{code}",
    "runs:measures": "/measures",
    "runs:proof": "/proof",
    "runs:compare": "/compare?team={team}",
    "runs:list": "/runs?team={team}",
    "runs:new": "POST /runs?team={team}",
    "runs:detail": "/runs/{pk}",
    "runs:delete": "/runs/{pk}",
    "runs:aligned": "/runs/{pk}",
    "runs:rounds": "/runs/{pk}/rounds",
    "runs:rewritten": "/runs/{pk}/rewritten/{position}",
    "runs:trace": "/runs/{pk}/traces/{side}/{position}",
    "runs:section": "/runs/{pk}/sections/{section}",
    "runs:fact": "/runs/{pk}/facts/{number}",
    "runs:qa": "POST /runs/{pk}/qa",
    "runs:qa-transcript": "POST /transcripts/{pk}/qa",
    "runs:pass": "/passes/{pk}",
    "runs:call": "/passes/{pk}?texts=true",
    "review:inbox": "/cases?team={team}",
    "review:bulk": "POST /cases/decisions?team={team}",
    "review:bulk-result": "/cases/decisions/{pk}",
    "review:case": "/cases/{number}?team={team}",
    "review:analytics": "/analytics?team={team}",
    "review:triage": "/settings/triage?team={team}",
    "accounts:account": "/me",
    "accounts:members": "/members?team={team}",
    "accounts:member-remove": "/members?team={team}",
    "accounts:keys": "/keys?team={team}",
    "accounts:endpoints": "/models?team={team}",
    "accounts:endpoint-new": "/models?team={team}",
    "accounts:endpoint": "/models?team={team}",
    "accounts:endpoint-delete": "/models?team={team}",
    "accounts:webhooks": "/webhooks?team={team}",
    "accounts:webhook": "/webhooks?team={team}",
    "accounts:webhook-delete": "/webhooks?team={team}",
    "accounts:audit": "/audit?team={team}",
}
"""A page that only sends has the call that sends; the others are asked for with GET."""

TABS: Mapping[tuple[str, str], str] = {
    ("runs:detail", "checks"): "/runs/{pk}/checks",
    ("runs:detail", "facts"): "/runs/{pk}/facts",
}
"""Tabs that have a call of their own."""

PAGED = ("transcripts:captures", "transcripts:list", "runs:list")
"""Lists whose cursor the call takes as it stands in the address of the page."""


def call_of(name: str, given: Mapping[str, object], tab: str = "") -> tuple[str, str]:
    """Return method and address of the call for a page, the address empty for one that has none."""
    found = TABS.get((name, tab)) or CALLS.get(name, "")
    method, _, path = found.rpartition(" ")
    slots = {key: str(value) for key, value in given.items()}
    if isinstance(position := given.get("position"), int):
        slots["before"] = str(position - 1)
    return method or "GET", PREFIX + path.format_map(slots) if path else ""


def host_of(request: HttpRequest) -> str:
    """Return the address of this server, as the caller names it."""
    return request.build_absolute_uri("/").rstrip("/")


def joined(address: str, *queries: str) -> str:
    """Return an address with queries added; empty ones are left out."""
    given = "&".join(query for query in queries if query)
    return f"{address}{'&' if '?' in address else '?'}{given}" if given else address
