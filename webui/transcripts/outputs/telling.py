"""A violation -> what is told of it; and files checked in memory -> a report."""

import re
from collections.abc import Iterator, Sequence

from compaction.findings import Severity, Violation, WireRole
from compaction.formats import sentence
from compaction.inspection import InspectedList
from compaction.shape.signature import dialects_of, role_signature
from compaction.shape.wording import BY_ID, Explanation, explain, explain_role
from webui.transcripts.outputs.report import File, Report, Told
from webui.transcripts.verdict_text import ROLE, answer
from webui.transcripts.verdicts import SCOPES, Verdict

LINE = re.compile(r"\Aline (\d{1,9})\b")
LOGGED = re.compile(r"\A/lines/(\d{1,9})\b")


def tell(
    violation: Violation,
    native: bytes | None,
    *,
    dialect: str,
    signature: str,
    path: str = "",
    side: str = "",
    link: str = "",
) -> Told:
    """Return a violation in words; `native` is the JSON of its message.

    `path` is the place of its list in the file, `side` what is said before its own place where there are several lists.
    """
    return _told(
        explain(violation, native, dialect=dialect),
        rule=violation.rule,
        severity=violation.severity,
        signature=signature,
        confidence=str(violation.confidence),
        line=line_of(violation.pointer, path),
        side=side,
        link=link,
    )


def tell_role(found: WireRole, *, dialect: str, path: str = "", side: str = "", link: str = "") -> Told:
    """Return a role that the dialect does not know in words; the others as for `tell`."""
    return _told(
        explain_role(found),
        rule=ROLE,
        severity=Severity.ERROR,
        signature=role_signature(found, dialect),
        confidence="firm",
        line=line_of(found.pointer, path),
        side=side,
        link=link,
    )


def _told(
    said: Explanation,
    *,
    rule: str,
    severity: Severity,
    signature: str,
    confidence: str,
    line: int,
    side: str,
    link: str,
) -> Told:
    return Told(
        rule=rule,
        severity=severity,
        what=said.what,
        where=said.where,
        path=f"{side} {said.path}".strip(),
        why=said.why,
        fix=said.fix,
        signature=signature,
        title=BY_ID[rule].title,
        confidence=confidence,
        line=line,
        link=link,
    )


def line_of(pointer: str, path: str) -> int:
    """Return the line of the file, from 1, where a log of lines says it; else 0."""
    logged, listed = LOGGED.match(pointer), LINE.match(path)
    if logged:
        return int(logged[1]) + 1
    return int(listed[1]) if listed else 0


def report_of(verdicts: Sequence[Verdict], *, layer: str, fail_on: Severity = Severity.ERROR) -> Report:
    """Return what is said of files that were checked in memory."""
    return Report(tuple(_file(verdict) for verdict in verdicts), SCOPES[layer], fail_on=fail_on)


def _file(verdict: Verdict) -> File:
    if verdict.inspection is None:
        error = verdict.error
        return File(verdict.name, str(sentence(error)), code=error.code) if error else File(verdict.name, "")
    lists = verdict.inspection.lists
    told = tuple(one for found in lists for one in _list(found, found.path if len(lists) > 1 else ""))
    unchecked = any(found.dialect is None and not found.response_only for found in lists)
    return File(verdict.name, answer(lists), told, unchecked=unchecked)


def _list(found: InspectedList, side: str) -> Iterator[Told]:
    report, messages = found.report, found.messages
    dialect = found.dialect or next(iter(found.dialect_alternatives), "")
    for violation, signature in zip(report.violations, found.signatures, strict=True):
        position = violation.position
        native = messages[position].native if position is not None and position < len(messages) else None
        yield tell(violation, native, dialect=dialect, signature=signature, path=found.path, side=side)
    signed = dialects_of(found.dialect, found.dialect_alternatives)
    yield from (tell_role(role, dialect=signed, path=found.path, side=side) for role in report.roles_without_violation)
