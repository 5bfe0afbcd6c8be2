"""What `check_captures` and `POST /check` answer: one capture looked at in memory, nothing stored."""

import secrets
from dataclasses import asdict, dataclass
from typing import Any

from compaction.errors import CaptureError
from compaction.findings import Severity, Violation
from compaction.inspection import InspectedList, Inspection, inspect
from compaction.redaction import redact_text
from compaction.shape import CATALOGUE, RULES
from compaction.shape.wording import explain

VERSION = 1
KEY = secrets.token_bytes(32)
"""Of this process: nothing is stored, so no marker has to be the same tomorrow."""

LAYERS = ("core", "provider", "both")
SCOPES = {
    "core": "Four core rules and the role check; providers refuse more than these.",
    "provider": f"The catalogue of {len(RULES)} rules, as of {CATALOGUE}.",
    "both": f"The core rules and the catalogue of {len(RULES)} rules, as of {CATALOGUE}.",
}
WORDS = ("what", "where", "path", "why", "fix")
RANKS = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One file: what was found in it, or why it cannot be read."""

    name: str
    inspection: Inspection | None = None
    error: CaptureError | None = None

    def reaches(self, least: Severity) -> bool:
        """Return whether a violation is at or above `least`; an unknown role is an error."""
        bad = RANKS[: RANKS.index(least) + 1]
        reports = [one.report for one in self.inspection.lists] if self.inspection else []
        return any(report.wire_roles or any(v.severity in bad for v in report.violations) for report in reports)


def judge(name: str, data: bytes, *, layer: str = "both", format: str = "auto", dialect: str = "auto") -> Verdict:
    """Read and check one capture."""
    try:
        return Verdict(name, inspect(data, name=name, format=format, dialect=dialect, layer=layer))
    except CaptureError as error:
        return Verdict(name, error=_masked(error))


def _masked(error: CaptureError) -> CaptureError:
    """Return the error with secrets masked in what it found: the bytes did not go the way of an upload."""
    return CaptureError(
        error.code,
        offset=error.offset,
        line=error.line,
        column=error.column,
        kind=error.kind,
        found=tuple(redact_text(text, KEY) for text in error.found),
    )


def as_json(verdicts: list[Verdict], *, layer: str = "both") -> dict[str, Any]:
    """Return the answer as JSON values. Source: interfaces 2."""
    return {"version": VERSION, "scope": SCOPES[layer], "files": [_file(verdict) for verdict in verdicts]}


def _file(verdict: Verdict) -> dict[str, Any]:
    found = verdict.inspection
    return {
        "name": verdict.name,
        "format": found.format if found else None,
        "error": _error(verdict.error) if verdict.error else None,
        "lists": [_list(one) for one in found.lists] if found else [],
        "compactions": [asdict(one) for one in found.compactions] if found else [],
        "notes": [asdict(one) for one in found.notes] if found else [],
    }


def _error(error: CaptureError) -> dict[str, Any]:
    return {
        "code": error.code,
        "line": error.line,
        "column": error.column,
        "offset": error.offset,
        "found": list(error.found),
    }


def _list(one: InspectedList) -> dict[str, Any]:
    return {
        "path": one.path,
        "dialect": one.dialect,
        "messages": one.source.count,
        "violations": [
            _violation(one, violation, signature)
            for violation, signature in zip(one.report.violations, one.signatures, strict=True)
        ],
        "wire_roles": [asdict(role) for role in one.report.wire_roles],
        "unreadable": list(one.report.unreadable),
    }


def _violation(one: InspectedList, violation: Violation, signature: str) -> dict[str, Any]:
    """Return the violation, and the words of the pages beside it."""
    at = violation.position
    native = one.messages[at].native if at is not None and at < len(one.messages) else None
    said = explain(violation, native, dialect=one.dialect or next(iter(one.dialect_alternatives), ""))
    return {**asdict(violation), **{name: getattr(said, name) for name in WORDS}, "signature": signature}
