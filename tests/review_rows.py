"""Cases as rows, without the work that makes them: one, or forty of every kind, state and mark."""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from webui.accounts.models import Team, User
from webui.review.models import Case, Source
from webui.review.triage import CLOSED_STATES

HOUR = timedelta(hours=1)
SOURCES = ("nightly-agent", "release-agent", "docs-agent", "billing-session", "support-bot")
DEFECTS: tuple[tuple[str, str, str, str, dict[str, Any]], ...] = (
    ("refused", "reason", "xml_content", "error", {"section": "state"}),
    ("broken", "rule", "paired-tool-result", "error", {"position": 128, "block": 4}),
    ("broken", "rule", "answered-tool-use", "error", {"position": 88, "block": 1}),
    ("refused", "reason", "token_limit", "error", {}),
    ("refused", "reason", "xml_structure", "error", {"section": "decisions"}),
    ("loss", "flag", "low-identifier-recall", "warning", {}),
    ("broken", "rule", "tool-result-first", "error", {"position": 310, "block": 0}),
    ("refused", "reason", "identity", "error", {}),
    ("broken", "rule", "thinking-signature", "error", {"position": 45, "block": 0}),
    ("loss", "flag", "dropped-summary", "warning", {}),
    ("broken", "rule", "call-arguments-json", "error", {"position": 57, "block": 0}),
    ("refused", "reason", "xml_syntax", "error", {"section": "constraints"}),
    ("loss", "flag", "summary-growth", "warning", {}),
    ("loss", "fact", "confirmed-fact", "warning", {"fact": 7}),
)
STATES = ("new", "in_review", "new", "needs_work", "new", "in_review", "accepted", "rejected", "waived", "superseded")


def source_of(team: Team, name: str = SOURCES[0]) -> Source:
    """Return the team's source of a name; it is made when missing."""
    return Source.objects.get_or_create(team=team, name=name)[0]


def case(team: Team, number: int, source: Source | None = None, /, **given: Any) -> Case:
    """Store one case: an error that is new, due in two hours, and owned by nobody, unless something else is given.

    A closed one has the time of its closing, one in review its holder until in half an hour.
    """
    return Case.objects.create(**values(team, number, source or source_of(team), **given))


def values(team: Team, number: int, source: Source, /, **given: Any) -> dict[str, Any]:
    """Return the columns of such a case."""
    now = timezone.now()
    row: dict[str, Any] = {
        "team": team,
        "number": number,
        "source": source,
        "kind": "broken",
        "about": "rule",
        "code": "paired-tool-result",
        "dialect": "anthropic",
        "severity": "error",
        "name": f"{source.name}.json",
        "errors": 1,
        "state": "new",
        "due": now + 2 * HOUR,
        "created": now - HOUR,
        "changed": now - HOUR,
    } | given
    row.setdefault("signature", hashlib.sha256(f"{row['code']}{row['dialect']}".encode()).hexdigest())
    if row["state"] in CLOSED_STATES:
        row |= {"due": None, "closed": row.get("closed") or row["changed"]}
    if row["state"] == "needs_work":
        row |= {"due": None, "left": given.get("left", 7200)}
    if row["state"] == "in_review" and "holder" in row:
        row.setdefault("held_until", now + HOUR / 2)
    return row


def forty(team: Team, people: Sequence[User], *, first: int = 1001, **shared: Any) -> list[Case]:
    """Store forty cases of every kind, state and mark, from five sources and in the hands of several people.

    `shared` holds columns of all of them: a capture, a transcript, a run.
    """
    now = timezone.now()
    sources = [source_of(team, name) for name in SOURCES]
    rows = [Case(**_nth(team, n, first, people, sources, now), **shared) for n in range(40)]
    return Case.objects.bulk_create(rows)


def _nth(
    team: Team, n: int, first: int, people: Sequence[User], sources: Sequence[Source], now: datetime
) -> dict[str, Any]:
    kind, about, code, severity, place = DEFECTS[n % len(DEFECTS)]
    state = STATES[(n + n // 10) % len(STATES)]
    someone = people[n % len(people)]
    mark = {17: "recurred", 24: "waiver-ended", 4: "recurred"}.get(n, "")
    given: dict[str, Any] = {
        "kind": kind,
        "about": about,
        "code": code,
        "severity": severity,
        "place": place | {"transcript" if kind == "broken" else "run": f"{0x51A0C4 + n * 0x1B7:06x}e8d2b1"},
        "state": state,
        "errors": 1 + n % 3 if severity == "error" else 0,
        "warnings": n % 2 + (severity == "warning"),
        "mark": "superseded" if state == "rejected" and n % 20 > 10 else mark if state in STATES[:3] else "",
        "due": now + HOUR * (n * 5 - 12),
        "created": now - HOUR * (n * 7 + 1),
        "changed": now - HOUR * (n + 1),
        "owner": someone if n % 3 else None,
    }
    if state == "in_review":
        given["holder"] = someone
    if state == "needs_work":
        given |= {"owner": someone, "waiting_on": people[(n + 1) % len(people)]}
    return values(team, first + n, sources[n % len(sources)], **given)
