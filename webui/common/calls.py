"""Which call of the API returns what a page shows. One table, by the name of the page's address.

Parameters are those of the page. A page that is not here leads to the list of calls.
"""

from collections.abc import Mapping

from django.http import HttpRequest

PREFIX = "/api/v1"

CALLS: Mapping[str, str] = {
    "transcripts:start": "/captures?team={team}",
    "transcripts:captures": "/captures?team={team}",
    "transcripts:list": "/transcripts?team={team}",
    "transcripts:capture": "/captures/{pk}",
    "transcripts:detail": "/transcripts/{pk}/messages",
    "transcripts:message": "/transcripts/{pk}/messages",
    "transcripts:rules": "/rules",
    "transcripts:rule": "/rules/{code}",
    "runs:list": "/runs?team={team}",
    "runs:detail": "/runs/{pk}",
    "runs:aligned": "/runs/{pk}/diff",
    "runs:fact": "/runs/{pk}/facts",
    "runs:pass": "/passes/{pk}",
    "review:inbox": "/cases?team={team}",
    "review:case": "/cases/{number}?team={team}",
    "review:analytics": "/cases?team={team}",
    "accounts:members": "/members?team={team}",
    "accounts:keys": "/keys?team={team}",
    "accounts:endpoints": "/models?team={team}",
    "accounts:webhooks": "/webhooks?team={team}",
    "accounts:audit": "/audit?team={team}",
}

TABS: Mapping[tuple[str, str], str] = {
    ("runs:detail", "checks"): "/runs/{pk}/checks",
    ("runs:detail", "facts"): "/runs/{pk}/facts",
}
"""Tabs that have a call of their own."""


def call_of(name: str, given: Mapping[str, object], tab: str = "") -> str:
    """Return the address of the call for a page, empty for one that has none."""
    found = TABS.get((name, tab)) or CALLS.get(name, "")
    return PREFIX + found.format_map({key: str(value) for key, value in given.items()}) if found else ""


def host_of(request: HttpRequest) -> str:
    """Return the address of this server, as the caller names it."""
    return request.build_absolute_uri("/").rstrip("/")


def joined(address: str, *queries: str) -> str:
    """Return an address with queries added; empty ones are left out."""
    given = "&".join(query for query in queries if query)
    return f"{address}{'&' if '?' in address else '?'}{given}" if given else address
