"""Every check of a result in its true order: passed, failed, or not reached and why.

Source: summary-validation 5.2; interfaces 1.3.
"""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from compaction.contract.input import missing_members
from compaction.contract.model import Basis, CompactionInput, ModelKey, Usage
from compaction.contract.result import RESULT, STEPS, Evidence, Part, Step, differing_members


class State(StrEnum):
    """What became of a check."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_REACHED = "not_reached"


class Note(StrEnum):
    """Why a check was not reached."""

    EARLIER = "an earlier check failed"
    NOT_UPLOADED = "not in the upload"


@dataclass(frozen=True, slots=True)
class NotUploaded:
    """Stands for a part that an upload lacks, which is not the same as a usage that the provider did not report."""


NOT_UPLOADED = NotUploaded()


@dataclass(frozen=True, slots=True)
class Check:
    """One check. `reason` is the id of the reason if it failed.

    `measured` and `limit` are bytes or tokens, by the check. `places` names members of the wire that are to blame. Line
    and column count characters from 1: in the summary for check `xml`, in the reply elsewhere.
    """

    id: str
    title: str
    reasons: tuple[str, ...]
    state: State
    reason: str | None = None
    note: str = ""
    section: str | None = None
    line: int | None = None
    column: int | None = None
    measured: int | None = None
    limit: int | None = None
    places: tuple[str, ...] = ()


_STAND_IN = CompactionInput(Basis(0, UUID(int=0)), ModelKey("", ""), b"", (), 0)


def trace(
    output: bytes,
    *,
    usage: Usage | None | NotUploaded,
    input: CompactionInput | NotUploaded,
    output_bytes: int | NotUploaded,
) -> tuple[Check, ...]:
    """Every check of `validate_result`, with what it came to.

    A check that needs a part that is NOT_UPLOADED is not reached; the checks after it still run.
    """
    given = ((Part.USAGE, usage), (Part.INPUT, input), (Part.OUTPUT_BYTES, output_bytes))
    missing = frozenset(part for part, value in given if isinstance(value, NotUploaded))
    evidence = Evidence(
        output,
        None if isinstance(usage, NotUploaded) else usage,
        _STAND_IN if isinstance(input, NotUploaded) else input,
        0 if isinstance(output_bytes, NotUploaded) else output_bytes,
    )
    checks: list[Check] = []
    failed = False
    for step in STEPS:
        check = _run(step, evidence, missing, failed=failed)
        failed = failed or check.state is State.FAILED
        checks.append(check)
    return tuple(checks)


def _run(step: Step, evidence: Evidence, missing: frozenset[Part], *, failed: bool) -> Check:
    if step.needs & missing:
        return Check(step.id, step.title, step.reasons, State.NOT_REACHED, note=Note.NOT_UPLOADED)
    if failed:
        return Check(step.id, step.title, step.reasons, State.NOT_REACHED, note=Note.EARLIER)
    fault = step.check(evidence)
    state = State.PASSED if fault is None else State.FAILED
    measured, limit = _numbers(step, evidence)
    return Check(
        step.id,
        step.title,
        step.reasons,
        state,
        reason=fault.reason if fault else None,
        section=fault.section if fault else None,
        line=fault.line if fault else None,
        column=fault.column if fault else None,
        measured=measured,
        limit=limit,
        places=_places(step, evidence) if fault else (),
    )


def _numbers(step: Step, evidence: Evidence) -> tuple[int | None, int | None]:
    spent = evidence.usage.output_tokens if evidence.usage else None
    match step.id:
        case "bytes":
            return len(evidence.output), evidence.output_bytes
        case "usage":
            return spent, None
        case "budget":
            return spent, evidence.input.max_summary_tokens
    return None, None


def _places(step: Step, evidence: Evidence) -> tuple[str, ...]:
    match step.id:
        case "members":
            return missing_members(evidence.fields, RESULT)
        case "event-id":
            return ("basis.through_event_id",)
        case "fingerprint":
            return ("request_fingerprint",)
        case "identity":
            return differing_members(evidence)
    return ()
