"""What the rules say about a list that was rebuilt from a log: less, with less confidence, at places of the log.

Source: wire-formats 4.11, interfaces 1.5.
"""

from collections.abc import Sequence
from dataclasses import replace

from compaction.findings import Confidence, Violation, WireRole
from compaction.formats import LogPlace, MessageList
from compaction.shape import Report
from compaction.transcripts import ToolUse

OF_REQUESTS = frozenset(
    {
        "tools-declared",
        "prefill-unsupported",
        "trailing-whitespace",
        "context-length",
        "request-size",
        "message-count",
        "compaction-beta",
        "compaction-request",
    }
)
"""Rules about what a log leaves out (tools, headers, settings), or about its end or its size, which are not those of a
request."""

OF_ORIGINALS = frozenset({"thought-signature", "thinking-signature", "thinking-text", "tool-id-format", "tool-name"})
"""Rules about what a log in a form of its own does not keep of what was sent."""

OF_BEGINNINGS = frozenset({"first-role", "function-turn-order"})
OF_RESULTS = frozenset({"paired-tool-result", "function-turn-order", "function-response-count"})
OF_CALLS = frozenset({"answered-tool-use", "function-response-count"})
LOWER = {
    Confidence.FIRM: Confidence.FAIR,
    Confidence.FAIR: Confidence.CONTESTED,
    Confidence.CONTESTED: Confidence.CONTESTED,
}


def as_logged(found: MessageList, report: Report, layer: str) -> Report:
    """Return the report without what only a request can break, and with what is wrong with the log itself.

    Calls that are pending are not unanswered; results before the first answer of a list that opens midway are not
    orphans.
    """
    kept = tuple(
        replace(violation, confidence=LOWER[violation.confidence])
        for violation in report.violations
        if not _is_artefact(found, violation)
    )
    of_log = found.log_violations if layer != "core" else ()
    return replace(report, violations=(*of_log, *kept))


def _is_artefact(found: MessageList, violation: Violation) -> bool:
    if violation.rule in OF_REQUESTS or (found.converted and violation.rule in OF_ORIGINALS):
        return True
    if violation.rule in OF_CALLS and _is_pending(found, violation):
        return True
    if not found.opens_midway or violation.position is None:
        return False
    if violation.rule in OF_RESULTS:
        return violation.position < _first_answer(found)
    return violation.rule in OF_BEGINNINGS


def _is_pending(found: MessageList, violation: Violation) -> bool:
    if not found.pending or violation.position is None:
        return False
    blocks = found.messages[violation.position].blocks
    return any(
        isinstance(block, ToolUse) and block.id in found.pending and block.origin.startswith(violation.pointer)
        for block in blocks
    )


def _first_answer(found: MessageList) -> int:
    spoken = (message.index for message in found.messages if message.role in ("assistant", "model"))
    return next(spoken, found.count)


def located(found: MessageList, report: Report) -> Report:
    """Return a report whose pointers lead into `/lines/N` of the log, for lists that know their lines."""
    if not found.places:
        return report
    return replace(
        report,
        violations=tuple(_located(found.places, violation) for violation in report.violations),
        wire_roles=tuple(_role(found.places, role) for role in report.wire_roles),
    )


def _located(places: Sequence[Sequence[LogPlace]], violation: Violation) -> Violation:
    other = violation.counterpart
    return replace(
        violation,
        pointer=in_log(places, violation.pointer),
        counterpart=in_log(places, other) if other is not None else None,
        related=tuple(in_log(places, pointer) for pointer in violation.related),
    )


def _role(places: Sequence[Sequence[LogPlace]], role: WireRole) -> WireRole:
    return replace(role, pointer=in_log(places, role.pointer))


def in_log(places: Sequence[Sequence[LogPlace]], pointer: str) -> str:
    """Return the place in the log for a pointer into the body, and any other pointer as it is."""
    steps = pointer.split("/")
    if len(steps) < 3 or steps[1] == "lines" or not steps[2].isdecimal() or int(steps[2]) >= len(places):
        return pointer
    parts, rest = places[int(steps[2])], steps[3:]
    block = int(rest[1]) if len(rest) > 1 and rest[0] in ("content", "parts") and rest[1].isdecimal() else 0
    place = next(part for part in reversed(parts) if part.first <= block or part is parts[0])
    if not place.exact:
        return place.pointer
    if len(parts) > 1 and len(rest) > 1:
        rest[1] = str(block - place.first)
    return "/".join([place.pointer, *rest])
