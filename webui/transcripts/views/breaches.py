"""Violations as a page shows them: what, where, why and fix, with links to the place and to the other half."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from compaction.findings import Violation as Found
from compaction.findings import WireRole
from compaction.shape import RULES, wording
from webui.transcripts import store
from webui.transcripts.models import Transcript, Violation
from webui.transcripts.views.pages import Span
from webui.transcripts.views.places import Place, place

TITLES = {rule.id: rule.what for rule in RULES}
CONFIDENCE = {
    "firm": "Confidence: firm, seen refused",
    "fair": "Confidence: fair, documented or inferred",
    "contested": "Confidence: contested",
}
ROLE = "role-legal"
"""The rule behind the role check."""

ROLES_LISTED = 50
SHOWN = 20
"""Violations written out at one message; the page of the message shows them all."""


@dataclass(frozen=True, slots=True)
class Jump:
    """One line of the violations list."""

    label: str
    short: str
    link: str
    what: str
    severity: str
    rule: str
    here: bool


@dataclass(frozen=True, slots=True)
class Breach:
    """One violation, written out. `tool` and `call` are captured text."""

    anchor: str
    severity: str
    rule: str
    what: str
    where: str
    path: str
    why: str
    fix: str
    link: str
    confidence: str
    tool: str = ""
    call: str = ""
    other_link: str = ""
    other_words: str = ""
    signature: str = ""


def jumps(found: Sequence[Violation], transcript: Transcript, shown: Span) -> list[Jump]:
    """Return the violations list of a page: unknown roles first, as a provider meets them first."""
    roles = [_role_jump(role, shown) for role in transcript.wire_roles[:ROLES_LISTED]]
    return [*roles, *(_jump(one, place(one.pointer), shown) for one in found)]


def _jump(one: Violation, at: Place, shown: Span) -> Jump:
    position = one.position if one.position is not None else 0
    return Jump(
        label=at.label,
        short=at.short,
        link=shown.link(position, at.anchor),
        what=TITLES.get(one.rule, one.rule),
        severity=one.severity,
        rule=one.rule,
        here=shown.at is not None and one.position == shown.at,
    )


def _role_jump(role: Mapping[str, Any], shown: Span) -> Jump:
    index = int(role["index"])
    return Jump(str(index), str(index), shown.link(index), TITLES[ROLE], "error", ROLE, shown.at == index)


def explained(
    found: Sequence[Violation], transcript: Transcript, native: bytes | None, base: str, limit: int | None = SHOWN
) -> list[Breach]:
    """Return the violations of one message in words; `native` is its JSON."""
    return [_breach(one, transcript, native, base) for one in found[:limit]]


def _breach(one: Violation, transcript: Transcript, native: bytes | None, base: str) -> Breach:
    told = written(store.violation_of(one), native, dialect=transcript.dialect, base=base, anchor=f"v-{one.number}")
    return replace(told, signature=one.signature)


def written(one: Found, native: bytes | None, *, dialect: str, base: str, anchor: str) -> Breach:
    """Return a violation of the list at `base` in words; `native` is the JSON of its message."""
    at = place(one.pointer)
    told = wording.explain(one, native, dialect=dialect)
    other = place(one.counterpart) if one.counterpart else None
    return Breach(
        anchor=anchor,
        severity=one.severity,
        rule=one.rule,
        what=told.what,
        where=told.where,
        path=at.path,
        why=told.why,
        fix=told.fix,
        link=f"{base}{at.query}",
        confidence=CONFIDENCE.get(one.confidence, ""),
        tool=told.tool_name,
        call=told.call_id,
        other_link=f"{base}{other.query}" if other else "",
        other_words=f"The other half: {told.counterpart}" if other else "",
    )


def unknown_role(index: int, role: str, base: str, anchor: str = "") -> Breach:
    """Return a role that the provider does not know, in the same four lines."""
    told = wording.explain_role(WireRole(index, role, f"/messages/{index}/role"))
    return Breach(
        anchor=anchor or f"r-{index}",
        severity="error",
        rule=ROLE,
        what=told.what,
        where=told.where,
        path=told.path,
        why=told.why,
        fix=told.fix,
        link=f"{base}?at={index}#m-{index}",
        confidence=CONFIDENCE["firm"],
    )
